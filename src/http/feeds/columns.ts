import type { FeedKind } from "../../store/file-feeds.ts";
import { lineOfShopify } from "./shopify-csv.ts";

/** The cell of a column; empty where there is none. */
export type CellOf = (column: string) => string;

/** What a line tells: members of a row, and of the one part of it that the line is about. */
export interface FlatLine {
  /** Lines that follow each other with the same key are one row. */
  key: string;
  fields: Record<string, unknown>;
  part?: Record<string, unknown>;
}

/** The parts of a row, each in a line of its own. */
interface Parts {
  /** Member of the row that they are in. */
  member: "variants" | "lines";
  /** Whether a row with some of the parts adds to one with others; else all must be there at once. */
  addUp: boolean;
}

/** How the lines of a file are read. */
export interface Columns {
  parts?: Parts;
  read: (cell: CellOf) => FlatLine;
}

interface Flat {
  /** Columns of which the header must have one. */
  needs: string[];
  parts?: Parts;
  /** Columns of a part, with the members that they are. */
  ofParts?: Record<string, string>;
}

const VARIANTS: Parts = { member: "variants", addUp: true };

const named = (...columns: string[]) => Object.fromEntries(columns.map((column) => [column, column]));

/** Columns have the names of the members of a row; all that are not of a part are the row's own. */
const FLAT: Record<FeedKind, Flat> = {
  orders: {
    needs: ["orderRef"],
    parts: { member: "lines", addUp: false },
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

/** Columns of whole numbers. */
const NUMBERS = new Set(["quantity", "refundedQuantity", "available", "orders_count"]);
const WHOLE = /^-?\d{1,15}$/;

function valueOf(column: string, cell: string): unknown {
  if (cell === "null") return null;
  return NUMBERS.has(column) && WHOLE.test(cell) ? Number(cell) : cell;
}

function flatLine({ needs, ofParts = {} }: Flat, header: readonly string[], cell: CellOf): FlatLine {
  const fields: Record<string, unknown> = {};
  const part: Record<string, unknown> = {};
  for (const column of header) {
    const text = cell(column);
    if (text === "" || column === "") continue;
    const member = Object.hasOwn(ofParts, column) ? ofParts[column] : undefined;
    if (member === undefined) fields[column] = valueOf(column, text);
    else part[member] = valueOf(column, text);
  }
  const [key = ""] = needs;
  return { key: cell(key), fields, ...(Object.keys(part).length > 0 ? { part } : {}) };
}

/** How a file with this header is read, or what is wrong with the header. */
export function columnsOf(kind: FeedKind, header: readonly string[]): Columns | { fault: string } {
  const twice = header.find((column, i) => column !== "" && header.indexOf(column) !== i);
  if (twice !== undefined) return { fault: `The header has the column ${twice} more than once.` };
  // A file whose lines all end so would be nothing but a header.
  if (header.some((column) => column.includes("\r")))
    return { fault: "The header has a carriage return: end lines with a newline." };
  if (header.includes("__proto__")) return { fault: "The header has a column named __proto__." };
  if (kind === "products" && header.includes("Handle")) return { parts: VARIANTS, read: lineOfShopify };
  const flat = FLAT[kind];
  if (!flat.needs.some((column) => header.includes(column))) {
    const names =
      flat.needs.length === 1 ? flat.needs : [flat.needs.slice(0, -1).join(", "), flat.needs.at(-1)];
    const orShopify = kind === "products" ? ", or Shopify's Handle" : "";
    return { fault: `The header needs the column ${names.join(" or ")}${orShopify}.` };
  }
  const { parts } = flat;
  return { ...(parts ? { parts } : {}), read: (cell) => flatLine(flat, header, cell) };
}
