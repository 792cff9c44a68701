import { defined } from "../../collections/defined.ts";
import { type CellOf, type FlatLine, orUndefined, wholeOf } from "../flat-line.ts";

const ADDRESS: Record<string, string> = {
  Company: "company",
  Address1: "address1",
  Address2: "address2",
  City: "city",
  Province: "province",
  "Province Code": "province_code",
  Country: "country",
  "Country Code": "country_code",
  Zip: "zip",
};

/** Removes the apostrophe that keeps spreadsheets from reading a text as a number. */
const plain = (text: string) => orUndefined(text.replace(/^'(?=[\d+])/, ""));

/**
 * Converts yes or no to a boolean. Other text is returned unchanged: the schema refuses it with the name of the field.
 */
function flagOf(text: string): boolean | string | undefined {
  const word = text.toLowerCase();
  return word === "yes" ? true : word === "no" ? false : orUndefined(text);
}

/** Reads the address. In newer exports, its columns have the prefix `Default Address`. */
function addressOf(cell: CellOf): Record<string, unknown> | undefined {
  const members = Object.entries(ADDRESS).map(([column, member]): [string, string | undefined] => [
    member,
    plain(cell(`Default Address ${column}`) || cell(column)),
  ]);
  const address = defined({
    ...Object.fromEntries<string | undefined>(members),
    phone: plain(cell("Default Address Phone")),
  });
  return Object.keys(address).length > 0 ? address : undefined;
}

/**
 * Reads a line of Shopify's customer export. It has no opt-in level, so a customer who accepts e-mail counts as single
 * opt-in. https://help.shopify.com/en/manual/customers/import-export-customers
 */
export function lineOfShopifyCustomer(cell: CellOf): FlatLine[] {
  const accepts = flagOf(cell("Accepts Email Marketing") || cell("Accepts Marketing"));
  const orders = cell("Total Orders");
  const fields = defined({
    id: plain(cell("Customer ID")),
    first_name: orUndefined(cell("First Name")),
    last_name: orUndefined(cell("Last Name")),
    email: orUndefined(cell("Email")),
    phone: plain(cell("Phone")),
    accepts_marketing: accepts,
    marketing_opt_in_level: accepts === true ? "single_opt_in" : undefined,
    default_address: addressOf(cell),
    total_spent: orUndefined(cell("Total Spent")),
    orders_count: orders === "" ? undefined : wholeOf(orders),
    note: orUndefined(cell("Note")),
    tax_exempt: flagOf(cell("Tax Exempt")),
    tags: orUndefined(cell("Tags")),
  });
  return [{ key: "", fields }];
}
