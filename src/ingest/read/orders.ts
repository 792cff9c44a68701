import type { Amendment, OrderFields } from "../../actors/order/messages.ts";
import { amountOf, millionths } from "../../actors/report/money.ts";
import { defined } from "../../store/defined.ts";
import type { OrderStatus } from "../../store/records/orders.ts";
import type { FieldError } from "../problem.ts";
import { fieldsOf, invalidRow, type RowError, textIn, validateWithout } from "../rows.ts";
import { OrderBody } from "../schemas/orders.ts";
import { normalisePhone } from "../validation/normalise.ts";
import { readTime } from "../validation/time.ts";
import { compileBody } from "../validation/validation.ts";

const validate = compileBody(OrderBody);

const isShopify = (row: Record<string, unknown>) => row["orderRef"] === undefined && row["id"] !== undefined;

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const textsIn = (...values: unknown[]) =>
  values.flatMap((value) => (typeof value === "string" && value.trim() !== "" ? value.trim() : []));

const REFUND_LINES = "refund_line_items";

/** Returns the refunded units of each order line. */
function unitsIn(refunds: readonly unknown[]): Map<string, number> {
  const units = new Map<string, number>();
  for (const row of refunds.flatMap((refund) => listOf(fieldsOf(refund)[REFUND_LINES]))) {
    const { line_item_id, quantity } = fieldsOf(row);
    const line = String(line_item_id);
    if (typeof quantity === "number") units.set(line, (units.get(line) ?? 0) + quantity);
  }
  return units;
}

/**
 * Returns the units that were refunded or removed by an edit. `current_quantity` counts the units that are left after
 * both.
 */
function unitsGone({ quantity, current_quantity: left }: Record<string, unknown>, refunded?: number) {
  if (typeof quantity !== "number" || typeof left !== "number") return refunded;
  return Math.max(quantity - left, refunded ?? 0);
}

/** Returns the discount of a line: all discounts on it, and its share of the discounts on the order. */
function discountOf(line: Record<string, unknown>): string | undefined {
  const { discount_allocations: allocations } = line;
  if (!Array.isArray(allocations)) return undefined;
  const amounts = allocations.flatMap((each) => textIn(each, "amount") ?? []);
  const valid = amounts.filter((amount) => /^\d+(\.\d+)?$/.test(amount));
  return amountOf(valid.reduce((sum, amount) => sum + millionths(amount), 0n));
}

function lineOfShopify(row: unknown, refunded: Map<string, number>): Record<string, unknown> {
  const line = fieldsOf(row);
  const { id: lineRef, product_id, variant_id, sku, quantity, price } = line;
  return defined({
    lineRef,
    productRef: product_id ?? undefined,
    variantRef: variant_id ?? undefined,
    sku: sku === "" || sku === null ? undefined : sku,
    quantity,
    refundedQuantity: unitsGone(line, refunded.get(String(lineRef))),
    price,
    discount: discountOf(line),
  });
}

/** Payment states of a cancelled order. */
const STATUSES: Record<string, OrderStatus> = { refunded: "refunded", voided: "cancelled" };

/** Converts Shopify's order to the service's format. https://shopify.dev/docs/api/admin-rest/latest/resources/order */
function orderOfShopify(order: Record<string, unknown>): Record<string, unknown> {
  const { id, customer, processed_at, created_at, updated_at, cancelled_at } = order;
  const buyer = fieldsOf(customer);
  const emails = textsIn(buyer["email"], order["email"], order["contact_email"]);
  const [email, contactEmail] = [...new Set(emails.map((address) => address.toLowerCase()))];
  const phones = textsIn(buyer["phone"], order["phone"]);
  const refunds = listOf(order["refunds"]);
  const refunded = unitsIn(refunds);
  const refundIds = refunds.flatMap((refund) => textIn(refund, "id") ?? []);
  return defined({
    orderRef: id,
    customerRef: buyer["id"],
    email,
    contactEmail,
    phone: phones.find((phone) => normalisePhone(phone) !== undefined) ?? phones[0],
    channel: order["source_name"],
    createdTime: processed_at ?? created_at,
    updatedTime: updated_at,
    status: cancelled_at ? "cancelled" : (STATUSES[textIn(order, "financial_status") ?? ""] ?? "open"),
    test: order["test"] ?? false,
    currency: order["currency"],
    lines: listOf(order["line_items"]).map((line) => lineOfShopify(line, refunded)),
    refundIds: refundIds.length > 0 ? refundIds : undefined,
  });
}

/** A refund or an edit of an order: the changes of its lines, without the order itself. */
export interface ShopifyAmendment {
  orderRef: string;
  amendment: Amendment;
}

/**
 * Reads Shopify's refund from the topic `refunds/create`.
 * https://shopify.dev/docs/api/admin-rest/latest/resources/refund
 */
export function readRefund(body: unknown): ShopifyAmendment | { error: RowError } {
  const [id, orderRef] = [textIn(body, "id"), textIn(body, "order_id")];
  const time = timeIn(body, "created_at") ?? timeIn(body, "processed_at");
  if (id === undefined || orderRef === undefined || time === undefined) return incomplete("/order_id");
  const lines = [...unitsIn([body])].map(([lineRef, gone]) => ({ lineRef, gone }));
  return { orderRef, amendment: { refundId: id, time, lines } };
}

/**
 * Reads Shopify's edit of an order from the topic `orders/edited`: the changes of units per line. The data of a new
 * line arrives with the next version of the order.
 */
export function readEdit(body: unknown): ShopifyAmendment | { error: RowError } {
  const edit = fieldsOf(fieldsOf(body)["order_edit"]);
  const orderRef = textIn(edit, "order_id");
  const time = timeIn(edit, "committed_at") ?? timeIn(edit, "created_at");
  if (orderRef === undefined || time === undefined) return incomplete("/order_edit/order_id");
  const changes = fieldsOf(edit["line_items"]);
  const unitsOf = (name: "additions" | "removals", as: "added" | "gone") =>
    listOf(changes[name]).flatMap((change) => {
      const [lineRef, delta] = [textIn(change, "id"), fieldsOf(change)["delta"]];
      return lineRef !== undefined && typeof delta === "number" ? [{ lineRef, [as]: Math.abs(delta) }] : [];
    });
  const lines = [...unitsOf("additions", "added"), ...unitsOf("removals", "gone")];
  return { orderRef, amendment: { time, lines } };
}

const timeIn = (body: unknown, name: string) => readTime(textIn(body, name) ?? "");

const incomplete = (path: string) => ({
  error: invalidRow([{ path, message: "is required, together with an id and a time" }]),
});

/** An order as it is sent. By default it is open and not a test. */
type Body = Omit<OrderFields, "status" | "test"> & Partial<Pick<OrderFields, "status" | "test">>;

/** Contact data of the buyer; an order is accepted without it. */
const CONTACTS = ["/email", "/contactEmail", "/phone"];

/** A row of an order feed. */
export interface ReadOrder {
  order: OrderFields;
  ignored: FieldError[];
}

/**
 * Reads a row of an order feed in the service's or in Shopify's format. `ignored` lists invalid contact data of the
 * buyer.
 */
export function readOrder(row: unknown): ReadOrder | { error: RowError } {
  const fields = fieldsOf(row);
  const { refundIds, ...shopify } = isShopify(fields) ? orderOfShopify(fields) : {};
  const own = isShopify(fields) ? shopify : row;
  const { errors, ignored } = validateWithout(validate, own, CONTACTS);
  if (errors.length > 0) return { error: invalidRow(errors) };
  const body = withoutNulls(own as Body);
  const refs = body.lines.map(({ lineRef }) => lineRef);
  const twice = refs.find((ref, i) => refs.indexOf(ref) !== i);
  if (twice !== undefined)
    return { error: invalidRow([{ path: "/lines", message: `has the lineRef "${twice}" more than once` }]) };
  const lines = body.lines.map((line) => withoutNulls(line));
  const refunds = refundIds === undefined ? {} : { refundIds: refundIds as string[] };
  const { status = "open", test = false } = body;
  return { order: { ...body, ...refunds, lines, status, test }, ignored };
}

const withoutNulls = <T extends object>(record: T) =>
  Object.fromEntries(
    Object.entries(record).filter(([, value]) => value !== null && value !== undefined),
  ) as T;
