import { useState } from "preact/hooks";
import type { Customer } from "../api/types.ts";
import { usePortal } from "../ui/context.ts";
import { useAction, useData } from "../ui/data.ts";
import { Form, Input } from "../ui/form.tsx";
import { Badge, Card, Empty, Page, Show } from "../ui/parts.tsx";
import { Table } from "../ui/table.tsx";

interface CustomerList {
  customers: Customer[];
  cursor?: string;
}

/** The name of a customer, or what else it is known by. */
export const nameOf = ({ first_name: first, last_name: last, email, id }: Customer): string =>
  `${first ?? ""} ${last ?? ""}`.trim() || (email ?? id);

const Found = ({ customers }: { customers: Customer[] }) => (
  <Table
    label="Customers"
    rows={customers}
    keyOf={({ svc_customer_id: id }) => id}
    columns={[
      {
        name: "Name",
        cell: (customer) => (
          <a href={`/portal/customers/${encodeURIComponent(customer.svc_customer_id)}`}>{nameOf(customer)}</a>
        ),
      },
      { name: "E-mail", cell: ({ email }) => email ?? "–" },
      { name: "Phone", cell: ({ phone }) => phone ?? "–" },
      { name: "Your id", cell: ({ id }) => id },
      {
        name: "Marketing",
        cell: ({ accepts_marketing: accepts }) => (
          <Badge tone={accepts ? "good" : "calm"}>{accepts ? "accepted" : "not accepted"}</Badge>
        ),
      },
    ]}
  />
);

/** All customers, page by page, or those that a search finds. */
function Results({ text }: { text: string }) {
  const { api } = usePortal();
  const load = (cursor?: string) =>
    text === ""
      ? api.get<CustomerList>("/customers", { pageSize: 25, cursor })
      : api.post<CustomerList>("/customers/search", { text, pageSize: 25, cursor });
  const [more, setMore] = useState<CustomerList>({ customers: [] });
  const first = useData(async () => {
    setMore({ customers: [] });
    return load();
  }, [text]);
  const cursor = more.cursor ?? (more.customers.length === 0 ? first.data?.cursor : undefined);
  const [loadMore, isLoading] = useAction(async () => {
    const next = await load(cursor);
    setMore({ ...next, customers: [...more.customers, ...next.customers] });
    return undefined;
  });
  return (
    <Show of={first}>
      {({ customers }) => (
        <div class="stack">
          {customers.length + more.customers.length > 0 ? (
            <Found customers={[...customers, ...more.customers]} />
          ) : text === "" ? (
            <Empty title="No customers yet">
              They come with the <a href="/portal/feeds">customer feed</a>, or with their first wish.
            </Empty>
          ) : (
            <Empty title={`Nothing found for “${text}”`}>
              Search for a whole e-mail address, phone number or id, or for the beginning of a name.
            </Empty>
          )}
          {cursor !== undefined && (
            <button type="button" onClick={loadMore} disabled={isLoading}>
              Show more
            </button>
          )}
        </div>
      )}
    </Show>
  );
}

/** The store's customers, and the search for one. */
export function CustomersPage() {
  const [text, setText] = useState("");
  return (
    <Page title="Customers" lead="Find a customer, with wishlists and alerts">
      <div class="stack">
        <Card>
          <Form
            label="Search for a customer"
            submit="Search"
            onSend={({ query = "" }) => {
              setText(query.trim());
              return Promise.resolve();
            }}
          >
            {() => (
              <Input
                label="E-mail, phone, id or name"
                name="query"
                type="search"
                hint="Empty for all customers"
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
