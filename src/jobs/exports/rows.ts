import { stringify } from "csv-stringify/sync";
import { ownValue } from "../../collections/own-value.ts";
import { CSV_OPTIONS } from "../../ingest/csv/spreadsheet.ts";
import { isObject } from "../../ingest/json/json.ts";
import type { ExportedRecord } from "./connector.ts";

export type Format = "ndjson" | "csv";

/** The names of the output's fields, each with its path in the record. */
export type Mapping = Readonly<Record<string, string>>;

/** Columns of a CSV file without a mapping. */
const COLUMNS: Mapping = Object.fromEntries(
  [
    ...["type", "id", "time", "change", "what", "reason"],
    ...["customerId", "customerRef", "email", "phone", "firstName", "lastName", "acceptsMarketing"].map(
      (name) => `customer.${name}`,
    ),
    ...["wishlistId", "wishlistRef", "name", "isPrivate"].map((name) => `wishlist.${name}`),
    ...["id", "wishlistItemRef", "product.productId", "product.productRef"].map((name) => `item.${name}`),
    ...["product.selectedVariantId", "product.selectedVariantRef"].map((name) => `item.${name}`),
    ...["purchased", "purchasedDate", "notifyMe", "createdTime", "modifiedTime"].map(
      (name) => `item.${name}`,
    ),
    ...["title", "variantTitle", "url", "imageUrl", "sku", "price", "currency", "available"].map(
      (name) => `product.${name}`,
    ),
    // After all columns of earlier versions, for readers that use positions.
    ...["purchasedAndRemoved", "locationRef", "addedFromCart", "addedByStaff", "staffRef"].map(
      (name) => `item.${name}`,
    ),
    ...["prerelease", "disableNotification", "priceWhenAdded.amount", "priceWhenAdded.currency"].map(
      (name) => `item.${name}`,
    ),
    ...["quantity", "purchasedQuantity", "priority", "note"].map((name) => `item.${name}`),
    ...["waitingSince", "lastPurchaseDate", "variantSince"].map((name) => `item.${name}`),
  ].map((path) => [path, path]),
);

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
    ...["wishlistId", "wishlistRef", "attributeGroups"].map((name) => `item.${name}`),
  ].flatMap(pathsTo),
);

/** Returns the names of a mapping whose path no record has. */
export const unknownPathsIn = (mapping: Mapping): string[] =>
  Object.keys(mapping).filter((name) => {
    const path = ownValue(mapping, name) ?? "";
    return !RECORD_PATHS.has(path) && !path.startsWith("item.attributeGroups.");
  });

/** Returns the value at a dotted path; undefined if there is none. */
function at(record: unknown, path: string): unknown {
  let value = record;
  for (const name of path.split(".")) {
    if (!isObject(value) || !Object.hasOwn(value, name)) return undefined;
    value = value[name];
  }
  return value;
}

function valueAt(record: ExportedRecord, path: string): unknown {
  const value = at(record, path);
  const other = record.type === "deleted" && value === undefined ? ownValue(DELETION_PATHS, path) : undefined;
  return other === undefined ? value : at(record, other);
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
