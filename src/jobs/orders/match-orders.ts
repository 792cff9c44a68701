import { buyerAfter } from "../../actors/order/note-matches.ts";
import { isSameJson } from "../../actors/record-text.ts";
import { sendAccepted } from "../../actors/runtime/send.ts";
import { defined } from "../../collections/defined.ts";
import { personNames } from "../../store/keys/names.ts";
import type { SlotAddress } from "../../store/layout/layout.ts";
import type { Erasures } from "../../store/privacy/erasures.ts";
import type { Customers } from "../../store/read/customers.ts";
import type { Orders } from "../../store/read/orders.ts";
import type { BuyerAddress, OrderRecord, UnmatchedCode } from "../../store/records/orders.ts";
import type { Now } from "../../store/redis/clock.ts";
import type { WaitingOrders } from "../../store/waiting/waiting-orders.ts";
import { type Bought, boughtBy } from "./bought-lines.ts";
import {
  type BuyerMatch,
  type BuyerMatchDeps,
  forgetBuyerInOrder,
  matchWithBuyer,
  unmatchedOrder,
} from "./buyer-match.ts";
import { type Buyer, namesOfBuyer, peopleOf } from "./buyers.ts";
import { namesOfLine, type VariantDeps } from "./line-variants.ts";

export interface MatchDeps extends BuyerMatchDeps, VariantDeps {
  orders: Pick<Orders, "at">;
  customers: Pick<Customers, "isThere">;
  waitingOrders: Pick<WaitingOrders, "add" | "remove">;
  erasures: Pick<Erasures, "since">;
  /** Called for each line of an order whose matches are recorded. */
  onMatched: (outcome: UnmatchedCode | "matched") => void;
  /** The store's clock. */
  now: Now;
}

/** Facts about an order before its buyer's actor is called. */
interface Outlook extends Bought {
  people: Buyer[];
  /** Names of people who do not exist yet and would be the buyer instead of those who do. */
  lackingPeople: string[];
  /** Names of people and variants that do not exist yet. */
  lacking: string[];
}

/** The result of the search for an order's wishes. */
interface Outcome {
  found: BuyerMatch;
  /** Names for which the order was entered as waiting, so that it is matched again when one of them appears. */
  awaited: ReadonlySet<string>;
  /** Names of people and variants that still do not exist. */
  lacking: readonly string[];
}

/** The match of one order by one job. */
class OrderMatch {
  readonly #deps: MatchDeps;
  readonly #storeKey: string;
  readonly #address: SlotAddress;
  /** Customers with whom the order was matched. If it has another buyer in the end, their wishes are open again. */
  readonly #reached: Buyer[];
  /** Names for which an attempt entered the order as waiting: an erasure may have removed them from the order since. */
  readonly #entered = new Set<string>();

  constructor(deps: MatchDeps, storeKey: string, address: SlotAddress, reached: readonly Buyer[]) {
    this.#deps = deps;
    this.#storeKey = storeKey;
    this.#address = address;
    this.#reached = [...reached];
  }

  async run(): Promise<void> {
    // Not every change of an order has its own job: the deletion of a wishlist of the buyer has none.
    let isMatched = false;
    while (!isMatched) isMatched = await this.#attempt();
  }

  /** Resolves to false if the order has changed in the meantime. */
  async #attempt(): Promise<boolean> {
    const first = await this.#read();
    if (!first) return true;
    const isForgotten = await this.#isErased(first);
    if (isForgotten) await this.#forgetBuyer();
    const order = isForgotten ? await this.#read() : first;
    if (!order) return true;
    // The matches of a test order that was once a real order are undone, like those of a cancelled order.
    const isIdle = order.test && !order.buyer && !order.former && this.#reached.length === 0;
    const { found, awaited, lacking } = isIdle
      ? { found: unmatchedOrder(order, "test_order"), awaited: new Set<string>(), lacking: [] }
      : await this.#findOrWait(order);
    for (const name of awaited) this.#entered.add(name);
    if (!(await this.#record(order, found))) return false;
    if (found.buyer && found.isForgotten) await this.#forgetBuyer(found.buyer);
    // From now on, an erasure finds the order by the names that it waits for. An earlier erasure is checked here.
    const mustNotWait = await this.#isErased(order);
    if (mustNotWait) await this.#forgetBuyer();
    const awaitedNow = mustNotWait ? [] : lacking;
    // Another match of the order may have removed these names since they were entered.
    if (awaitedNow.length > 0) await this.#wait(awaitedNow);
    if (!(await this.#stopWaiting(order, awaitedNow))) return true;
    // Another match may have recorded a newer result since, and this one may have removed the names that it needs.
    const last = await this.#read();
    const buyer = buyerAfter(order, found.buyer);
    return !last || isSameJson([last.matches, last.buyer], [found.lines, buyer]);
  }

  #read(): Promise<OrderRecord | undefined> {
    return this.#deps.orders.at(this.#address);
  }

  /** Whether the buyer of the order was erased after the order arrived, or after it last named another buyer. */
  #isErased(order: OrderRecord): Promise<boolean> {
    const { buyer: _, ...named } = order;
    // If the order now names another person, the customer with whom it was matched is no longer its buyer.
    const names = this.#namesOfBuyer(order.former ? named : order);
    return this.#deps.erasures.since(this.#storeKey, names, order.namedTime ?? order.receivedTime);
  }

  #namesOfBuyer(order: OrderRecord): string[] {
    return namesOfBuyer(this.#deps, this.#storeKey, order);
  }

  #forgetBuyer(buyer?: BuyerAddress): Promise<void> {
    return forgetBuyerInOrder(this.#deps, this.#storeKey, this.#address, buyer);
  }

  #wait(names: readonly string[]): Promise<void> {
    return this.#deps.waitingOrders.add(this.#storeKey, this.#address, names, this.#deps.now());
  }

  /**
   * Finds the wishes of the order's buyer. If a person or a variant is missing, the order is first entered as waiting
   * for it and then examined again, so that an entity that is created in the meantime finds the order. If the catalogue
   * can still change the meaning of a line, the match is repeated until the catalogue gives the same lines before and
   * after it: so two jobs for one order have the same result.
   */
  async #findOrWait(order: OrderRecord): Promise<Outcome> {
    const named = { storeKey: this.#storeKey, orderKey: this.#address.key, order };
    const awaited = new Set<string>();
    /** Enters the order as waiting for those names for which it does not wait yet. Resolves to whether there were any. */
    const startWaiting = async (lacking: readonly string[]): Promise<boolean> => {
      const names = lacking.filter((name) => !awaited.has(name));
      if (names.length === 0) return false;
      await this.#wait(names);
      for (const name of names) awaited.add(name);
      return true;
    };
    let isRepeat = false;
    for (;;) {
      const outlook = await this.#outlook(order, isRepeat);
      if (await startWaiting(outlook.lacking)) continue;
      const found = await matchWithBuyer(this.#deps, named, outlook, this.#reached);
      if (order.test) return { found, awaited, lacking: [] };
      isRepeat = true;
      const lacking = this.#lackingAfter(order, found, outlook);
      if (await startWaiting(lacking)) continue;
      if (outlook.openNames.length === 0) return { found, awaited, lacking };
      const { lines } = await boughtBy(this.#deps, this.#storeKey, order, { isRepeat });
      if (isSameJson(lines, outlook.lines)) return { found, awaited, lacking };
    }
  }

  async #outlook(order: OrderRecord, isRepeat: boolean): Promise<Outlook> {
    const [bought, { people, areThere }] = await Promise.all([
      boughtBy(this.#deps, this.#storeKey, order, { isRepeat }),
      this.#findPeople(order),
    ]);
    const first = areThere.indexOf(true);
    // Whoever comes first in the list is named more reliably.
    const betterNames = () => personNames({ keys: people.slice(0, first).map(({ address }) => address.key) });
    const names = first === -1 ? this.#namesOfBuyer(order) : betterNames();
    const lackingPeople = order.test || order.erased ? [] : names;
    return { ...bought, people, lackingPeople, lacking: [...lackingPeople, ...bought.openNames] };
  }

  async #findPeople(order: OrderRecord): Promise<{ people: Buyer[]; areThere: boolean[] }> {
    // The matched customer stays the buyer, unless the order now names another person.
    const buyer = order.former ? undefined : order.buyer;
    const people = await peopleOf(this.#deps, this.#storeKey, order, buyer);
    const areThere = await Promise.all(people.map(({ address }) => this.#deps.customers.isThere(address)));
    return { people, areThere };
  }

  /** Returns the names that the order waits for after a match. */
  #lackingAfter(order: OrderRecord, found: BuyerMatch, { openNames, lackingPeople }: Outlook): string[] {
    // The customer's ledger of an earlier person with this reference may refuse the order although there is a customer.
    const isRefused = Object.values(found.lines).some(
      (line) => "code" in line && line.code === "no_customer",
    );
    if (order.erased) return openNames;
    if (found.isThere && !found.isGone && !isRefused) return [...lackingPeople, ...openNames];
    // Another customer may be created in the slot of a deleted one.
    const deletedBuyer = found.isForgotten && found.buyer;
    return [
      ...(deletedBuyer
        ? personNames({ keys: [deletedBuyer.key] })
        : this.#namesOfBuyer({ ...order, ...defined({ buyer: found.buyer }) })),
      ...openNames,
    ];
  }

  /**
   * Stores the result of each line in the order. Resolves to false if the order or its matches have changed since it
   * was read.
   */
  async #record(
    { revision, matches: formerMatches }: OrderRecord,
    { lines: matches, buyer }: BuyerMatch,
  ): Promise<boolean> {
    const { partition, slot, key } = this.#address;
    const command = {
      type: "NoteMatches" as const,
      storeKey: this.#storeKey,
      slot,
      key,
      revision,
      formerMatches,
      matches,
      ...defined({ buyer }),
    };
    const reply = await sendAccepted(this.#deps.dispatcher, { partition, command });
    if (reply.unchanged) return false;
    for (const line of Object.values(matches)) this.#deps.onMatched("code" in line ? line.code : "matched");
    return true;
  }

  /**
   * Removes the order from the waiting lists of all names that are no longer missing. An order that must not wait has
   * no missing names here, so it is removed from all lists. Resolves to whether it may have waited for a name.
   */
  async #stopWaiting(order: OrderRecord, lacking: readonly string[]): Promise<boolean> {
    // An order that was matched before may still wait for these names.
    const wasMatched = order.revision > 1 || Object.keys(order.matches).length > 0;
    const names = wasMatched ? [...this.#namesOfBuyer(order), ...order.lines.flatMap(namesOfLine)] : [];
    const stillLacking = new Set(lacking);
    const done = [...new Set([...this.#entered, ...names])].filter((name) => !stillLacking.has(name));
    await this.#deps.waitingOrders.remove(this.#storeKey, this.#address, done);
    return done.length > 0;
  }
}

/**
 * Matches one order with the wishes of its buyer, and stores the result of each line. If the person was erased since
 * the order arrived, the order forgets the person: the erasure itself finds only orders that were matched before or
 * wait for the person.
 *
 * @param reached customers with whom an earlier job may have matched the order
 */
export function matchStoredOrder(
  deps: MatchDeps,
  storeKey: string,
  address: SlotAddress,
  reached: readonly Buyer[] = [],
): Promise<void> {
  return new OrderMatch(deps, storeKey, address, reached).run();
}
