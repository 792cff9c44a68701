import { setTimeout as pause } from "node:timers/promises";
import type { AlertLedger } from "../../store/read/alert-ledger.ts";
import type { Customers } from "../../store/read/customers.ts";
import type { DeadLetters } from "../../store/partition/dead-letters.ts";
import type { Erasures } from "../../store/privacy/erasures.ts";
import type { Layout, SlotAddress } from "../../store/layout.ts";
import type { Orders } from "../../store/read/orders.ts";
import type { References } from "../../store/read/references.ts";
import type { WebhookBodies } from "../../store/webhooks/webhook-bodies.ts";
import type { Shares } from "../../store/read/shares.ts";
import type { WaitingOrders } from "../../store/read/waiting-orders.ts";
import type { Wishlists } from "../../store/read/wishlists.ts";
import { decodeCommand } from "../runtime/envelope.ts";
import type { Send } from "../send.ts";
import type { Command } from "../command.ts";
import type { NamedRecord } from "../../store/read/hash-fields.ts";
import { MAX_PAGE_BYTES } from "../../store/page-bytes.ts";
import { isNamed, namesOf, type Person, type PersonNames } from "./person.ts";
import { Unavailable } from "../runtime/unavailable.ts";

type Found = NamedRecord<unknown>;

/** Where a page of a person's data ends: behind a record of a kind. */
export interface DataPosition {
  kind: string;
  name: string;
}

/** One kind of stored personal data. */
interface Kind {
  name: string;
  /** The records after the one with the name `after`, in ascending order of names. */
  find: (person: Person, after: string) => AsyncIterable<Found>;
  /** Absent where the erasure of another kind takes it along. */
  erase?: (person: Person, send: Send) => Promise<void>;
}

export interface PersonalDataParts {
  layout: Layout;
  references: Pick<References, "customerWith">;
  customers: Pick<Customers, "at">;
  wishlists: Pick<Wishlists, "idsOf" | "recordsAfter" | "itemsAfter">;
  orders: Pick<Orders, "of" | "at" | "purchasesAfter">;
  waitingOrders: Pick<WaitingOrders, "waitingFor" | "remove">;
  erasures: Pick<Erasures, "note">;
  alerts: Pick<AlertLedger, "after">;
  shares: Pick<Shares, "after">;
  deadLetters: Pick<DeadLetters, "list" | "discard">;
  bodies: Pick<WebhookBodies, "after" | "dropAll">;
}

/** Dead letters of a partition that are looked through. */
const MAX_LETTERS = 10_000;
/** References are given back soon after the commit that frees them. */
const MAX_POLLS = 50;
const POLL_MS = 100;

async function expectDone(send: Send, partition: number, command: Command): Promise<void> {
  const reply = await send({ partition, command });
  if (!reply.ok && reply.code !== "ResourceNotFound")
    throw new Unavailable(`a record cannot be erased: ${reply.detail}`);
}

type OfAddress = (address: SlotAddress, after: string) => AsyncIterable<Found>;

/** What is found for each customer that the person is; the names of one customer begin with the slot. */
const ofAddresses = (find: OfAddress): Kind["find"] =>
  async function* ({ addresses }, after) {
    for (const address of addresses.toSorted((a, b) => (a.slot < b.slot ? -1 : 1))) {
      const prefix = `${address.slot} `;
      if (after > prefix && !after.startsWith(prefix)) continue;
      for await (const { name, record } of find(
        address,
        after.startsWith(prefix) ? after.slice(prefix.length) : "",
      ))
        yield { name: `${prefix}${name}`, record };
    }
  };

const named = <T extends { name: string }>(found: readonly T[], after: string): T[] =>
  found.filter(({ name }) => name > after).sort((a, b) => (a.name < b.name ? -1 : 1));

/** All stores of personal data. This one list drives the export and the erasure, so both cover the same data. */
export class PersonalData {
  readonly #parts: PersonalDataParts;
  readonly #kinds: readonly Kind[];

  constructor(parts: PersonalDataParts) {
    this.#parts = parts;
    const { customers, wishlists, alerts, shares, orders, bodies } = parts;
    // In the order of erasure: data that leads to other data is erased last.
    this.#kinds = [
      {
        name: "deadLetters",
        find: (person, after) => this.#deadLetters(person, after),
        erase: this.#discardLetters,
      },
      { name: "orders", find: (person, after) => this.#orders(person, after), erase: this.#forgetOrders },
      {
        name: "customers",
        find: ofAddresses(async function* (address, after) {
          const record = after === "" && (await customers.at(address));
          if (record) yield { name: "customer", record };
        }),
        erase: this.#deleteCustomers,
      },
      { name: "references", find: (person, after) => this.#references(person, after) },
      { name: "alerts", find: ofAddresses((address, after) => alerts.after(address, after)) },
      {
        name: "wishlists",
        find: ofAddresses((address, after) => wishlists.recordsAfter(address, after)),
        erase: this.#deleteWishlists,
      },
      { name: "shares", find: ofAddresses((address, after) => shares.after(address, after)) },
      { name: "items", find: ofAddresses((address, after) => wishlists.itemsAfter(address, after)) },
      {
        name: "deliveries",
        find: ofAddresses((address, after) => bodies.after(address, after)),
        erase: async ({ addresses }) => {
          for (const address of addresses) await bodies.dropAll(address);
        },
      },
      {
        name: "purchases",
        find: ofAddresses((address, after) => orders.purchasesAfter(address, after)),
        erase: this.#forgetPurchases,
      },
    ];
  }

  /** The person with any of these names. If the names match several customers, the person is all of them. */
  async personOf(storeKey: string, names: PersonNames): Promise<Person> {
    const { customerId, customerRef, email, phone, orderRefs = [] } = names;
    const { layout, references, customers } = this.#parts;
    const addresses = new Map<string, SlotAddress>();
    const add = (address: SlotAddress | undefined) => address && addresses.set(address.slot, address);
    if (customerId !== undefined) add(layout.slotOfId(storeKey, customerId));
    if (customerRef !== undefined) add(layout.slotOfRef(storeKey, customerRef));
    const emails = new Set(email === undefined ? [] : [email]);
    const phones = new Set(phone === undefined ? [] : [phone]);
    for (const [kind, values] of [
      ["email", emails],
      ["phone", phones],
    ] as const) {
      for (const value of values) {
        const holder = await references.customerWith(storeKey, kind, value);
        const address = holder === undefined ? undefined : layout.slotOfId(storeKey, holder);
        const record = address && (await customers.at(address));
        const current = kind === "email" ? record?.email?.toLowerCase() : record?.phone;
        if (current === value) add(address);
      }
    }
    const customerIds: string[] = [];
    for (const address of addresses.values()) {
      const record = await customers.at(address);
      if (!record) continue;
      customerIds.push(record.svc_customer_id);
      if (record.email !== undefined) emails.add(record.email.toLowerCase());
      if (record.phone !== undefined) phones.add(record.phone);
    }
    return {
      storeKey,
      addresses: [...addresses.values()],
      customerIds,
      emails: [...emails],
      phones: [...phones],
      orderRefs,
    };
  }

  /** The customer in a slot, also a deleted one that has left wishlists. */
  personAt(storeKey: string, { partition, key }: Pick<SlotAddress, "partition" | "key">): Promise<Person> {
    const address = this.#parts.layout.slotAt(storeKey, partition, key);
    return this.#parts.customers.at(address).then((record) => ({
      storeKey,
      addresses: [address],
      customerIds: record ? [record.svc_customer_id] : [],
      emails: record?.email === undefined ? [] : [record.email.toLowerCase()],
      phones: record?.phone === undefined ? [] : [record.phone],
      orderRefs: [],
    }));
  }

  /**
   * A person's data by kind, after a position: as many records as fit into `maxBytes` of JSON, at least one. `end` is the
   * position of the last one, if more records follow.
   */
  async page(person: Person, after?: DataPosition, maxBytes = MAX_PAGE_BYTES) {
    const data: Record<string, unknown[]> = Object.fromEntries(this.#kinds.map(({ name }) => [name, []]));
    const first = after ? this.#kinds.findIndex(({ name }) => name === after.kind) : 0;
    let bytes = 0;
    let last: DataPosition | undefined;
    for (const [i, { name: kind, find }] of this.#kinds.entries()) {
      if (i < first) continue;
      for await (const { name, record } of find(person, i === first ? (after?.name ?? "") : "")) {
        bytes += Buffer.byteLength(JSON.stringify(record));
        if (last && bytes > maxBytes) return { data, end: last };
        data[kind]?.push(record);
        last = { kind, name };
      }
    }
    return { data };
  }

  /** The number of a person's records by kind. */
  async count(person: Person): Promise<Record<string, number>> {
    const counts: Record<string, number> = {};
    for (const { name, find } of this.#kinds) {
      counts[name] = 0;
      for await (const _ of find(person, "")) counts[name] += 1;
    }
    return counts;
  }

  /** Whether there is such a kind of data. */
  isKind(kind: string): boolean {
    return this.#kinds.some(({ name }) => name === kind);
  }

  async #isEmpty(person: Person): Promise<boolean> {
    for (const { find } of this.#kinds) for await (const _ of find(person, "")) return false;
    return true;
  }

  /**
   * Erases all stored data of a person. Resolves to the number of erased records by kind, once nothing more is found.
   * Throws {@link Unavailable} if it could not finish; it can be repeated.
   */
  async erase(person: Person, send: Send): Promise<Record<string, number>> {
    // Before the note: jobs in progress that find it remove data too.
    const before = await this.count(person);
    await this.#parts.erasures.note(person.storeKey, namesOf(person));
    for (const { erase } of this.#kinds) await erase?.(person, send);
    for (let look = 0; look < MAX_POLLS; look++) {
      if (await this.#isEmpty(person)) return before;
      await pause(POLL_MS);
    }
    throw new Unavailable("the erasure is not finished; ask for it again");
  }

  readonly #claims = async ({ storeKey, addresses, emails, phones }: Person) => {
    const slots = new Set(addresses.map(({ slot }) => slot));
    const claims = [
      ...emails.map((value) => ({ reference: "email" as const, value })),
      ...phones.map((value) => ({ reference: "phone" as const, value })),
    ];
    const holders = await Promise.all(
      claims.map(({ reference, value }) => this.#parts.references.customerWith(storeKey, reference, value)),
    );
    return claims.filter((_, i) => {
      const address = this.#parts.layout.slotOfId(storeKey, holders[i] ?? "");
      return address !== undefined && slots.has(address.slot);
    });
  };

  async *#references(person: Person, after: string): AsyncGenerator<Found> {
    const found = (await this.#claims(person)).map((record) => ({
      name: `${record.reference} ${record.value}`,
      record,
    }));
    yield* named(found, after);
  }

  /** Addresses of the orders that name the person: matched orders and waiting ones. */
  async #orderAddresses(person: Person): Promise<SlotAddress[]> {
    const { layout, orders, waitingOrders } = this.#parts;
    const { storeKey, addresses, orderRefs } = person;
    const bought = (await Promise.all(addresses.map((address) => orders.of(address)))).flat();
    const found = new Map<string, SlotAddress>();
    for (const orderRef of [...orderRefs, ...bought.map((purchase) => purchase.orderRef)]) {
      const address = layout.slotOf("order", storeKey, orderRef);
      found.set(address.slot, address);
    }
    for (const address of await waitingOrders.waitingFor(storeKey, namesOf(person)))
      found.set(address.slot, address);
    return [...found.values()];
  }

  async *#orders(person: Person, after: string): AsyncGenerator<Found> {
    const { layout, orders } = this.#parts;
    const addresses = (await this.#orderAddresses(person)).map((record) => ({ name: record.slot, record }));
    for (const { name, record: address } of named(addresses, after)) {
      const order = await orders.at(address);
      if (order && isNamed(layout, order, person)) yield { name, record: order };
    }
  }

  readonly #forgetOrders = async (person: Person, send: Send) => {
    const { storeKey } = person;
    for (const address of await this.#orderAddresses(person)) {
      const { partition, slot, key } = address;
      const order = await this.#parts.orders.at(address);
      if (order && isNamed(this.#parts.layout, order, person))
        await expectDone(send, partition, { type: "ForgetBuyer", storeKey, slot, key });
      await this.#parts.waitingOrders.remove(storeKey, address, namesOf(person));
    }
  };

  readonly #deleteCustomers = async ({ storeKey, addresses }: Person, send: Send) => {
    for (const address of addresses) {
      const record = await this.#parts.customers.at(address);
      if (!record) continue;
      const { partition, slot, key } = address;
      const command = {
        type: "DeleteCustomer" as const,
        storeKey,
        slot,
        key,
        id: record.svc_customer_id,
        withWishlists: true,
      };
      await expectDone(send, partition, command);
    }
  };

  /** Wishlists that stayed when their customer was deleted. */
  readonly #deleteWishlists = async ({ storeKey, addresses }: Person, send: Send) => {
    for (const { partition, slot, key } of addresses)
      await expectDone(send, partition, { type: "DeleteWishlists", storeKey, slot, key });
  };

  readonly #forgetPurchases = async ({ storeKey, addresses }: Person, send: Send) => {
    for (const { partition, slot, key } of addresses)
      await expectDone(send, partition, { type: "ForgetPurchases", storeKey, slot, key });
  };

  /** Dead letters that contain data of the person. */
  async #lettersOf(person: Person) {
    const { storeKey, addresses } = person;
    const letters = await this.#parts.deadLetters.list(MAX_LETTERS);
    if (letters.length === 0) return [];
    const owned = await Promise.all(addresses.map((address) => this.#parts.wishlists.idsOf(address)));
    const wishlists = new Set(owned.flat());
    const slots = new Set(addresses.map(({ slot }) => slot));
    const isMeant = (command: Command) => {
      if (command.storeKey !== storeKey) return false;
      if ("slot" in command && slots.has(command.slot)) return true;
      if ("wishlistId" in command && wishlists.has(command.wishlistId)) return true;
      return command.type === "PutOrder" && isNamed(this.#parts.layout, command.order, person);
    };
    return letters
      .map(({ id, payload }) => ({ id, command: decodeCommand(payload).command }))
      .filter(({ command }) => isMeant(command));
  }

  async *#deadLetters(person: Person, after: string): AsyncGenerator<Found> {
    const letters = await this.#lettersOf(person);
    yield* named(
      letters.map(({ id, command }) => ({ name: id, record: command })),
      after,
    );
  }

  readonly #discardLetters = async (person: Person) => {
    for (const { id } of await this.#lettersOf(person)) await this.#parts.deadLetters.discard(id);
  };
}
