import { defined } from "../../collections/defined.ts";
import { ownValue } from "../../collections/own-value.ts";
import type { FeedKind } from "../../store/feeds/feed-record.ts";
import {
  type CellOf,
  type Columns,
  type FlatLine,
  LINES,
  type Parts,
  VARIANTS,
  wholeOf,
} from "../flat-line.ts";
import { ProductBody, StockLevelBody } from "../schemas/catalogue.ts";
import { CustomerBody } from "../schemas/customers.ts";
import { OrderBody } from "../schemas/orders.ts";
import { lineOfShopifyCustomer } from "../shopify/customers-csv.ts";
import { shopifyInventory } from "../shopify/inventory-csv.ts";
import { lineOfShopifyOrder } from "../shopify/orders-csv.ts";
import { shopifyProducts } from "../shopify/products-csv.ts";

/** Maximum number of characters in the name of a column. */
const MAX_COLUMN = 255;

interface Flat {
  /** The header must have at least one of these columns. */
  needs: string[];
  parts?: Parts;
  /** Columns of a part, with the members that they become. */
  ofParts?: Record<string, string>;
}

const named = (...columns: string[]) => Object.fromEntries(columns.map((column) => [column, column]));

/**
 * The service's own CSV format: columns have the names of the members of a row. Columns that do not belong to a part
 * belong to the row.
 */
const FLAT: Record<FeedKind, Flat> = {
  orders: {
    needs: ["orderRef"],
    parts: LINES,
    ofParts: named(
      "lineRef",
      "productRef",
      "variantRef",
      "variantId",
      "sku",
      "gtin",
      "quantity",
      "refundedQuantity",
      "price",
      "discount",
    ),
  },
  products: {
    needs: ["productRef"],
    parts: VARIANTS,
    ofParts: {
      ...named("variantRef", "sku", "gtin", "inventoryItemId", "price", "currency", "inventoryPolicy"),
      ...named("available"),
      variantTitle: "title",
    },
  },
  "stock-levels": {
    needs: ["variantRef", "variantId", "sku", "gtin", "inventoryItemId", "inventory_item_id"],
  },
  customers: { needs: ["id", "svc_customer_id", "email", "phone"] },
};

/** Types of a row's members, from its schema. */
interface RowSchema {
  properties: Record<string, { type?: string | string[]; "x-flag"?: boolean; "x-reference"?: boolean }>;
}

const SCHEMAS: Record<FeedKind, object> = {
  orders: OrderBody,
  products: ProductBody,
  "stock-levels": StockLevelBody,
  customers: CustomerBody,
};

/** Returns the names of the members of a row and of its parts for which `is` returns true. */
function membersOf(kind: FeedKind, is: (member: RowSchema["properties"][string]) => boolean): Set<string> {
  const { properties } = SCHEMAS[kind] as RowSchema;
  const parts = Object.values(properties).flatMap((member) => {
    const { items } = member as { items?: Partial<RowSchema> };
    return Object.entries(items?.properties ?? {});
  });
  return new Set(
    [...Object.entries(properties), ...parts].flatMap(([name, member]) => (is(member) ? name : [])),
  );
}

/** Returns a function that converts a cell of the service's own columns: to a whole number, a flag, or text. */
function valuesOf(kind: FeedKind): (column: string, cell: string) => unknown {
  const flags = membersOf(kind, (member) => member["x-flag"] === true);
  const numbers = membersOf(
    kind,
    ({ type, "x-reference": isReference }) => [type].flat().includes("integer") && isReference !== true,
  );
  return (column, cell) => {
    if (cell === "null") return null;
    if (flags.has(column)) return cell.toLowerCase();
    return numbers.has(column) ? wholeOf(cell) : cell;
  };
}

function flatLine(
  { needs, ofParts = {} }: Flat,
  header: readonly string[],
  valueOf: (column: string, cell: string) => unknown,
  cell: CellOf,
  cells: number,
): FlatLine {
  const fields: Record<string, unknown> = {};
  const part: Record<string, unknown> = {};
  for (const column of header.slice(0, cells)) {
    const text = cell(column);
    if (text === "" || column === "") continue;
    const member = ownValue(ofParts, column);
    if (member === undefined) fields[column] = valueOf(column, text);
    else part[member] = valueOf(column, text);
  }
  const [key = ""] = needs;
  return { key: cell(key), fields, ...(Object.keys(part).length > 0 ? { part } : {}) };
}

/** Returns the reader of a Shopify export; undefined for other files. */
function shopifyColumns(kind: FeedKind, header: readonly string[]): Columns | undefined {
  const has = (...columns: string[]) => columns.every((column) => header.includes(column));
  // Both the product export and the inventory export have a Handle; only the inventory export has a column SKU.
  if (kind === "products" && has("Handle") && !has("SKU"))
    return { parts: VARIANTS, read: shopifyProducts(header) };
  if (kind === "orders" && has("Name", "Created at", "Lineitem quantity"))
    return { parts: { ...LINES, numberedAs: "lineRef" }, read: lineOfShopifyOrder };
  if (kind === "customers" && has("First Name", "Last Name", "Email")) return { read: lineOfShopifyCustomer };
  const read = kind === "stock-levels" && has("Handle") ? shopifyInventory(header) : undefined;
  return read && { read };
}

/** The columns that identify Shopify's exports, for error messages. */
const SHOPIFY: Record<FeedKind, string> = {
  products: "Handle (not the inventory export)",
  orders: "Name with Created at and Lineitem quantity",
  customers: "First Name with Last Name and Email",
  "stock-levels": "Handle with Location and Available",
};

/** Returns how to read a file with this header, or the error of the header. */
export function columnsOf(kind: FeedKind, header: readonly string[]): Columns | { fault: string } {
  // Each row repeats the names of the columns.
  if (header.some((column) => column.length > MAX_COLUMN))
    return { fault: `The header has a column of more than ${MAX_COLUMN} characters.` };
  const seen = new Set<string>();
  const twice = header.find((column) => column !== "" && seen.size === seen.add(column).size);
  if (twice !== undefined) return { fault: `The header has the column ${twice} more than once.` };
  // If all lines end with a carriage return alone, the whole file is one line.
  if (header.some((column) => column.includes("\r")))
    return { fault: "The header has a carriage return: end lines with a newline." };
  if (header.includes("__proto__")) return { fault: "The header has a column named __proto__." };
  const ofShopify = shopifyColumns(kind, header);
  if (ofShopify) return ofShopify;
  const flat = FLAT[kind];
  if (!flat.needs.some((column) => header.includes(column))) {
    const names =
      flat.needs.length === 1 ? flat.needs : [flat.needs.slice(0, -1).join(", "), flat.needs.at(-1)];
    const found =
      header.length === 1 ? " It has only one column: separate cells by commas, semicolons or tabs." : "";
    return {
      fault: `The header needs the column ${names.join(" or ")}, or Shopify's ${SHOPIFY[kind]}.${found}`,
    };
  }
  const { parts } = flat;
  const valueOf = valuesOf(kind);
  return { ...defined({ parts }), read: (cell, cells) => [flatLine(flat, header, valueOf, cell, cells)] };
}
