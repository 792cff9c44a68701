import type { Amendment, SentOrder } from "../../actors/order/messages.ts";
import { defined } from "../../collections/defined.ts";
import { ownValue } from "../../collections/own-value.ts";
import { comparableEmail } from "../../store/keys/names.ts";
import type { OrderStatus } from "../../store/records/orders.ts";
import { amountOf, millionths } from "../../units/money.ts";
import type { FieldError } from "../problem.ts";
import {
  fieldsOf,
  invalidRow,
  referenceAt,
  referenceOf,
  type RowError,
  textIn,
  validateWithout,
} from "../rows.ts";
import { OrderBody } from "../schemas/orders.ts";
import { sentErrors, type SentNames } from "../sent-names.ts";
import { normalisePhone } from "../validation/normalise.ts";
import { readTime } from "../validation/time.ts";
import { compileBody } from "../validation/validation.ts";

const validate = compileBody(OrderBody);

const isShopify = (row: Record<string, unknown>) => row["orderRef"] === undefined && row["id"] !== undefined;

const hasValue = (value: unknown) => value !== undefined && value !== null;
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** Returns the texts at some paths of an order, with their paths. */
const textsAt = (order: unknown, paths: readonly string[]) =>
  paths.flatMap((path) => {
    const value = path.split("/").reduce<unknown>((parent, name) => fieldsOf(parent)[name], order);
    return typeof value === "string" && value.trim() !== "" ? { path, text: value.trim() } : [];
  });

const REFUND_LINES = "refund_line_items";

/** Returns the refunded units of each order line. */
function unitsIn(refunds: readonly unknown[]): Map<string, number> {
  const units = new Map<string, number>();
  for (const row of refunds.flatMap((refund) => listOf(fieldsOf(refund)[REFUND_LINES]))) {
    const { line_item_id, quantity } = fieldsOf(row);
    const line = referenceOf(line_item_id);
    if (line !== undefined && typeof quantity === "number")
      units.set(line, (units.get(line) ?? 0) + quantity);
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
    refundedQuantity: unitsGone(line, refunded.get(referenceOf(lineRef) ?? "")),
    price,
    discount: discountOf(line),
  });
}

/** Payment states of a cancelled order. */
const STATUSES: Record<string, OrderStatus> = { refunded: "refunded", voided: "cancelled" };

/** Returns the state of an order; undefined if the body does not say whether it is cancelled. */
function statusOf(order: Record<string, unknown>): OrderStatus | undefined {
  const { cancelled_at } = order;
  if (cancelled_at) return "cancelled";
  const paid = ownValue(STATUSES, textIn(order, "financial_status") ?? "");
  return paid ?? (cancelled_at === undefined ? undefined : "open");
}

/** The contact data of an order's buyer, each with its path. */
function contactsIn(order: Record<string, unknown>) {
  const emails = textsAt(order, ["customer/email", "email", "contact_email"]);
  const [email] = emails;
  const isOther = ({ text }: { text: string }) =>
    email === undefined || comparableEmail(text) !== comparableEmail(email.text);
  const phones = textsAt(order, ["customer/phone", "phone"]);
  const phone = phones.find(({ text }) => normalisePhone(text) !== undefined) ?? phones[0];
  return defined({ email, contactEmail: emails.find(isOther), phone });
}

/** Returns Shopify's names of the members of an order. */
const namesOfShopify = (order: Record<string, unknown>): SentNames => ({
  "/orderRef": "/id",
  "/customerRef": "/customer/id",
  ...Object.fromEntries(
    Object.entries(contactsIn(order)).map(([name, { path }]) => [`/${name}`, `/${path}`]),
  ),
  "/channel": "/source_name",
  "/createdTime": hasValue(order["processed_at"]) ? "/processed_at" : "/created_at",
  "/updatedTime": "/updated_at",
  "/lines": "/line_items",
  "/lines/*/lineRef": "/line_items/*/id",
  "/lines/*/productRef": "/line_items/*/product_id",
  "/lines/*/variantRef": "/line_items/*/variant_id",
  "/lines/*/refundedQuantity": "/line_items/*/current_quantity",
  "/lines/*/discount": "/line_items/*/discount_allocations",
});

/** Converts Shopify's order to the service's format. https://shopify.dev/docs/api/admin-rest/latest/resources/order */
function orderOfShopify(order: Record<string, unknown>): Record<string, unknown> {
  const { id, customer, processed_at, created_at, updated_at } = order;
  const { email, contactEmail, phone } = contactsIn(order);
  const { refunds: sentRefunds } = order;
  const refunds = listOf(sentRefunds);
  const refunded = unitsIn(refunds);
  const refundIds = refunds.flatMap((refund) => referenceAt(refund, "id") ?? []);
  return defined({
    orderRef: id,
    customerRef: fieldsOf(customer)["id"],
    email: email && comparableEmail(email.text),
    contactEmail: contactEmail && comparableEmail(contactEmail.text),
    phone: phone?.text,
    channel: order["source_name"],
    createdTime: processed_at ?? created_at,
    updatedTime: updated_at,
    status: statusOf(order),
    test: order["test"],
    currency: order["currency"],
    lines: listOf(order["line_items"]).map((line) => lineOfShopify(line, refunded)),
    // A webhook may omit the refunds.
    refundIds: Array.isArray(sentRefunds) ? refundIds : undefined,
  });
}

/** A refund or an edit of an order: the changes of its lines, without the order itself. */
export interface ShopifyAmendment {
  orderRef: string;
  amendment: Amendment;
  sentNames: SentNames;
}

/** Returns the first of some members of a body that has a valid time; undefined if there is none. */
function firstTime(body: unknown, names: readonly string[]) {
  const times = names.map((name) => ({ name, time: readTime(textIn(body, name) ?? "") }));
  return times.find((each): each is { name: string; time: string } => each.time !== undefined);
}

/** Returns the error of the first row that has no whole number of units in a member; undefined if there is none. */
function refuseUnits(rows: readonly unknown[], path: string, name: string): { error: RowError } | undefined {
  const index = rows.findIndex((row) => !Number.isSafeInteger(fieldsOf(row)[name]));
  if (index < 0) return undefined;
  return { error: invalidRow([{ path: `${path}/${index}/${name}`, message: "must be an integer" }]) };
}

/**
 * Reads Shopify's refund from the topic `refunds/create`.
 * https://shopify.dev/docs/api/admin-rest/latest/resources/refund
 */
export function readRefund(body: unknown): ShopifyAmendment | { error: RowError } {
  const [id, orderRef] = [referenceAt(body, "id"), referenceAt(body, "order_id")];
  const { name, time } = firstTime(body, ["created_at", "processed_at"]) ?? {};
  if (id === undefined || orderRef === undefined || time === undefined) return incomplete("/order_id");
  const refused = refuseUnits(listOf(fieldsOf(body)[REFUND_LINES]), `/${REFUND_LINES}`, "quantity");
  if (refused) return refused;
  const lines = [...unitsIn([body])].map(([lineRef, gone]) => ({ lineRef, gone: Math.max(gone, 0) }));
  return { orderRef, amendment: { refundId: id, time, lines }, sentNames: { "/time": `/${name}` } };
}

/**
 * Reads Shopify's edit of an order from the topic `orders/edited`: the changes of units per line. The data of a new
 * line arrives with the next version of the order.
 */
export function readEdit(body: unknown): ShopifyAmendment | { error: RowError } {
  const edit = fieldsOf(fieldsOf(body)["order_edit"]);
  const orderRef = referenceAt(edit, "order_id");
  const { name, time } = firstTime(edit, ["committed_at", "created_at"]) ?? {};
  if (orderRef === undefined || time === undefined) return incomplete("/order_edit/order_id");
  const changes = fieldsOf(edit["line_items"]);
  for (const name of ["additions", "removals"]) {
    const refused = refuseUnits(listOf(changes[name]), `/order_edit/line_items/${name}`, "delta");
    if (refused) return refused;
  }
  const unitsOf = (name: "additions" | "removals", as: "added" | "gone") =>
    listOf(changes[name]).flatMap((change) => {
      const [lineRef, delta] = [referenceAt(change, "id"), fieldsOf(change)["delta"]];
      return lineRef !== undefined && typeof delta === "number" ? [{ lineRef, [as]: Math.abs(delta) }] : [];
    });
  const lines = [...unitsOf("additions", "added"), ...unitsOf("removals", "gone")];
  return { orderRef, amendment: { time, lines }, sentNames: { "/time": `/order_edit/${name}` } };
}

const incomplete = (path: string) => ({
  error: invalidRow([{ path, message: "is required, together with an id and a time" }]),
});

/** Contact data of the buyer; an order is accepted without it. */
const CONTACTS = ["/email", "/contactEmail", "/phone"];

/** A row of an order feed. */
export interface ReadOrder {
  order: SentOrder;
  ignored: FieldError[];
  sentNames: SentNames;
}

/**
 * Reads a row of an order feed in the service's or in Shopify's format. `ignored` lists invalid contact data of the
 * buyer.
 */
export function readOrder(row: unknown): ReadOrder | { error: RowError } {
  const fields = fieldsOf(row);
  const isTheirs = isShopify(fields);
  const { refundIds, ...shopify } = isTheirs ? orderOfShopify(fields) : {};
  const own = isTheirs ? shopify : row;
  const { errors, ignored } = validateWithout(validate, own, CONTACTS);
  const sentNames = isTheirs ? namesOfShopify(fields) : {};
  if (errors.length > 0) return { error: invalidRow(sentErrors(sentNames, errors)) };
  const body = withoutNulls(own as SentOrder);
  const seen = new Set<unknown>();
  const repeated = body.lines.findIndex(({ lineRef }) => seen.size === seen.add(lineRef).size);
  if (repeated >= 0) {
    // The value is not repeated, because errors of files are stored, and a reference may be personal data.
    const error = { path: `/lines/${repeated}/lineRef`, message: "has the value of another line" };
    return { error: invalidRow(sentErrors(sentNames, [error])) };
  }
  const lines = body.lines.map((line) => withoutNulls(line));
  const refunds = refundIds === undefined ? {} : { refundIds: refundIds as string[] };
  const order = { ...body, ...refunds, lines };
  return { order, ignored: sentErrors(sentNames, ignored), sentNames };
}

const withoutNulls = <T extends object>(record: T) =>
  Object.fromEntries(
    Object.entries(record).filter(([, value]) => value !== null && value !== undefined),
  ) as T;
