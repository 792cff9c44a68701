import { defined } from "../../collections/defined.ts";
import { type CellOf, type FlatLine, orUndefined, wholeOf } from "../flat-line.ts";

/** Columns with the times of changes of an order. */
const TIMES = ["Created at", "Paid at", "Fulfilled at", "Cancelled at"];
const TIME = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d) (?:(UTC)|([+-]\d\d):?(\d\d))$/;

/** Converts a time such as `2026-05-01 10:00:00 +0200` to ISO 8601. Other text is returned unchanged. */
function timeOf(text: string): string {
  const [, day, time, utc, hours = "", minutes = ""] = TIME.exec(text) ?? [];
  if (day === undefined || time === undefined) return text;
  return `${day}T${time}${utc === undefined ? `${hours}:${minutes}` : "Z"}`;
}

/** Returns the latest time in a line, as the time of the order's last known change. */
function latestOf(times: readonly string[]): string | undefined {
  const valid = times.filter((time) => !Number.isNaN(Date.parse(time)));
  return valid.sort((one, other) => Date.parse(one) - Date.parse(other)).at(-1);
}

function statusOf(cell: CellOf): string | undefined {
  const payment = cell("Financial Status").toLowerCase();
  if (cell("Cancelled at") !== "" || payment === "voided") return "cancelled";
  if (payment === "refunded") return "refunded";
  return payment === "" ? undefined : "open";
}

/**
 * Reads a line of Shopify's order export: an order line; the first one also has the data of the order. The export has
 * no ids of products, variants and lines: a variant is found by its SKU, and lines are numbered. It does not divide
 * discounts on the whole order over the lines.
 * https://help.shopify.com/en/manual/fulfillment/managing-orders/exporting-orders
 */
export function lineOfShopifyOrder(cell: CellOf): FlatLine[] {
  const times = TIMES.map(cell)
    .filter((text) => text !== "")
    .map(timeOf);
  const quantity = cell("Lineitem quantity");
  const isFirst = cell("Created at") !== "";
  const part = defined({
    sku: orUndefined(cell("Lineitem sku")),
    quantity: wholeOf(quantity),
    price: orUndefined(cell("Lineitem price")),
    discount: orUndefined(cell("Lineitem discount")),
  });
  const fields = defined({
    orderRef: orUndefined(cell("Id") || (isFirst ? cell("Name") : "")),
    email: orUndefined(cell("Email")),
    phone: orUndefined(cell("Phone").replace(/^'/, "")),
    channel: orUndefined(cell("Source")),
    createdTime: isFirst ? timeOf(cell("Created at")) : undefined,
    updatedTime: latestOf(times),
    status: statusOf(cell),
    currency: orUndefined(cell("Currency")),
  });
  return [{ key: cell("Name"), fields, ...(quantity === "" ? {} : { part }) }];
}
