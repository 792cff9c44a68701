import { useState } from "preact/hooks";
import type { Api } from "../../api/api.ts";
import type { Customer, FoundCustomers } from "../../api/types.ts";
import { usePortal } from "../../ui/context.ts";
import { Form, Input } from "../../ui/form.tsx";
import { Badge, Card, Email, Empty, Page } from "../../ui/parts.tsx";
import { ShowRows, usePagedRows } from "../../ui/rows.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { consentInWords } from "../../words/consent.ts";

interface CustomerList {
  customers: Customer[];
  cursor?: string;
}

/** Returns the name of a customer, else the e-mail address, else the shop's id. */
export const nameOf = ({ first_name: first, last_name: last, email, id }: Customer): string =>
  `${first ?? ""} ${last ?? ""}`.trim() || (email ?? id);

/** Loads the names of the customers with these ids. */
export async function namesOfCustomers(api: Api, refs: readonly string[]) {
  const { results } = await api.read<FoundCustomers>("/customers/lookup", { refs });
  return results.map(({ customer }) => customer && nameOf(customer));
}

const COLUMNS: readonly Column<Customer>[] = [
  {
    name: "Name",
    cell: (customer) => (
      <a href={`/portal/customers/${encodeURIComponent(customer.svc_customer_id)}`}>{nameOf(customer)}</a>
    ),
  },
  { name: "E-mail", isName: true, cell: ({ email }) => (email ? <Email address={email} /> : "–") },
  { name: "Phone", cell: ({ phone }) => phone ?? "–" },
  { name: "Your id", isName: true, cell: ({ id }) => id },
  {
    name: "Marketing",
    cell: (customer) => {
      const { isGiven, state, level } = consentInWords(customer);
      return (
        <>
          <Badge tone={isGiven ? "good" : "calm"}>{state}</Badge>
          {level !== undefined && <div class="muted">{level}</div>}
        </>
      );
    },
  },
];

const Found = ({ customers }: { customers: readonly Customer[] }) => (
  <Table label="Customers" rows={customers} keyOf={({ svc_customer_id: id }) => id} columns={COLUMNS} />
);

/** All customers, page by page, or the results of a search. */
function Results({ text }: { text: string }) {
  const { api } = usePortal();
  const load = (cursor?: string) =>
    text === ""
      ? api.get<CustomerList>("/customers", { pageSize: 25, cursor })
      : api.read<CustomerList>("/customers/search", { text, pageSize: 25, cursor });
  const customers = usePagedRows(
    async (cursor) => {
      const page = await load(cursor);
      return { rows: page.customers, cursor: page.cursor };
    },
    [text],
  );
  return (
    <ShowRows of={customers}>
      {(rows) => {
        if (rows.length > 0) return <Found customers={rows} />;
        return text === "" ? (
          <Empty title="No customers yet">
            Customers are added by the <a href="/portal/feeds">customer feed</a>, or with their first wish.
          </Empty>
        ) : (
          <Empty title={`Nothing found for “${text}”`}>
            Search for a whole e-mail address, phone number or id, or for the beginning of a name.
          </Empty>
        );
      }}
    </ShowRows>
  );
}

/**
 * Returns the text of the search in this entry of the browser's history, so that Back shows its results again. It is
 * not in the address, because proxies would log the e-mail address or name in it.
 */
function searchInHistory(): string {
  const state: unknown = history.state;
  return typeof state === "object" && state !== null && "search" in state ? String(state.search) : "";
}

/** The store's customers, with a search. */
export function CustomersPage() {
  const [text, setText] = useState(searchInHistory);
  return (
    <Page
      title="Customers"
      lead="Find a customer to see wishlists, orders and alerts, and why there was no alert"
    >
      <div class="stack">
        <Card>
          <Form
            label="Search for a customer"
            submit="Search"
            onSend={({ query = "" }) => {
              history.replaceState({ search: query.trim() }, "");
              setText(query.trim());
            }}
          >
            {() => (
              <Input
                label="E-mail, phone, id or name"
                name="query"
                type="search"
                value={text}
                hint="Leave it empty to list all customers"
              />
            )}
          </Form>
        </Card>
        <Card title={text === "" ? "All customers" : "Found"}>
          <Results text={text} />
        </Card>
      </div>
    </Page>
  );
}
