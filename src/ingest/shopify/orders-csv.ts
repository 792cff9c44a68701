import { defined } from "../../store/defined.ts";
import { type CellOf, type FlatLine, orUndefined, wholeOf } from "../flat-line.ts";

/** Columns of the times at which an order changes. */
const TIMES = ["Created at", "Paid at", "Fulfilled at", "Cancelled at"];
const TIME = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d) (?:(UTC)|([+-]\d\d):?(\d\d))$/;

/** A time such as `2026-05-01 10:00:00 +0200` in ISO 8601; other text as it is. */
function timeOf(text: string): string {
  const [, day, time, utc, hours = "", minutes = ""] = TIME.exec(text) ?? [];
  if (day === undefined || time === undefined) return text;
  return `${day}T${time}${utc === undefined ? `${hours}:${minutes}` : "Z"}`;
}

/** The latest time in a line: data with a later time is newer than the file. */
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
 * A line of Shopify's order export: an order line, the first one with the data of the whole order. It has no ids of
 * products, variants and lines: a variant is found by its stock-keeping unit, and lines are numbered. Discounts on the
 * whole order are not given by line. https://help.shopify.com/en/manual/fulfillment/managing-orders/exporting-orders
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
