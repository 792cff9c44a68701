import { useLocation } from "preact-iso";
import { useState } from "preact/hooks";
import { Refusal } from "../api/problem.ts";
import type { Customer } from "../api/types.ts";
import { usePortal } from "../ui/context.ts";
import { Form, Input } from "../ui/form.tsx";
import { Card, Empty, Page } from "../ui/parts.tsx";

/** The search for one customer. */
export function CustomersPage() {
  const { api } = usePortal();
  const { route } = useLocation();
  const [unknown, setUnknown] = useState("");
  const find = async ({ query = "" }) => {
    setUnknown("");
    try {
      const { svc_customer_id: id } = await api.get<Customer>(
        `/customers/${encodeURIComponent(query.trim())}`,
      );
      route(`/portal/customers/${encodeURIComponent(id)}`);
    } catch (err) {
      if (!(err instanceof Refusal && err.status === 404)) throw err;
      setUnknown(query);
    }
  };
  return (
    <Page title="Customers" lead="Find a customer, with wishlists, orders and alerts">
      <Card title="Search">
        <div class="inline">
          <Form label="Search for a customer" submit="Search" onSend={find}>
            {() => (
              <Input
                label="Id of the customer"
                name="query"
                type="search"
                required
                hint="Yours or that of the service"
              />
            )}
          </Form>
        </div>
      </Card>
      {unknown !== "" && (
        <Card>
          <Empty title={`No customer ${unknown}`}>
            Check the id. A customer that was erased cannot be found any more.
          </Empty>
        </Card>
      )}
    </Page>
  );
}
