import type { Command, ReplyTo } from "../../../src/actors/command.ts";
import { orderStateKey } from "../../../src/actors/order/state-key.ts";
import type { PersonalDataParts } from "../../../src/actors/privacy/data-kind.ts";
import { customerStateKey } from "../../../src/actors/state/customer-slot.ts";
import { sharesStateKey } from "../../../src/actors/wishlist/list/share-wishlist.ts";
import { metaStateKey } from "../../../src/actors/wishlist/state/meta.ts";
import { recordStateKey } from "../../../src/actors/wishlist/state/wishlist.ts";
import { batchesFrom } from "../../../src/collections/batches-from.ts";
import type { MatchDeps } from "../../../src/jobs/orders/match-orders.ts";
import { comparableContact } from "../../../src/store/keys/names.ts";
import { partsOfSlot } from "../../../src/store/keys/slots.ts";
import { Layout, type SlotAddress } from "../../../src/store/layout/layout.ts";
import type { StateKey, StateKind, StateValues } from "../../../src/store/partition/state/state-keys.ts";
import type { OpenClaim } from "../../../src/store/read/guests.ts";
import type { Orders } from "../../../src/store/read/orders.ts";
import type { WishlistRecord } from "../../../src/store/records/records.ts";
import { refuseUndecodable } from "../../../src/store/records/undecodable.ts";
import type { WaitingOrders } from "../../../src/store/waiting/waiting-orders.ts";
import { MemoryPartition } from "./partition.ts";
import { MemoryProducts } from "./products.ts";

const UNKNOWN: WishlistRecord = {
  id: "",
  isPrivate: false,
  deleted: false,
  createdTime: "",
  modifiedTime: "",
};

type Parts = MatchDeps &
  PersonalDataParts & {
    orders: Pick<Orders, "purchasesOf">;
    waitingOrders: Pick<WaitingOrders, "newestFor">;
    products: MemoryProducts;
  };

async function* nothing(): AsyncGenerator<never> {
  yield* await Promise.resolve([]);
}

/** A layout that finds the address of a reference once: the digests would take a tenth of the time of random tests. */
class RememberingLayout extends Layout {
  readonly #known = new Map<string, SlotAddress>();

  #once(name: string, find: () => SlotAddress): SlotAddress {
    const address = this.#known.get(name) ?? find();
    this.#known.set(name, address);
    return address;
  }

  override slotOfRef(storeKey: string, ref: string): SlotAddress {
    return this.#once(`customer ${storeKey} ${ref}`, () => super.slotOfRef(storeKey, ref));
  }

  override slotOf(...[kind, storeKey, ref]: Parameters<Layout["slotOf"]>): SlotAddress {
    return this.#once(`${kind} ${storeKey} ${ref}`, () => super.slotOf(kind, storeKey, ref));
  }
}

const LAYOUT = new RememberingLayout(4, "salt");

/** Runs a read or a command when its turn comes. */
type Step = <T>(label: string, act: () => T) => Promise<T>;

/**
 * The parts that the matching of orders and the erasure of persons need, without Redis. Commands are applied by a
 * partition in memory. `step` decides when each read and each command happens.
 */
export class MemoryOrders {
  readonly partition = new MemoryPartition();
  readonly layout: Layout = LAYOUT;
  readonly parts: Parts;
  /** Orders by the names that they wait for, and times of erasures by names. */
  readonly waiting = new Map<string, Map<string, SlotAddress>>();
  readonly #erased = new Map<string, number>();

  constructor(step: Step) {
    const { layout } = this;
    const read = <K extends StateKind>(stateKey: StateKey<K>) =>
      this.partition.value(stateKey) as StateValues[K] | null;
    const customer = ({ slot }: SlotAddress) => read(customerStateKey(slot))?.record ?? undefined;
    const idsOf = (slot: string) => this.partition.all("listed", slot).map(({ field }) => String(field));
    const purchasesOf = (slot: string) =>
      this.partition.all("purchase", slot).filter(({ value }) => value.orderRef !== "");
    async function* each<T>(label: string, all: () => T[]): AsyncGenerator<T> {
      yield* await step(label, all);
    }
    const waitingFor = (name: string) => this.#waitingFor(name);
    async function* newestFor(names: Iterable<string> | AsyncIterable<string>): AsyncGenerator<SlotAddress> {
      const known = new Set<string>();
      for await (const batch of batchesFrom(names, 8))
        for (const [key, address] of await step("newestFor", () =>
          batch.flatMap((name) => [...waitingFor(name)]),
        ))
          if (known.size < known.add(key).size) yield address;
    }
    this.parts = {
      layout,
      onUndecodable: refuseUndecodable,
      removePurchased: false,
      onMatched: () => undefined,
      now: () => this.partition.now,
      dispatcher: {
        send: ({ partition }, command) => step(command.type, () => this.run(command, partition)),
      },
      orders: {
        at: ({ slot }) => step("orders.at", () => structuredClone(read(orderStateKey(slot))) ?? undefined),
        purchasesOf: ({ slot }) =>
          each("orders.purchasesOf", () =>
            purchasesOf(slot).flatMap(({ value }) => (value.hasLeft ? [] : [value])),
          ),
        allPurchasesOf: ({ slot }) =>
          each("orders.allPurchasesOf", () => purchasesOf(slot).map(({ value }) => value)),
        purchasesAfter: ({ slot }, after) =>
          each("purchasesAfter", () =>
            purchasesOf(slot)
              .map(({ field, value }) => ({ name: String(field), record: value }))
              .filter(({ name }) => name > after),
          ),
      },
      products: new MemoryProducts(this.partition, layout),
      references: {
        customerWith: (storeKey, kind, value) =>
          step("customerWith", () =>
            this.partition.claims.get(`${kind} ${storeKey} ${comparableContact(kind, value)}`),
          ),
      },
      customers: {
        at: (place) => step("customers.at", () => customer(place)),
        isThere: (place) => step("isThere", () => customer(place) !== undefined),
      },
      guests: {
        openClaims: (_, slots) => step("openClaims", () => this.#openClaims(slots)),
      },
      wishlists: {
        idsOf: ({ slot }) => step("idsOf", () => idsOf(slot)),
        recordsAfter: ({ slot }, after) =>
          each("recordsAfter", () =>
            idsOf(slot)
              .filter((id) => id > after)
              .map((id) => ({ name: id, record: read(recordStateKey(id)) ?? UNKNOWN })),
          ),
        itemsAfter: () => each("itemsAfter", () => []),
      },
      waitingOrders: {
        add: (_, address, names) =>
          step("wait", () => {
            for (const name of names) this.#waitingFor(name).set(address.key, address);
          }),
        remove: (_, { key }, names) =>
          step("wait no more", () => {
            for (const name of names) this.#waitingFor(name).delete(key);
          }),
        pagesFor: (_, names) =>
          each("waitingFor", () => names.map((name) => [...this.#waitingFor(name).values()])),
        newestFor: (_, names) => newestFor(names),
      },
      erasures: {
        begin: async (_, names, find) => {
          const found = await find([]);
          await step("add the erasure", () => {
            for (const name of names) this.#erased.set(name, this.partition.now);
          });
          return { ...found, digests: [] };
        },
        countDone: () => Promise.resolve(),
        end: () => Promise.resolve(),
        since: (_, names, time) =>
          step("look for an erasure", () =>
            names.some((name) => (this.#erased.get(name) ?? 0) >= Date.parse(time)),
          ),
      },
      alerts: { after: () => each("alerts", () => []) },
      shares: {
        after: ({ slot }, after) =>
          each("shares", () =>
            idsOf(slot)
              .filter((id) => id > after)
              .flatMap((id) => (read(sharesStateKey(id)) ?? []).map((record) => ({ name: id, record }))),
          ),
      },
      deadLetters: { all: nothing, discard: () => Promise.resolve(false) },
      exports: { ids: () => Promise.resolve([]) },
      exportRuns: {
        ids: () => Promise.resolve([]),
        countRejected: () => Promise.resolve(0),
        rejected: () => Promise.resolve([]),
        replaceRejected: () => Promise.resolve(),
      },
      bodies: { after: () => each("bodies", () => []), dropAll: () => Promise.resolve() },
    };
  }

  /** Returns the open claims, as the index has them. */
  #openClaims(slots: ReadonlySet<string>): OpenClaim[] {
    return [...this.partition.stateKeys.values()].flatMap(({ stateKey, value }) => {
      if (stateKey.kind !== "guest" || value === null) return [];
      const { handover } = value as StateValues["guest"];
      const meta = this.partition.value(metaStateKey(stateKey.id)) as StateValues["meta"] | null;
      if (!handover?.terms || !slots.has(handover.terms.slot) || !meta?.slot) return [];
      const address = { partition: 0, slot: meta.slot, key: partsOfSlot(meta.slot).key };
      return [{ wishlistId: stateKey.id, address, terms: handover.terms }];
    });
  }

  #waitingFor(name: string): Map<string, SlotAddress> {
    const known = this.waiting.get(name) ?? new Map<string, SlotAddress>();
    this.waiting.set(name, known);
    return known;
  }

  /** Applies a command immediately, with all its parts. */
  run<C extends Command>(command: C, partition?: number): ReplyTo<C> {
    const decision = this.partition.run(command, partition);
    if (!decision.ok) return decision;
    if (decision.remaining) return this.run(command, partition);
    const { body, ...reply } = decision;
    return { ...reply, json: JSON.stringify(body ?? {}) };
  }
}
