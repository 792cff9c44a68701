import { stringify } from "csv-stringify/sync";
import { ownValue } from "../../collections/own-value.ts";
import { CSV_OPTIONS } from "../../ingest/csv/spreadsheet.ts";
import { isObject } from "../../ingest/json/json.ts";
import type { ExportedRecord } from "./connector.ts";

export type Format = "ndjson" | "csv";

/** The names of the output's fields, each with its path in the record. */
export type Mapping = Readonly<Record<string, string>>;

/** Returns the paths of members below a path. */
const under = (path: string, names: readonly string[]) => names.map((name) => `${path}.${name}`);

const COLUMN_PATHS = [
  ...["type", "id", "time", "change", "what", "reason"],
  ...under("customer", ["customerId", "customerRef", "email", "phone", "firstName", "lastName"]),
  ...under("customer", ["acceptsMarketing"]),
  ...under("wishlist", ["wishlistId", "wishlistRef", "name", "isPrivate"]),
  ...under("item", ["id", "wishlistItemRef"]),
  ...under("item.product", ["productId", "productRef", "selectedVariantId", "selectedVariantRef"]),
  ...under("item", ["purchased", "purchasedDate", "notifyMe", "createdTime", "modifiedTime"]),
  ...under("product", ["title", "variantTitle", "url", "imageUrl"]),
  ...under("product", ["sku", "price", "currency", "available"]),
  // After all columns of earlier versions, for readers that use positions.
  ...under("item", ["purchasedAndRemoved", "locationRef", "addedFromCart", "addedByStaff", "staffRef"]),
  ...under("item", ["prerelease", "disableNotification"]),
  ...under("item.priceWhenAdded", ["amount", "currency"]),
  ...under("item", ["quantity", "purchasedQuantity", "priority", "note"]),
  ...under("item", ["waitingSince", "lastPurchaseDate", "variantSince"]),
];

/** Columns of a CSV file without a mapping. */
const COLUMNS: Mapping = Object.fromEntries(COLUMN_PATHS.map((path) => [path, path]));

/** Paths in a deletion, which has these ids at its top level. */
const DELETION_PATHS: Mapping = {
  "customer.customerId": "customerId",
  "wishlist.wishlistId": "wishlistId",
  "item.id": "itemId",
  "item.product.productRef": "product.productRef",
  "item.product.selectedVariantRef": "product.selectedVariantRef",
};

/** Returns a dotted path and the paths that lead to it. */
const pathsTo = (path: string): string[] => {
  const names = path.split(".");
  return names.map((_, index) => names.slice(0, index + 1).join("."));
};

/** All paths in records, except those below the attribute groups of an item, whose names are the retailer's own. */
const RECORD_PATHS: ReadonlySet<string> = new Set(
  [
    ...Object.values(COLUMNS),
    ...Object.values(DELETION_PATHS),
    ...under("item", ["wishlistId", "wishlistRef", "attributeGroups"]),
  ].flatMap(pathsTo),
);

/** Returns the names of a mapping whose path no record has. */
export const unknownPathsIn = (mapping: Mapping): string[] =>
  Object.keys(mapping).filter((name) => {
    const path = ownValue(mapping, name) ?? "";
    return !RECORD_PATHS.has(path) && !path.startsWith("item.attributeGroups.");
  });

/** Returns the value at a dotted path; undefined if there is none. */
function valueAtPath(record: unknown, path: string): unknown {
  let value = record;
  for (const name of path.split(".")) {
    if (!isObject(value) || !Object.hasOwn(value, name)) return undefined;
    value = value[name];
  }
  return value;
}

function valueAt(record: ExportedRecord, path: string): unknown {
  const value = valueAtPath(record, path);
  const other = record.type === "deleted" && value === undefined ? ownValue(DELETION_PATHS, path) : undefined;
  return other === undefined ? value : valueAtPath(record, other);
}

/** Returns the content of a cell. Other values than texts and numbers are written as JSON. */
const cellOf = (value: unknown): string | number | null =>
  value === undefined || value === null
    ? null
    : typeof value === "string" || typeof value === "number"
      ? value
      : JSON.stringify(value);

/** Writes records as rows of a file. */
interface Rows {
  /** Text before all rows. */
  head: string;
  textOf: (records: readonly ExportedRecord[]) => string;
}

/** Writes JSON objects, one per line. */
function ndjson(mapping: Mapping | undefined): Rows {
  const paths = mapping && Object.entries(mapping);
  const mapped = (record: ExportedRecord) =>
    paths ? Object.fromEntries(paths.map(([name, path]) => [name, valueAt(record, path)])) : record;
  return {
    head: "",
    textOf(records) {
      let text = "";
      for (const record of records) text += `${JSON.stringify(mapped(record))}\n`;
      return text;
    },
  };
}

/** Writes CSV with a header, see {@link CSV_OPTIONS}. */
function csv(mapping: Mapping): Rows {
  const paths = Object.values(mapping);
  const write = (rows: unknown[][]) => stringify(rows, CSV_OPTIONS);
  return {
    head: write([Object.keys(mapping)]),
    textOf: (records) => write(records.map((record) => paths.map((path) => cellOf(valueAt(record, path))))),
  };
}

/** Returns the writer of a file's rows: CSV with a header, or NDJSON, both with the retailer's mapping. */
export function outputRowsOf(format: Format, mapping: Mapping | undefined): Rows {
  return format === "csv" ? csv(mapping ?? COLUMNS) : ndjson(mapping);
}
