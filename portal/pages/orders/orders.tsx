import { useLocation } from "preact-iso";
import { filledPage } from "../../api/filled-page.ts";
import type { Order } from "../../api/types.ts";
import { addressOfOrder, matchedOf } from "../../requests/orders.ts";
import { usePortal } from "../../ui/context.ts";
import { type Filter, Filters, SINCE, timeOfSince, useFilters } from "../../ui/filters.tsx";
import { Form, Input } from "../../ui/form.tsx";
import { formatNumber } from "../../ui/format.ts";
import { Badge, Card, Empty, Page, When } from "../../ui/parts.tsx";
import { ShowRows, usePagedRows } from "../../ui/rows.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { OrderState } from "./order-state.tsx";

const PAGE_SIZE = 20;
const STATUS: Filter = {
  name: "status",
  label: "State",
  initial: "",
  options: [
    ["", "Any"],
    ["open", "Open"],
    ["cancelled", "Cancelled"],
    ["refunded", "Refunded"],
  ],
};
const FILTERS = [SINCE, STATUS];

/** Shows how many lines of an order matched a wish. */
function Matched({ of: order }: { of: Order }) {
  const matched = matchedOf(order);
  const all = order.lines.length;
  return (
    <Badge tone={matched > 0 ? "good" : "calm"}>
      {matched === 0 ? "none" : `${formatNumber(matched)} of ${formatNumber(all)}`}
    </Badge>
  );
}

const COLUMNS: readonly Column<Order>[] = [
  { name: "Order", cell: ({ orderRef }) => <a href={addressOfOrder(orderRef)}>{orderRef}</a> },
  { name: "Ordered", cell: ({ createdTime }) => <When at={createdTime} /> },
  {
    name: "Customer",
    isName: true,
    cell: ({ customerRef, email, phone }) => customerRef ?? email ?? phone ?? "–",
  },
  { name: "Channel", isName: true, cell: ({ channel }) => channel ?? "–" },
  { name: "Lines", isNumber: true, cell: ({ lines }) => formatNumber(lines.length) },
  { name: "Wishes matched", cell: (order) => <Matched of={order} /> },
  { name: "State", cell: (order) => <OrderState of={order} /> },
];

const Found = ({ orders }: { orders: readonly Order[] }) => (
  <Table label="Orders, newest first" rows={orders} keyOf={({ orderRef }) => orderRef} columns={COLUMNS} />
);

function Results() {
  const { api } = usePortal();
  const { since = "", status } = useFilters(FILTERS);
  const orders = usePagedRows(
    async (cursor) => {
      const filter = { changedSince: timeOfSince(since), status, sortBy: "newest" };
      const query = { ...filter, pageSize: PAGE_SIZE, cursor };
      return filledPage<Order>(api, "/orders", "orders", query);
    },
    [since, status],
  );
  return (
    <ShowRows
      of={orders}
      more="Show older orders"
      none={
        <Empty title="No matching orders">
          Choose a longer time. The <a href="/docs/feeds">feeds guide</a> describes how the shop sends its
          orders.
        </Empty>
      }
    >
      {(rows) => <Found orders={rows} />}
    </ShowRows>
  );
}

/** The orders of the store, with a search by reference. */
export function OrdersPage() {
  const { route } = useLocation();
  return (
    <Page title="Orders" lead="The wishes that an order fulfilled, and why it did not fulfil others">
      <div class="stack">
        <Card title="Find an order">
          <Form
            label="Find an order"
            submit="Show"
            onSend={({ orderRef = "" }) => {
              if (orderRef.trim() !== "") route(addressOfOrder(orderRef.trim()));
            }}
          >
            {() => (
              <Input
                label="Order"
                name="orderRef"
                type="search"
                required
                hint="The reference that the shop sends. With Shopify, it is the long number in the address of the order."
              />
            )}
          </Form>
        </Card>
        <Card title="Orders of the store">
          <div class="stack">
            <div>
              <Filters of={FILTERS} />
            </div>
            <Results />
          </div>
        </Card>
      </div>
    </Page>
  );
}
