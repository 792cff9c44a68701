import { setTimeout as pause } from "node:timers/promises";
import {
  comparableContact,
  type ContactData,
  contactIn,
  type UniqueContact,
} from "../../store/keys/names.ts";
import type { SlotAddress } from "../../store/layout/layout.ts";
import type { BegunErasure, FoundByErasure } from "../../store/privacy/erasures.ts";
import { MAX_PAGE_BYTES } from "../../store/read/page-bytes.ts";
import { Undecodable } from "../../store/records/decode.ts";
import type { Send } from "../runtime/send.ts";
import { Unavailable } from "../runtime/unavailable.ts";
import { isNamedCustomer } from "../state/customer-slot.ts";
import type { DataKind, PersonalDataParts } from "./data-kind.ts";
import { kindsOf } from "./kinds.ts";
import { namesOf, type Person, type PersonNames } from "./person.ts";

/** The position of a record in a person's data. A page continues after it. */
export interface DataPosition {
  kind: string;
  name: string;
}

/** Returns the different e-mail addresses and phone numbers, in the form that is compared. */
const contactsOf = (all: readonly ContactData[]): Pick<Person, "emails" | "phones"> => ({
  emails: [...new Set(all.flatMap((contacts) => contactIn(contacts, "email") ?? []))],
  phones: [...new Set(all.flatMap((contacts) => contactIn(contacts, "phone") ?? []))],
});

/** Outcome of an erasure. */
export type ErasureOutcome = Pick<FoundByErasure, "customerIds" | "erased">;

/** References are released soon after the commit that frees them, and running writes end soon. */
const MAX_POLLS = 50;
const POLL_MS = 100;

/** All stores of personal data. One list of kinds drives the export and the erasure, so both cover the same data. */
export class PersonalData {
  readonly #parts: PersonalDataParts;
  readonly #kinds: readonly DataKind[];

  constructor(parts: PersonalDataParts) {
    this.#parts = parts;
    this.#kinds = kindsOf(parts);
  }

  /** Finds the person with any of these names. If the names match several customers, the person is all of them. */
  async personOf(storeKey: string, names: PersonNames): Promise<Person> {
    const { customerId, customerRef, email, phone, orderRefs = [] } = names;
    const { layout, customers, guests } = this.#parts;
    const addresses = new Map<string, SlotAddress>();
    const add = (address: SlotAddress | undefined) => address && addresses.set(address.slot, address);
    if (customerId !== undefined)
      add(await this.#addressNamed({ customerId }, layout.slotOfId(storeKey, customerId)));
    if (customerRef !== undefined)
      add(await this.#addressNamed({ customerRef }, layout.slotOfRef(storeKey, customerRef)));
    if (email !== undefined) add(await this.#customerWith(storeKey, "email", email));
    if (phone !== undefined) add(await this.#customerWith(storeKey, "phone", phone));
    const contacts: ContactData[] = [{ email, phone }];
    const customerIds: string[] = [];
    for (const address of addresses.values()) {
      const record = await customers.at(address);
      if (!record) continue;
      customerIds.push(record.svc_customer_id);
      contacts.push(record);
    }
    const claimants = new Set(addresses.keys());
    for (const { address } of await guests.openClaims(storeKey, claimants)) add(address);
    return {
      storeKey,
      addresses: [...addresses.values()],
      claimants,
      customerIds,
      ...contactsOf(contacts),
      orderRefs,
    };
  }

  /**
   * Returns the address that a name leads to; undefined if the customer there is another one. A new customer with the
   * reference of a deleted one has its address, but not its id.
   */
  async #addressNamed(
    name: Pick<PersonNames, "customerId" | "customerRef">,
    address: SlotAddress | undefined,
  ): Promise<SlotAddress | undefined> {
    const record = address && (await this.#parts.customers.at(address));
    return record && !isNamedCustomer({ record, former: null }, name) ? undefined : address;
  }

  /** Finds the customer whose current e-mail address or phone number this is. */
  async #customerWith(
    storeKey: string,
    kind: UniqueContact,
    contact: string,
  ): Promise<SlotAddress | undefined> {
    const { layout, references, customers } = this.#parts;
    const holder = await references.customerWith(storeKey, kind, contact);
    const address = holder === undefined ? undefined : layout.slotOfId(storeKey, holder);
    const record = address && (await customers.at(address));
    return record && contactIn(record, kind) === comparableContact(kind, contact) ? address : undefined;
  }

  /**
   * Reads the customer or guest in a slot, or a deleted customer whose wishlists stayed. It serves the erasure of a
   * whole store: claims are not searched for, because their guests are erased too.
   */
  async personAt(
    storeKey: string,
    { partition, key }: Pick<SlotAddress, "partition" | "key">,
  ): Promise<Person> {
    const address = this.#parts.layout.slotAt(storeKey, partition, key);
    const record = await this.#parts.customers.at(address);
    return {
      storeKey,
      addresses: [address],
      claimants: new Set(),
      customerIds: record ? [record.svc_customer_id] : [],
      ...contactsOf(record ? [record] : []),
      orderRefs: [],
    };
  }

  /**
   * Reads a page of a person's data by kind, after a position: as many records as fit into `maxBytes` of JSON, at least
   * one. `end` is the position of the last record of the page, if more records follow. A record that cannot be decoded
   * is omitted and reported.
   */
  async page(person: Person, after?: DataPosition, maxBytes = MAX_PAGE_BYTES) {
    const { onUndecodable } = this.#parts;
    const data: Record<string, unknown[]> = Object.fromEntries(this.#kinds.map(({ name }) => [name, []]));
    const first = after ? this.#kinds.findIndex(({ name }) => name === after.kind) : 0;
    let bytes = 0;
    let last: DataPosition | undefined;
    for (const [i, { name: kind, find }] of this.#kinds.entries()) {
      if (i < first) continue;
      for await (const { name, record } of find(person, i === first ? (after?.name ?? "") : "")) {
        if (record instanceof Undecodable) {
          onUndecodable(record, record.label ?? { id: name });
          continue;
        }
        bytes += Buffer.byteLength(JSON.stringify(record));
        if (last && bytes > maxBytes) return { data, end: last };
        data[kind]?.push(record);
        last = { kind, name };
      }
    }
    return { data };
  }

  /** Counts a person's records by kind. */
  async count(person: Person, kinds = this.#kinds): Promise<Record<string, number>> {
    const counts: Record<string, number> = {};
    for (const { name, find } of kinds) {
      counts[name] = 0;
      for await (const _ of find(person, "")) counts[name] += 1;
    }
    return counts;
  }

  /** Whether a kind of data exists. */
  isKind(kind: string): boolean {
    return this.#kinds.some(({ name }) => name === kind);
  }

  /** Returns the kinds of data that still have records of the person. */
  async #left(person: Person, kinds: readonly DataKind[]): Promise<DataKind[]> {
    const left: DataKind[] = [];
    for (const kind of kinds)
      for await (const _ of kind.find(person, "")) {
        left.push(kind);
        break;
      }
    return left;
  }

  /**
   * Returns a person with the addresses that interrupted erasures have found: after the deletion of the customer, an
   * e-mail address or phone number does not lead to them any more.
   */
  async #withFound(person: Person, interrupted: readonly BegunErasure[]): Promise<Person> {
    const { layout, customers } = this.#parts;
    const addresses = new Map(person.addresses.map((address) => [address.slot, address]));
    for (const { addresses: found, customerIds } of interrupted)
      for (const { partition, key } of found) {
        const address = layout.slotAt(person.storeKey, partition, key);
        const record = await customers.at(address);
        // A new customer with the reference of the erased one may be another person.
        if (!record || customerIds.includes(record.svc_customer_id)) addresses.set(address.slot, address);
      }
    const ids = [...person.customerIds, ...interrupted.flatMap(({ customerIds }) => customerIds)];
    return {
      ...person,
      addresses: [...addresses.values()],
      claimants: new Set([...person.claimants, ...(interrupted.length > 0 ? addresses.keys() : [])]),
      customerIds: [...new Set(ids)],
    };
  }

  /**
   * Erases all stored data of a person, also data that other requests store in the meantime. When no record is found any
   * more, `record` gets the number of records by kind that existed at the start. Resolves to its result. It can be
   * repeated: if an erasure is interrupted before that, the next one finds all that it found, and counts it too.
   *
   * @param omitted names of kinds that the caller erases
   * @throws {Unavailable} with an unknown outcome if it could not finish: a part of the data may be erased
   */
  async erase<T>(
    named: Person,
    send: Send,
    record: (outcome: ErasureOutcome) => Promise<T> | T,
    omitted: readonly string[] = [],
  ): Promise<T> {
    const { erasures } = this.#parts;
    const kinds = this.#kinds.filter(({ name }) => !omitted.includes(name));
    const { storeKey } = named;
    let person = named;
    const begun = await erasures.begin(storeKey, namesOf(person), async (interrupted) => {
      person = await this.#withFound(person, interrupted);
      // Counted before the erasure is recorded: running jobs that find the record remove data too.
      const erased = await this.count(person, kinds);
      for (const { erased: before } of interrupted)
        for (const [kind, count] of Object.entries(before)) erased[kind] = Math.max(erased[kind] ?? 0, count);
      const { addresses, customerIds } = person;
      return { addresses: addresses.map(({ partition, key }) => ({ partition, key })), customerIds, erased };
    });
    await this.#eraseKinds(person, kinds, send);
    await erasures.countDone(storeKey);
    const { customerIds, erased } = begun;
    const result = await record({ customerIds, erased });
    await erasures.end(storeKey, begun);
    return result;
  }

  async #eraseKinds(person: Person, kinds: readonly DataKind[], send: Send): Promise<void> {
    try {
      for (const { erase } of kinds) await erase?.(person, send);
      for (let poll = 0; poll < MAX_POLLS; poll++) {
        const left = await this.#left(person, kinds);
        if (left.length === 0) return;
        await pause(POLL_MS);
        for (const { erase } of left) await erase?.(person, send);
      }
    } catch (cause) {
      if (!(cause instanceof Unavailable)) throw cause;
      throw new Unavailable(cause.message, { cause, isUnknown: true });
    }
    throw new Unavailable("the erasure is not finished; send the request again", { isUnknown: true });
  }
}
