import { useState } from "preact/hooks";
import { newestFirst } from "../api/newest.ts";
import type { PersonalData, PrivacyRequest, Receipt } from "../api/types.ts";
import { usePortal } from "../ui/context.ts";
import { useAction, useData } from "../ui/data.ts";
import { Confirm } from "../ui/dialog.tsx";
import { formatNumber, formatTime, inWords } from "../ui/format.ts";
import { Form, Input, Select, type Values } from "../ui/form.tsx";
import { Card, Empty, Facts, Page, Show, When } from "../ui/parts.tsx";
import { saveFile } from "../ui/save.ts";
import { FirstRows } from "../ui/rows.tsx";
import { Table } from "../ui/table.tsx";

const NAMES = [
  ["email", "E-mail"],
  ["phone", "Phone"],
  ["customerRef", "Your id of the customer"],
  ["customerId", "Id of the service"],
] as const;

const countsOf = (counts: Record<string, number>): [string, string][] =>
  Object.entries(counts).map(([kind, count]) => [inWords(kind), formatNumber(count)]);

function Found({
  person,
  data,
  onErased,
}: {
  person: object;
  data: PersonalData;
  onErased: (receipt: Receipt) => void;
}) {
  const { api } = usePortal();
  const save = () =>
    saveFile(new Blob([JSON.stringify(data, null, 2)], { type: "application/json" }), "personal-data.json");
  const [erase, isErasing] = useAction(async () => {
    onErased(await api.post<Receipt>("/privacy/erase", person));
    return "The data of the person is erased.";
  });
  const counts = Object.entries(data.data).map(([kind, records]): [string, string] => [
    inWords(kind),
    formatNumber(records.length),
  ]);
  return (
    <Card
      title="Stored data"
      actions={
        <>
          <button type="button" onClick={save}>
            Save as JSON
          </button>
          <Confirm
            label="Erase"
            question="All data of this person is erased. This cannot be undone."
            disabled={isErasing}
            onConfirm={erase}
          />
        </>
      }
    >
      <Facts facts={counts} />
    </Card>
  );
}

/** The largest page of the API. */
const LOG_PAGE = 1000;
const REQUESTS_SHOWN = 20;
const KINDS: Record<string, string> = { export: "Export", erase: "Erasure" };

function Log({ version }: { version: number }) {
  const { api } = usePortal();
  const log = useData(
    () =>
      newestFirst(LOG_PAGE, async (after) => {
        const query = { limit: LOG_PAGE, after };
        return (await api.get<{ requests: PrivacyRequest[] }>("/privacy/requests", query)).requests;
      }),
    [version],
  );
  return (
    <Card title="Log">
      <Show of={log}>
        {(requests) =>
          requests.length === 0 ? (
            <Empty title="No requests yet">
              Exports and erasures are listed here, without personal data.
            </Empty>
          ) : (
            <FirstRows rows={requests} size={REQUESTS_SHOWN} more="Show older requests">
              {(rows) => (
                <Table
                  label="Requests under data protection law, the newest first"
                  rows={rows}
                  keyOf={({ id }) => id}
                  columns={[
                    { name: "When", cell: ({ time }) => <When at={time} /> },
                    { name: "What", cell: ({ kind }) => KINDS[kind] ?? inWords(kind) },
                    { name: "From", cell: ({ source }) => inWords(source) },
                    { name: "Customers", cell: ({ customerIds }) => customerIds.join(", ") || "–" },
                    {
                      name: "Erased",
                      isNumber: true,
                      cell: ({ erased }) =>
                        erased ? formatNumber(Object.values(erased).reduce((a, b) => a + b, 0)) : "–",
                    },
                  ]}
                />
              )}
            </FirstRows>
          )
        }
      </Show>
    </Card>
  );
}

/** What is stored of a person, and its erasure. */
export function PrivacyPage() {
  const { api } = usePortal();
  const [found, setFound] = useState<{ person: object; data: PersonalData }>();
  const [receipt, setReceipt] = useState<Receipt>();
  const [version, setVersion] = useState(0);
  const look = async ({ name = "email", value = "" }: Values) => {
    setReceipt(undefined);
    const person = { [name]: value.trim() };
    setFound({ person, data: await api.post<PersonalData>("/privacy/export", person) });
    setVersion((before) => before + 1);
  };
  const onErased = (given: Receipt) => {
    setReceipt(given);
    setFound(undefined);
    setVersion((before) => before + 1);
  };
  return (
    <Page title="Privacy" lead="Export or erase a person’s data">
      <div class="stack">
        <Card title="Find a person">
          <Form label="Find a person" submit="Show what is stored" onSend={look}>
            {(errors) => (
              <div class="fields">
                <Select label="Known by" name="name" options={NAMES} />
                <Input label="Value" name="value" required error={Object.values(errors)[0]} />
              </div>
            )}
          </Form>
        </Card>
        {found && <Found {...found} onErased={onErased} />}
        {receipt && (
          <Card title="Erased">
            <Facts
              facts={[
                ["Time", formatTime(receipt.time)],
                ["Receipt", receipt.id],
                ...countsOf(receipt.erased),
              ]}
            />
          </Card>
        )}
        <Log version={version} />
      </div>
    </Page>
  );
}
