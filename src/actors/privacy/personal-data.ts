import { setTimeout as pause } from "node:timers/promises";
import type { AlertLedger } from "../../store/read/alert-ledger.ts";
import type { Customers } from "../../store/read/customers.ts";
import type { DeadLetters } from "../../store/partition/dead-letters.ts";
import type { Erasures } from "../../store/privacy/erasures.ts";
import type { Layout, SlotAddress } from "../../store/layout.ts";
import type { Orders } from "../../store/read/orders.ts";
import type { References } from "../../store/read/references.ts";
import type { WebhookBodies } from "../../store/webhooks/webhook-bodies.ts";
import type { WaitingOrders } from "../../store/read/waiting-orders.ts";
import type { Wishlists } from "../../store/read/wishlists.ts";
import { decodeCommand } from "../runtime/envelope.ts";
import type { Send } from "../send.ts";
import type { Command } from "../command.ts";
import { isNamed, namesOf, type Person, type PersonNames } from "./person.ts";
import { Unavailable } from "../runtime/unavailable.ts";
import { decoderOf } from "../../store/records/decode.ts";

const decodeDelivered = decoderOf<object>("delivery");

/** One kind of stored personal data. */
interface Kind {
  name: string;
  find: (person: Person) => Promise<unknown[]>;
  /** Absent where the erasure of another kind takes it along. */
  erase?: (person: Person, send: Send) => Promise<void>;
}

export interface PersonalDataParts {
  layout: Layout;
  references: Pick<References, "customerWith">;
  customers: Pick<Customers, "at">;
  wishlists: Pick<Wishlists, "allOf">;
  orders: Pick<Orders, "of" | "at">;
  waitingOrders: Pick<WaitingOrders, "waitingFor" | "remove">;
  erasures: Pick<Erasures, "note">;
  alerts: Pick<AlertLedger, "of">;
  deadLetters: Pick<DeadLetters, "list" | "discard">;
  bodies: Pick<WebhookBodies, "of" | "dropAll">;
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

/** All stores of personal data. This one list drives the export and the erasure, so both cover the same data. */
export class PersonalData {
  readonly #parts: PersonalDataParts;
  readonly #kinds: readonly Kind[];

  constructor(parts: PersonalDataParts) {
    this.#parts = parts;
    const { customers, wishlists, alerts, orders, bodies } = parts;
    const ofAddresses =
      <T>(read: (address: SlotAddress) => Promise<T[]>) =>
      async ({ addresses }: Person) =>
        (await Promise.all(addresses.map(read))).flat();
    // In the order of erasure: data that leads to other data is erased last.
    this.#kinds = [
      { name: "deadLetters", find: this.#deadLetters, erase: this.#discardLetters },
      { name: "orders", find: this.#orders, erase: this.#forgetOrders },
      {
        name: "customers",
        find: ofAddresses(async (address) => [(await customers.at(address)) ?? []].flat()),
        erase: this.#deleteCustomers,
      },
      { name: "references", find: this.#references },
      { name: "alerts", find: ofAddresses((address) => alerts.of(address)) },
      {
        name: "wishlists",
        find: ofAddresses(async (address) =>
          (await wishlists.allOf(address)).map(({ wishlist }) => wishlist),
        ),
        erase: this.#deleteWishlists,
      },
      {
        name: "items",
        find: ofAddresses(async (address) =>
          (await wishlists.allOf(address)).flatMap(({ items, removed }) =>
            [...items, ...removed].map(({ item }) => item),
          ),
        ),
      },
      {
        name: "deliveries",
        find: ofAddresses(async (address) => (await bodies.of(address)).map(decodeDelivered)),
        erase: async ({ addresses }) => {
          for (const address of addresses) await bodies.dropAll(address);
        },
      },
      { name: "purchases", find: ofAddresses((address) => orders.of(address)), erase: this.#forgetPurchases },
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

  /** All stored data of a person, by kind. */
  async find(person: Person): Promise<Record<string, unknown[]>> {
    const found = await Promise.all(
      this.#kinds.map(async ({ name, find }) => [name, await find(person)] as const),
    );
    return Object.fromEntries(found);
  }

  /**
   * Erases all stored data of a person. Resolves to the number of erased records by kind, once nothing more is found.
   * Throws {@link Unavailable} if it could not finish; it can be repeated.
   */
  async erase(person: Person, send: Send): Promise<Record<string, number>> {
    // First: jobs that are in progress find the erasure from here on.
    await this.#parts.erasures.note(person.storeKey, namesOf(person));
    const before = Object.entries(await this.find(person));
    for (const { erase } of this.#kinds) await erase?.(person, send);
    for (let look = 0; look < MAX_POLLS; look++) {
      const rest = Object.values(await this.find(person)).flat();
      if (rest.length === 0) return Object.fromEntries(before.map(([name, { length }]) => [name, length]));
      await pause(POLL_MS);
    }
    throw new Unavailable("the erasure is not finished; ask for it again");
  }

  readonly #references = async ({ storeKey, addresses, emails, phones }: Person) => {
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

  readonly #orders = async (person: Person) => {
    const { layout, orders } = this.#parts;
    const addresses = await this.#orderAddresses(person);
    const found = await Promise.all(addresses.map((address) => orders.at(address)));
    return found.filter((order) => order !== undefined && isNamed(layout, order, person));
  };

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
    const owned = (
      await Promise.all(addresses.map((address) => this.#parts.wishlists.allOf(address)))
    ).flat();
    const wishlists = new Set(owned.map(({ wishlist }) => wishlist.id));
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

  readonly #deadLetters = async (person: Person) => {
    const letters = await this.#lettersOf(person);
    return letters.map(({ command }) => command);
  };

  readonly #discardLetters = async (person: Person) => {
    for (const { id } of await this.#lettersOf(person)) await this.#parts.deadLetters.discard(id);
  };
}
