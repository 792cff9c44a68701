import type { Api } from "./api.ts";
import { orNothing } from "./problem.ts";
import type { Customer, Order, WishlistPage } from "./types.ts";

export type OrderLine = Order["lines"][number];

/** The address of an order's page. */
export const addressOfOrder = (orderRef: string) => `/portal/orders/${encodeURIComponent(orderRef)}`;

/** What a line that matched no wish means for the customer, and what would change it. */
export const MEANINGS: Readonly<Record<NonNullable<OrderLine["reasonCode"]>, string>> = {
  test_order: "Test orders fulfil no wishes.",
  no_customer:
    "Nobody in this store has the customer id, e-mail address or phone number of the order. It is matched once such a customer is there.",
  variant_ambiguous: "The line must also name its product.",
  variant_unknown: "The line is matched once the catalogue has this variant.",
  no_wish:
    "The customer had no open wish for it. A wish for another size or colour is a wish for another variant.",
  wished_later: "Only wishes that are older than the order count.",
  bought_before: "An earlier order has fulfilled the wish.",
  wishlist_deleted: "It had fulfilled a wish, whose wishlist is deleted.",
  undone: "The wish is open again.",
  undone_wished_again: "The newer wish stays, and the earlier one is not restored.",
  undone_reference_taken: "The earlier wish is not restored.",
};

const PERSON_WORDS: Record<string, string> = {
  customer: "customer id",
  email: "e-mail address",
  phone: "phone number",
};
const VARIANT_WORDS: Record<string, string> = {
  variant: "variant",
  catalogue: "the catalogue",
  sku: "SKU",
  gtin: "GTIN",
};

/** How a line found its wish, such as "by e-mail address and SKU": the API names first the person, then the variant. */
export function ruleInWords(rule: string): string {
  const [person = "", variant = ""] = rule.split(", ");
  return `by ${PERSON_WORDS[person] ?? person} and ${VARIANT_WORDS[variant] ?? variant}`;
}

/** What a line bought, by the most telling of its names. */
export const nameOfLine = ({ lineRef, variantRef, variantId, sku, gtin, productRef }: OrderLine): string =>
  variantRef ?? sku ?? gtin ?? variantId ?? productRef ?? lineRef;

/** An order that may have matched wishes of somebody. */
export interface FoundOrder {
  order: Order;
  /** The customer whom it names; absent where the store knows nobody of these names. */
  customer?: Customer | undefined;
}

/** Who has the first wish that an order has matched. */
async function holderOf(api: Api, { lines }: Order): Promise<string | undefined> {
  const id = lines.find(({ matched }) => matched)?.matched?.wishlistId;
  if (id === undefined) return undefined;
  return (await api.get<WishlistPage["wishlist"][number]>("/wishlists", { id, pageSize: 1 }).catch(orNothing))
    ?.customerId;
}

/** The customer of an order. By an e-mail address or a phone number, a search finds its holder first. */
async function customerOf(api: Api, order: Order): Promise<Customer | undefined> {
  for (const id of [await holderOf(api, order), order.customerId, order.customerRef]) {
    if (id === undefined) continue;
    const found = await api.get<Customer>(`/customers/${encodeURIComponent(id)}`).catch(orNothing);
    if (found) return found;
  }
  for (const text of [order.email, order.contactEmail, order.phone]) {
    if (text === undefined) continue;
    const body = { text, pageSize: 1 };
    const [found] = (await api.read<{ customers: Customer[] }>("/customers/search", body)).customers;
    if (found && [found.email?.toLowerCase(), found.phone].includes(text.toLowerCase())) return found;
  }
  return undefined;
}

/** An order with its customer; undefined for an order that the store does not have. */
export async function findOrder(api: Api, orderRef: string): Promise<FoundOrder | undefined> {
  const order = await api.get<Order>(`/orders/${encodeURIComponent(orderRef)}`).catch(orNothing);
  return order && { order, customer: await customerOf(api, order) };
}

/** Lines of an order that have matched a wish. */
export const matchedOf = ({ lines }: Order): number => lines.filter(({ matched }) => matched).length;
