import type { OrderFields } from "../../actors/order/messages.ts";
import { OrderBody } from "../schemas/orders.ts";
import { compileBody, normalisePhone } from "../validation.ts";
import { fieldsOf, invalidRow, type RowError, set } from "./rows.ts";

const validate = compileBody(OrderBody);

const isShopify = (row: Record<string, unknown>) => row["orderRef"] === undefined && row["id"] !== undefined;

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? (value as unknown[]) : []);
const addressIn = (value: unknown) =>
  typeof value === "string" && value.trim() !== "" ? value.trim().toLowerCase() : undefined;
const phoneIn = (value: unknown) => (typeof value === "string" ? normalisePhone(value) : undefined);

/** Units of each line that were given back, by the line. */
function refunds(order: Record<string, unknown>): Map<string, number> {
  const units = new Map<string, number>();
  for (const refund of listOf(order["refunds"])) {
    for (const row of listOf(fieldsOf(refund)["refund_line_items"])) {
      const { line_item_id, quantity } = fieldsOf(row);
      const line = String(line_item_id);
      if (typeof quantity === "number") units.set(line, (units.get(line) ?? 0) + quantity);
    }
  }
  return units;
}

/**
 * Shopify's order in our shape.
 * https://shopify.dev/docs/api/admin-rest/latest/resources/order
 */
function orderOfShopify(order: Record<string, unknown>): Record<string, unknown> {
  const { id, customer, processed_at, created_at, updated_at, cancelled_at, financial_status } = order;
  const buyer = fieldsOf(customer);
  const emails = [buyer["email"], order["email"], order["contact_email"]].flatMap(
    (value) => addressIn(value) ?? [],
  );
  const [email, contactEmail] = [...new Set(emails)];
  const refunded = refunds(order);
  return set({
    orderRef: id,
    customerRef: buyer["id"],
    email,
    contactEmail,
    phone: phoneIn(buyer["phone"]) ?? phoneIn(order["phone"]),
    channel: order["source_name"],
    createdTime: processed_at ?? created_at,
    updatedTime: updated_at,
    status: cancelled_at ? "cancelled" : financial_status === "refunded" ? "refunded" : "open",
    test: order["test"] ?? false,
    currency: order["currency"],
    lines: listOf(order["line_items"]).map((line) => {
      const { id: lineRef, product_id, variant_id, sku, quantity, price } = fieldsOf(line);
      return set({
        lineRef,
        productRef: product_id ?? undefined,
        variantRef: variant_id ?? undefined,
        sku: sku === "" || sku === null ? undefined : sku,
        quantity,
        refundedQuantity: refunded.get(String(lineRef)),
        price,
      });
    }),
  });
}

/** An order as it is sent: open and real unless it says otherwise. */
type Body = Omit<OrderFields, "status" | "test"> & Partial<Pick<OrderFields, "status" | "test">>;

/** Reads a row of an order feed, in our shape or in Shopify's. */
export function readOrder(row: unknown): { order: OrderFields } | { error: RowError } {
  const fields = fieldsOf(row);
  const own = isShopify(fields) ? orderOfShopify(fields) : row;
  const errors = validate(own);
  if (errors.length > 0) return { error: invalidRow(errors) };
  const body = withoutNulls(own as Record<string, unknown>) as unknown as Body;
  const refs = body.lines.map(({ lineRef }) => lineRef);
  const twice = refs.find((ref, i) => refs.indexOf(ref) !== i);
  if (twice !== undefined)
    return { error: invalidRow([{ path: "/lines", message: `has ${twice} more than once` }]) };
  const lines = body.lines.map((line) => withoutNulls({ ...line }) as unknown as typeof line);
  return { order: { ...body, lines, status: body.status ?? "open", test: body.test ?? false } };
}

const withoutNulls = (record: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null && value !== undefined));
