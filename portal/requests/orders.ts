import type { Api } from "../api/api.ts";
import { orNothing } from "../api/problem.ts";
import type { Customer, Order, WishlistPage } from "../api/types.ts";

export type OrderLine = Order["lines"][number];
type List = WishlistPage["wishlist"][number];

/** Returns the address of an order's page. */
export const addressOfOrder = (orderRef: string) => `/portal/orders/${encodeURIComponent(orderRef)}`;

/** Explanations for people of why a line matched no wish, and of what would change it, by reason code. */
export const MEANINGS: Readonly<Record<NonNullable<OrderLine["reasonCode"]>, string>> = {
  test_order: "Test orders fulfil no wishes.",
  no_customer:
    "Nobody in this store has the customer id, e-mail address or phone number of the order. The order is matched when such a customer exists.",
  variant_ambiguous:
    "Several variants fit. The line must also name its product and the reference of the variant.",
  variant_unknown: "The line is matched when the catalogue has this variant.",
  no_wish:
    "The customer had no open wish for it. A wish for another size or colour is a wish for another variant.",
  wished_later: "Only wishes that are older than the order count.",
  bought_before: "An earlier order has fulfilled the wish.",
  wishlist_deleted: "The line had fulfilled a wish, but its wishlist was deleted.",
  undone: "The wish is open again.",
  undone_wished_again: "The newer wish is kept, and the earlier one is not restored.",
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

/**
 * Describes how a line found its wish, such as "by e-mail address and SKU". The rule of the API has two parts: the
 * person and the variant.
 */
export function ruleInWords(rule: string): string {
  const [person = "", variant = ""] = rule.split(", ");
  return `by ${PERSON_WORDS[person] ?? person} and ${VARIANT_WORDS[variant] ?? variant}`;
}

/** Returns the most useful name of a line's variant. */
export const nameOfLine = ({ lineRef, variantRef, variantId, sku, gtin, productRef }: OrderLine): string =>
  variantRef ?? sku ?? gtin ?? variantId ?? productRef ?? lineRef;

/** An order with its customer and the names of the wishlists. */
export interface FoundOrder {
  order: Order;
  /** The customer of the order; absent if the store does not have this customer. */
  customer?: Customer | undefined;
  /** Names of the customer's wishlists by id. A name may be missing if the customer has many wishlists. */
  lists: ReadonlyMap<string, string>;
}

/** The largest page of the API. */
const LISTS_ASKED = 50;

/** Loads the wishlist of the first wish that an order matched; undefined if there is none or it was deleted. */
async function firstListOf(api: Api, { lines }: Order): Promise<List | undefined> {
  const id = lines.find(({ matched }) => matched)?.matched?.wishlistId;
  return id === undefined ? undefined : api.get<List>("/wishlists", { id, pageSize: 1 }).catch(orNothing);
}

/**
 * Returns the names of the wishlists whose wishes an order matched. All belong to the customer. The first one is known;
 * for others, the customer's wishlists are looked up with one request.
 */
async function listNamesOf(
  api: Api,
  { lines }: Order,
  { first, customer }: { first: List | undefined; customer: Customer | undefined },
) {
  const ids = new Set(lines.flatMap(({ matched }) => matched?.wishlistId ?? []));
  const customerId = first?.customerId ?? customer?.svc_customer_id;
  const isKnown = ids.size === 0 || (ids.size === 1 && first !== undefined);
  const query = { customerId, pageSize: LISTS_ASKED };
  const page =
    isKnown || customerId === undefined
      ? undefined
      : await api.get<WishlistPage>("/wishlists/lookup", query).catch(orNothing);
  const lists = [...(first ? [first] : []), ...(page?.wishlist ?? [])];
  return new Map(lists.flatMap(({ id, name }) => (name === undefined ? [] : [[id, name] as const])));
}

/** Finds the customer of an order: by id, or with a search for the e-mail address or the phone number. */
async function customerOf(api: Api, order: Order, first: List | undefined): Promise<Customer | undefined> {
  for (const id of [first?.customerId, order.customerId, order.customerRef]) {
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

/** Loads an order with its customer; undefined if the store does not have the order. */
export async function findOrder(api: Api, orderRef: string): Promise<FoundOrder | undefined> {
  const order = await api.get<Order>(`/orders/${encodeURIComponent(orderRef)}`).catch(orNothing);
  if (!order) return undefined;
  const first = await firstListOf(api, order);
  const customer = await customerOf(api, order, first);
  return { order, customer, lists: await listNamesOf(api, order, { first, customer }) };
}

/** Counts the lines of an order that matched a wish. */
export const matchedOf = ({ lines }: Order): number => lines.filter(({ matched }) => matched).length;
