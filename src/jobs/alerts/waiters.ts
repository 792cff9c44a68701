import type { Occasion } from "../../actors/alert/occasion.ts";
import { MAX_NAMED } from "../../actors/alert/raise-alert.ts";
import { mayBeMeant } from "../../actors/alert/rules.ts";
import { groupedBy } from "../../collections/grouped.ts";
import { readableOf, type Wish, type Wishes } from "../../store/read/wishes.ts";
import type { WaitingLists } from "../../store/waiting/waiting-lists.ts";
import { byPosition, type WaitingCursor } from "../../store/waiting/waiting-set.ts";

/** A customer with the wishes to be notified about, the oldest first. */
export interface Waiter {
  customer: Wish["customer"];
  itemIds: string[];
}

export interface WaiterDeps {
  wishes: Pick<Wishes, "read" | "idsWith" | "customersOf">;
  waiting: Pick<WaitingLists, "since">;
}

/** The variant that is waited for. */
export interface AwaitedVariant {
  storeKey: string;
  /** Name of its waiting list. */
  name: string;
  /** Index terms of the items that wish for it. */
  terms: readonly string[];
  occasion: Occasion;
}

/** Wishes that are worth asking their customers' actors, which decide, by their customers' slots. */
function candidatesOf(wishes: readonly Wish[], { occasion }: AwaitedVariant): Map<string, Wish[]> {
  const meant = wishes.filter(({ item }) => mayBeMeant({ item, occasion }));
  return groupedBy(meant, ({ customer }) => customer.slot);
}

/** Adds the customers' other wishes for the variant, which are elsewhere in the waiting list. */
async function addOthers(
  { wishes: reads }: WaiterDeps,
  awaited: AwaitedVariant,
  candidates: Map<string, Wish[]>,
): Promise<void> {
  const customers = [...candidates.values()].flatMap(([wish]) => wish?.customer ?? []);
  const known = new Set([...candidates.values()].flat().map(({ item }) => item.id));
  const ids = (await reads.idsWith(customers, awaited.terms)).filter((id) => !known.has(id));
  if (ids.length === 0) return;
  const others = candidatesOf(readableOf(await reads.read(awaited.storeKey, ids)), awaited);
  for (const [slot, wishes] of others) candidates.get(slot)?.push(...wishes);
}

/** Positions of the customers' wishes. A wish that is not in the waiting list has the position of its creation time. */
async function cursorsOf(
  { waiting }: WaiterDeps,
  { storeKey, name }: AwaitedVariant,
  wishes: readonly Wish[],
  page: readonly WaitingCursor[],
): Promise<Map<string, WaitingCursor>> {
  const cursors = new Map(page.map((cursor) => [cursor.itemId, cursor]));
  const unknown = wishes.filter(({ item }) => !cursors.has(item.id));
  const ids = unknown.map(({ item }) => item.id);
  const since = await waiting.since(storeKey, name, ids);
  for (const [i, { item }] of unknown.entries())
    cursors.set(item.id, { itemId: item.id, since: since[i] ?? Date.parse(item.createdTime) });
  return cursors;
}

/**
 * The customers to notify on a page of a waiting list. A customer is notified once, at the position of the oldest wish,
 * about all wishes for the variant. On the pages of the other wishes the customer is skipped. Also resolves to the
 * wishes that no longer exist. The actors of their customers look for them: one that was moved to another list has a
 * position on this page or before it, so no later page has it.
 */
export async function waitersOf(
  deps: WaiterDeps,
  awaited: AwaitedVariant,
  page: readonly WaitingCursor[],
): Promise<{ waiters: Waiter[]; vanished: string[] }> {
  const ids = page.map(({ itemId }) => itemId);
  const wishes = await deps.wishes.read(awaited.storeKey, ids);
  // One that cannot be decoded keeps its place: it may be repaired.
  const vanished = ids.filter((_, i) => !wishes[i]);
  const candidates = candidatesOf(readableOf(wishes), awaited);
  await addOthers(deps, awaited, candidates);
  const cursors = await cursorsOf(deps, awaited, [...candidates.values()].flat(), page);
  const onPage = new Set(ids);
  const waiters = new Map<string, Waiter>();
  for (const [itemId, customer] of await deps.wishes.customersOf(awaited.storeKey, vanished))
    waiters.set(customer.slot, { customer, itemIds: [itemId] });
  for (const [slot, [first, ...others]] of candidates) {
    if (!first || waiters.has(slot)) continue;
    const line = [first, ...others].flatMap(({ item }) => cursors.get(item.id) ?? []).sort(byPosition);
    const itemIds = line.slice(0, MAX_NAMED).map(({ itemId }) => itemId);
    if (onPage.has(itemIds[0] ?? "")) waiters.set(slot, { customer: first.customer, itemIds });
  }
  return { waiters: [...waiters.values()], vanished };
}
