import type { Order } from "../../api/types.ts";
import { addressOfOrder } from "../../requests/orders.ts";
import { usePortal } from "../../ui/context.ts";
import { formatMoney, formatNumber, formatTime } from "../../ui/format.ts";
import { Card, Empty } from "../../ui/parts.tsx";
import { ShowRows, usePagedRows } from "../../ui/rows.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { OrderState } from "../orders/order-state.tsx";

const Lines = ({ order: { lines, currency } }: { order: Order }) => (
  <>
    {lines.map(({ lineRef, quantity, variantRef, sku, productRef, price, matched }) => (
      <div key={lineRef}>
        {formatNumber(quantity)} × {variantRef ?? sku ?? productRef}
        {price !== undefined && <span class="muted"> at {formatMoney(price, currency)}</span>}
        {matched && <span class="muted"> · fulfilled a wish</span>}
      </div>
    ))}
  </>
);

const COLUMNS: readonly Column<Order>[] = [
  { name: "Order", cell: ({ orderRef }) => <a href={addressOfOrder(orderRef)}>{orderRef}</a> },
  { name: "When", cell: ({ createdTime }) => formatTime(createdTime) },
  { name: "Bought", cell: (order) => <Lines order={order} /> },
  { name: "Channel", isName: true, cell: ({ channel }) => channel ?? "–" },
  { name: "State", cell: (order) => <OrderState of={order} /> },
];

/** The orders that bought wishes of a customer. */
export function CustomerOrders({ customerId }: { customerId: string }) {
  const { api } = usePortal();
  const orders = usePagedRows(
    (cursor) => api.page<Order>("/orders", "orders", { customerId, pageSize: 10, cursor }),
    [customerId],
  );
  return (
    <Card title="Orders">
      <ShowRows of={orders} more="Show older orders">
        {(rows) => (
          <Table
            label="Orders, newest first"
            rows={rows}
            keyOf={({ orderRef }) => orderRef}
            columns={COLUMNS}
            empty={
              <Empty title="No orders yet">
                Orders that bought something from a wishlist are listed here.{" "}
                <a href="/portal/orders">Find other orders</a> by their reference.
              </Empty>
            }
          />
        )}
      </ShowRows>
    </Card>
  );
}
