import type { Api } from "./api.ts";
import { orNothing } from "./problem.ts";
import type { Customer, Order, WishlistPage } from "./types.ts";

export type OrderLine = Order["lines"][number];
type List = WishlistPage["wishlist"][number];

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
  /** Names of the customer's wishlists by their ids. A list whose customer has many may be missing. */
  lists: ReadonlyMap<string, string>;
}

/** The largest page of the API. */
const LISTS_ASKED = 50;

/** The wishlist of the first wish that an order has matched; undefined without one, and after its deletion. */
async function firstListOf(api: Api, { lines }: Order): Promise<List | undefined> {
  const id = lines.find(({ matched }) => matched)?.matched?.wishlistId;
  return id === undefined ? undefined : api.get<List>("/wishlists", { id, pageSize: 1 }).catch(orNothing);
}

/**
 * The names of the wishlists that an order has matched wishes of: all are the customer's. That of the first is known; for
 * others, those of the customer are looked up by one request.
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

/** The customer of an order. By an e-mail address or a phone number, a search finds its holder first. */
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

/** An order with its customer; undefined for an order that the store does not have. */
export async function findOrder(api: Api, orderRef: string): Promise<FoundOrder | undefined> {
  const order = await api.get<Order>(`/orders/${encodeURIComponent(orderRef)}`).catch(orNothing);
  if (!order) return undefined;
  const first = await firstListOf(api, order);
  const customer = await customerOf(api, order, first);
  return { order, customer, lists: await listNamesOf(api, order, { first, customer }) };
}

/** Lines of an order that have matched a wish. */
export const matchedOf = ({ lines }: Order): number => lines.filter(({ matched }) => matched).length;
