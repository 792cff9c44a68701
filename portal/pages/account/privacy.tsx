import { useLocation } from "preact-iso";
import { useState } from "preact/hooks";
import { inWords } from "../../api/code-words.ts";
import type { PersonalData, PrivacyRequest, Receipt } from "../../api/types.ts";
import { personalDataOf, type PersonName } from "../../requests/personal-data.ts";
import { usePortal } from "../../ui/context.ts";
import { useAction } from "../../ui/data.ts";
import { Confirm } from "../../ui/dialog.tsx";
import { Form, Input, Select, type Values } from "../../ui/form.tsx";
import { formatNumber, formatTime } from "../../ui/format.ts";
import { Card, Empty, Facts, Page, When } from "../../ui/parts.tsx";
import { Result } from "../../ui/result.tsx";
import { ShowRows, usePagedRows } from "../../ui/rows.tsx";
import { saveFile } from "../../ui/save.ts";
import { type Column, Table } from "../../ui/table.tsx";
import { privacySource, recordsInWords } from "../../words/kinds.ts";

const NAMES = [
  ["email", "E-mail"],
  ["phone", "Phone"],
  ["customerRef", "Your customer id"],
  ["customerId", "Service id"],
] as const;

const countsOf = (counts: Record<string, number>): [string, string][] =>
  Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([kind, count]) => [recordsInWords(kind), formatNumber(count)]);

const saveJson = (value: object, name: string) =>
  saveFile(new Blob([JSON.stringify(value, null, 2)], { type: "application/json" }), name);

/** A person that was searched for: the name as it was entered, and as a request of the API. */
interface Searched {
  name: string;
  person: PersonName;
}

function Found({
  name,
  person,
  data,
  onErased,
}: Searched & { data: PersonalData; onErased: (receipt: Receipt) => void }) {
  const { api } = usePortal();
  const [erase, isErasing] = useAction(async () => {
    onErased(await api.post<Receipt>("/privacy/erase", person));
    return `The data of ${name} is erased.`;
  });
  const counts = Object.entries(data.data).map(([kind, records]) => [kind, records.length]);
  const facts = countsOf(Object.fromEntries(counts) as Record<string, number>);
  return (
    <Card
      title={`Stored data of ${name}`}
      actions={
        <>
          <button type="button" onClick={() => saveJson(data, "personal-data.json")}>
            Save as JSON
          </button>
          <Confirm
            label="Erase"
            question={`All data of ${name} is erased. This cannot be undone.`}
            isBusy={isErasing}
            onConfirm={erase}
          />
        </>
      }
    >
      {facts.length > 0 ? <Facts facts={facts} /> : <Empty title="Nothing is stored" />}
    </Card>
  );
}

const Erased = ({ name, receipt }: { name: string; receipt: Receipt }) => (
  <Card
    title={`Erased: ${name}`}
    actions={
      <button type="button" onClick={() => saveJson(receipt, "erasure-receipt.json")}>
        Save the receipt
      </button>
    }
  >
    <Facts
      facts={[["Time", formatTime(receipt.time)], ["Receipt", receipt.id], ...countsOf(receipt.erased)]}
    />
  </Card>
);

const REQUESTS_SHOWN = 20;

const LOG_COLUMNS: readonly Column<PrivacyRequest>[] = [
  { name: "When", cell: ({ time }) => <When at={time} /> },
  { name: "What", cell: ({ kind }) => inWords(kind) },
  { name: "From", cell: ({ source }) => privacySource(source) },
  { name: "Customers", cell: ({ customerIds }) => customerIds.join(", ") || "–" },
  {
    name: "Erased",
    isNumber: true,
    cell: ({ erased }) => (erased ? formatNumber(Object.values(erased).reduce((a, b) => a + b, 0)) : "–"),
  },
];

function Log({ version }: { version: number }) {
  const { api } = usePortal();
  const requests = usePagedRows(
    (cursor) =>
      api.page<PrivacyRequest>("/privacy/requests", "requests", {
        sortBy: "newest",
        limit: REQUESTS_SHOWN,
        cursor,
      }),
    [version],
  );
  return (
    <Card title="Log">
      <ShowRows of={requests} more="Show older requests">
        {(rows) => (
          <Table
            empty={
              <Empty title="No requests yet">
                Exports and erasures are listed here, without personal data.
              </Empty>
            }
            label="Requests under data protection law, newest first"
            rows={rows}
            keyOf={({ id }) => id}
            columns={LOG_COLUMNS}
          />
        )}
      </ShowRows>
    </Card>
  );
}

/** Shows, exports and erases the stored data of a person. */
export function PrivacyPage() {
  const { api } = usePortal();
  // A link from a privacy request has the id of the customer.
  const { customerId = "" } = useLocation().query;
  const [found, setFound] = useState<Searched & { data: PersonalData }>();
  const [erased, setErased] = useState<{ name: string; receipt: Receipt }>();
  const [version, setVersion] = useState(0);
  const search = async ({ name: kind = "email", value = "" }: Values) => {
    // Cleared first, so that nobody mistakes the data of another person for the data of this one.
    setFound(undefined);
    setErased(undefined);
    const name = value.trim();
    const person = { [kind]: name };
    setFound({ name, person, data: await personalDataOf(api, person) });
    setVersion((before) => before + 1);
  };
  const onErased = (name: string, receipt: Receipt) => {
    setErased({ name, receipt });
    setFound((current) => (current?.name === name ? undefined : current));
    setVersion((before) => before + 1);
  };
  return (
    <Page title="Privacy" lead="Export or erase a person’s data">
      <div class="stack">
        <Card title="Find a person">
          <Form label="Find a person" submit="Show what is stored" onSend={search}>
            {(errors) => (
              <div class="fields">
                <Select
                  label="Identified by"
                  name="name"
                  options={NAMES}
                  value={customerId === "" ? "email" : "customerId"}
                />
                <Input
                  label="Value"
                  name="value"
                  required
                  value={customerId}
                  error={Object.values(errors)[0]}
                />
              </div>
            )}
          </Form>
        </Card>
        {found && <Found {...found} onErased={(receipt) => onErased(found.name, receipt)} />}
        {erased && (
          <Result key={erased.receipt.id} label="Receipt of the erasure">
            <Erased {...erased} />
          </Result>
        )}
        <Log version={version} />
      </div>
    </Page>
  );
}
