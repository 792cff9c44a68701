import { useMemo } from "preact/hooks";
import { inWords, pathInWords } from "../../api/code-words.ts";
import type { Person } from "../../api/session.ts";
import type { AuditEntry } from "../../api/types.ts";
import { usePortal } from "../../ui/context.ts";
import { useData } from "../../ui/data.ts";
import { formatNumber } from "../../ui/format.ts";
import { Badge, Card, Email, Empty, Page, Show, type Tone, When } from "../../ui/parts.tsx";
import { ShowRows, usePagedRows } from "../../ui/rows.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { actionInWords } from "../../words/kinds.ts";
import { settingInWords } from "../../words/setting-fields.ts";

const OUTCOMES: Record<string, Tone> = { done: "good", refused: "warn", failed: "bad" };

function Who({ actor: { kind, id }, people }: { actor: AuditEntry["actor"]; people: Person[] }) {
  const person = people.find((each) => each.id === id);
  return (
    <>
      <div>{person?.email === undefined ? <code>{id}</code> : <Email address={person.email} />}</div>
      <div class="muted">{inWords(kind)}</div>
    </>
  );
}

/** Returns the label of a member on the page where it is changed. */
const memberInWords = (action: string, name: string) =>
  (action === "updateSettings" ? settingInWords(name) : undefined) ?? pathInWords(name);

const figureInWords = (figure: number | boolean | null) => {
  if (figure === null) return "not set";
  return typeof figure === "number" ? formatNumber(figure) : figure ? "on" : "off";
};

/** Shows a value before and after an action, if the log has it. */
const Change = ({ of }: { of: NonNullable<AuditEntry["changes"]>[number] | undefined }) =>
  of && (
    <>
      : {figureInWords(of.before)}
      {of.after === of.before ? ", as before" : ` → ${figureInWords(of.after)}`}
    </>
  );

/** Shows the target of an action and its members. The log has values only of settings that are numbers or switches. */
const What = ({ action, target = {}, members = [], changes = [] }: AuditEntry) => (
  <>
    {Object.entries(target).map(([name, value]) => (
      <div key={name}>
        <span class="muted">{pathInWords(name)}</span> <code>{value}</code>
      </div>
    ))}
    {members.length > 0 && (
      <ul class="plain muted">
        {members.map((name) => (
          <li key={name}>
            {memberInWords(action, name)}
            <Change of={changes.find(({ member }) => member === name)} />
          </li>
        ))}
      </ul>
    )}
  </>
);

function Entries({ people }: { people: Person[] }) {
  const { api } = usePortal();
  const columns = useMemo(
    (): readonly Column<AuditEntry>[] => [
      { name: "When", cell: ({ time }) => <When at={time} /> },
      { name: "Who", cell: ({ actor }) => <Who actor={actor} people={people} /> },
      { name: "Action", cell: ({ action }) => actionInWords(action) },
      { name: "Target", cell: What },
      { name: "Store", isName: true, cell: ({ store }) => store ?? "All" },
      {
        name: "Outcome",
        cell: ({ outcome }) => <Badge tone={OUTCOMES[outcome ?? ""] ?? "calm"}>{outcome ?? "unknown"}</Badge>,
      },
    ],
    [people],
  );
  const entries = usePagedRows(
    (cursor) => api.page<AuditEntry>("/audit", "entries", { pageSize: 50, cursor }),
    [],
  );
  return (
    <ShowRows of={entries} more="Show older entries">
      {(rows) => (
        <Table
          label="Audit log, newest first"
          rows={rows}
          keyOf={({ id }) => id}
          columns={columns}
          empty={
            <Empty title="No entries yet">
              Each change of a setting, a client or an export is listed here.
            </Empty>
          }
        />
      )}
    </ShowRows>
  );
}

/** The audit log of 400 days. */
export function AuditPage() {
  const { account } = usePortal();
  const people = useData(() => account.people(), []);
  return (
    <Page
      title="Audit"
      lead="Who changed settings, clients, webhooks and exports, and who exported or erased personal data, for 400 days"
    >
      <Card>
        <Show of={people}>{(found) => <Entries people={found.people} />}</Show>
      </Card>
    </Page>
  );
}
