import type { Dispatcher } from "../../actors/dispatcher.ts";
import type { BoughtLine, Candidate, MatchOrder, MatchResult } from "../../actors/order/messages.ts";
import { amountOf, millionths } from "../../actors/report/money.ts";
import type { Customers } from "../../store/customers.ts";
import { isStillWaiting } from "./reasons.ts";
import type { Layout, SlotAddress } from "../../store/layout.ts";
import type { BuyerNames, BuyerPlace, OrderLine, OrderRecord, Orders } from "../../store/orders.ts";
import type { FoundVariant, Products } from "../../store/products.ts";
import type { ProductIdentity } from "../../store/records.ts";
import type { References } from "../../store/references.ts";
import type { WaitingOrders } from "../../store/waiting-orders.ts";

export interface MatchDeps {
  dispatcher: Dispatcher;
  layout: Layout;
  orders: Orders;
  products: Products;
  references: References;
  customers: Customers;
  waitingOrders: WaitingOrders;
  /** What is bought is taken off its list. */
  removePurchased: boolean;
}

interface Person {
  rule: string;
  address: SlotAddress;
}

const identityOf = ({ product, variant }: FoundVariant): ProductIdentity => ({
  productId: product.productId,
  productRef: product.productRef,
  selectedVariantId: variant.variantId,
  selectedVariantRef: variant.variantRef,
});

/** Ways from an order's line to the wish that it bought, the surest first. */
async function candidatesFor(products: Products, scope: string, line: OrderLine): Promise<Candidate[]> {
  const { productRef, variantRef, variantId, sku, gtin } = line;
  const candidates: Candidate[] = [];
  if (productRef !== undefined && variantRef !== undefined)
    candidates.push({ rule: "variant", product: { productRef, selectedVariantRef: variantRef } });
  const known = async (rule: string, names: Parameters<Products["variantsWith"]>[1]) => {
    for (const found of await products.variantsWith(scope, names))
      candidates.push({ rule, product: identityOf(found) });
  };
  if (variantId !== undefined || variantRef !== undefined)
    await known("catalogue", { variantId, variantRef });
  for (const [rule, value] of [
    ["sku", sku],
    ["gtin", gtin],
  ] as const) {
    if (value === undefined) continue;
    await known(rule, { [rule]: value });
    // Shops without references of their own call a variant by its stock-keeping unit.
    await known(rule, { variantRef: value });
    if (productRef !== undefined)
      candidates.push({ rule, product: { productRef, selectedVariantRef: value } });
  }
  return candidates;
}

/** Names that a line's variant may come to be known by. */
function namesOfLine({ variantRef, variantId, sku, gtin }: OrderLine): string[] {
  const named = { r: variantRef, v: variantId, s: sku, g: gtin };
  return Object.entries(named).flatMap(([letter, value]) => (value === undefined ? [] : [letter + value]));
}

const nameOf = ({ key }: { key: string }) => `c${key}`;

/** Names of the people that may have bought. */
function namesOfBuyer({ layout }: MatchDeps, scope: string, order: OrderRecord): string[] {
  const { customerRef, customerId, email, contactEmail, phone, buyer } = order;
  const slots = [
    customerRef && layout.slotOfRef(scope, customerRef),
    customerId && layout.slotOfId(scope, customerId),
  ];
  return [
    ...[...slots, buyer].flatMap((place) => (place ? [nameOf(place)] : [])),
    ...[email, contactEmail].flatMap((address) => (address ? [`e${address.toLowerCase()}`] : [])),
    ...(phone ? [`p${phone}`] : []),
  ];
}

/** Customers that may be meant, the buyer of before first: by id, by e-mail, by phone. */
async function peopleOf(
  { layout, references }: MatchDeps,
  scope: string,
  { customerRef, customerId, email, contactEmail, phone }: BuyerNames,
  buyer?: BuyerPlace,
): Promise<Person[]> {
  const people: Person[] = [];
  const add = (rule: string, address: SlotAddress | undefined) => {
    if (address && !people.some((person) => person.address.slot === address.slot))
      people.push({ rule, address });
  };
  if (buyer) add("customer", layout.slotAt(scope, buyer.partition, buyer.key));
  if (customerId) add("customer", layout.slotOfId(scope, customerId));
  if (customerRef) add("customer", layout.slotOfRef(scope, customerRef));
  const claimed = [
    ["email", email?.toLowerCase()],
    ["email", contactEmail?.toLowerCase()],
    ["phone", phone],
  ] as const;
  for (const [kind, value] of claimed) {
    const holder = value && (await references.customerWith(scope, kind, value));
    if (holder) add(kind, layout.slotOfId(scope, holder));
  }
  return people;
}

/** What is known before a customer is asked. */
interface Outlook {
  people: Person[];
  lines: BoughtLine[];
  /** Names of whoever and whatever is not there yet. */
  lacking: string[];
}

async function lookAhead(deps: MatchDeps, scope: string, order: OrderRecord): Promise<Outlook> {
  const linesBought = order.lines.map(async (line) => {
    const { lineRef, quantity, refundedQuantity = 0 } = line;
    const isUndone = order.test || order.status !== "open" || refundedQuantity >= quantity;
    const candidates = await candidatesFor(deps.products, scope, line);
    return { lineRef, isUndone, candidates, ...soldBy(order, line) };
  });
  // The one whom it was matched with stays the buyer, unless it names somebody else by now.
  const people = await peopleOf(deps, scope, order, order.former ? undefined : order.buyer);
  const areThere = await Promise.all(people.map(({ address }) => deps.customers.isThere(address)));
  const lines = await Promise.all(linesBought);
  const unknown = order.lines.filter(
    (_, i) => lines[i]?.isUndone === false && lines[i].candidates.length === 0,
  );
  const buyer = order.test || areThere.includes(true) ? [] : namesOfBuyer(deps, scope, order);
  return { people, lines, lacking: [...buyer, ...unknown.flatMap(namesOfLine)] };
}

/** Names that an order waits for, after it was looked for them. */
function lackingIn(deps: MatchDeps, scope: string, order: OrderRecord, found: Found): string[] {
  const unknown = order.lines.filter(({ lineRef }) => isStillWaiting(found.lines[lineRef]));
  const lines = unknown.flatMap(namesOfLine);
  if (found.isThere) return lines;
  // In the place of a deleted customer another one may come.
  const isLeft = found.isForgotten && found.buyer;
  return [...(isLeft ? [nameOf(isLeft)] : namesOfBuyer(deps, scope, order)), ...lines];
}

/**
 * Looks for the wishes of whoever an order is of. Where somebody or something is lacking it waits for that first and
 * then looks again, so that whoever comes meanwhile finds it. Resolves to what was found, and to what it waits for.
 */
async function findOrWait(
  deps: MatchDeps,
  scope: string,
  address: SlotAddress,
  order: OrderRecord,
): Promise<{ found: Found; waits: Set<string> }> {
  const waits = new Set<string>();
  for (;;) {
    const outlook = await lookAhead(deps, scope, order);
    let lacking = outlook.lacking.filter((name) => !waits.has(name));
    if (lacking.length === 0) {
      const found = await findBuyer(deps, scope, address, order, outlook);
      lacking = lackingIn(deps, scope, order, found).filter((name) => !waits.has(name));
      if (lacking.length === 0 || order.test) return { found, waits };
    }
    await deps.waitingOrders.add(scope, address, lacking, Date.now());
    for (const name of lacking) waits.add(name);
  }
}

/** Matches one order with the wishes of whoever it is of, and notes with it what became of each line. */
export async function matchOrder(deps: MatchDeps, scope: string, address: SlotAddress): Promise<void> {
  const order = await deps.orders.at(address);
  if (!order) return;
  // A test that was matched as a real order is undone like a cancelled one.
  const isIdle = order.test && !order.buyer && !order.former;
  const { found, waits } = isIdle
    ? { found: refuseAll(order, "test order"), waits: new Set<string>() }
    : await findOrWait(deps, scope, address, order);
  const note = {
    type: "NoteMatches" as const,
    scope,
    slot: address.slot,
    key: address.key,
    revision: order.revision,
    matches: found.lines,
    ...(found.buyer === undefined ? {} : { buyer: found.buyer }),
  };
  const reply = await deps.dispatcher.ask({ partition: address.partition }, note);
  if (!reply.ok) throw new Error(`matches were refused: ${reply.detail}`);
  if (found.buyer && found.isForgotten) await forgetBuyer(deps, scope, address, found.buyer);
  // One that was looked at before may have waited since then.
  const isKnown = order.revision > 1 || Object.keys(order.matches).length > 0;
  const names = isKnown ? [...namesOfBuyer(deps, scope, order), ...order.lines.flatMap(namesOfLine)] : [];
  const lacking = new Set(order.test ? [] : lackingIn(deps, scope, order, found));
  const done = [...new Set([...waits, ...names])].filter((name) => !lacking.has(name));
  await deps.waitingOrders.remove(scope, address, done);
}

/** What is left of a line after refunds: units, and money where the order tells. */
function soldBy({ currency }: OrderRecord, { quantity, refundedQuantity = 0, price }: OrderLine) {
  const units = quantity - refundedQuantity;
  if (price === undefined || currency === undefined) return { units };
  return { units, revenue: { amount: amountOf(millionths(price) * BigInt(units)), currency } };
}

interface Found extends Pick<MatchResult, "lines"> {
  /** The customer, or the place that a deleted one has left. */
  buyer?: BuyerPlace;
  isThere: boolean;
  /** The order names somebody who is deleted. */
  isForgotten: boolean;
}

const refuseAll = ({ lines }: OrderRecord, reason: string): Found => ({
  isThere: false,
  isForgotten: false,
  lines: Object.fromEntries(lines.map(({ lineRef }) => [lineRef, { reason }])),
});

/** Takes from an order all that names a deleted customer. What was bought stays known under the customer's place. */
export async function forgetBuyer(
  { dispatcher }: Pick<MatchDeps, "dispatcher">,
  scope: string,
  { partition, slot, key }: SlotAddress,
  buyer: BuyerPlace,
): Promise<void> {
  const command = { type: "ForgetBuyer" as const, scope, slot, key, buyer };
  const reply = await dispatcher.ask({ partition }, command);
  if (!reply.ok) throw new Error(`an order does not forget: ${reply.detail}`);
}

/** Asks a customer which wishes an order bought. */
async function ask(
  { dispatcher }: MatchDeps,
  { partition, slot, key }: SlotAddress,
  command: Omit<MatchOrder, "slot" | "key">,
): Promise<MatchResult> {
  const reply = await dispatcher.ask({ partition }, { ...command, slot, key });
  if (!reply.ok) throw new Error(`order ${command.orderKey} was refused: ${reply.detail}`);
  return JSON.parse(reply.json ?? "{}") as MatchResult;
}

async function findBuyer(
  deps: MatchDeps,
  scope: string,
  { key: orderKey }: SlotAddress,
  order: OrderRecord,
  { people, lines }: Outlook,
): Promise<Found> {
  const command = {
    type: "MatchOrder" as const,
    scope,
    orderKey,
    orderRef: order.orderRef,
    revision: order.revision,
    boughtTime: new Date(order.createdTime).toISOString(),
    removePurchased: deps.removePurchased,
  };
  let found: Found = refuseAll(order, "no such customer");
  for (const { rule: person, address } of people) {
    const {
      found: isThere,
      isDeleted,
      lines: matches,
    } = await ask(deps, address, { ...command, person, lines });
    const buyer = { partition: address.partition, key: address.key };
    const isForgotten = found.isForgotten || isDeleted;
    if (isThere) {
      found = { lines: matches, buyer, isThere, isForgotten };
      break;
    }
    if (isDeleted && !found.buyer) found = { ...found, buyer, isForgotten };
  }
  for (const { rule: person, address } of await formerPeople(deps, scope, order)) {
    const isBuyer = address.partition === found.buyer?.partition && address.key === found.buyer.key;
    // Of somebody else it bought nothing after all.
    if (!isBuyer) await ask(deps, address, { ...command, person, lines: [] });
  }
  return found;
}

/** Whom the order may have been matched with before it named somebody else. */
async function formerPeople(deps: MatchDeps, scope: string, order: OrderRecord): Promise<Person[]> {
  const { former, buyer } = order;
  if (!former) return [];
  const people = await Promise.all([{}, ...former].map((names) => peopleOf(deps, scope, names, buyer)));
  return people.flat();
}
