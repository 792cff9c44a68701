import { sortedInTurns } from "../../collections/in-turns.ts";
import type { ExportRuns } from "../../store/exports/export-runs.ts";
import type { Exports } from "../../store/exports/exports.ts";
import type { Layout, SlotAddress } from "../../store/layout/layout.ts";
import type { DeadLetters } from "../../store/partition/dead-letters.ts";
import type { Erasures } from "../../store/privacy/erasures.ts";
import type { AlertLedger } from "../../store/read/alert-ledger.ts";
import type { Customers } from "../../store/read/customers.ts";
import type { Guests } from "../../store/read/guests.ts";
import type { NamedRecord } from "../../store/read/hash-fields.ts";
import type { Orders } from "../../store/read/orders.ts";
import type { Shares } from "../../store/read/shares.ts";
import type { Wishlists } from "../../store/read/wishlists.ts";
import type { OnUndecodable } from "../../store/records/undecodable.ts";
import type { References } from "../../store/references/references.ts";
import type { WaitingOrders } from "../../store/waiting/waiting-orders.ts";
import type { WebhookBodies } from "../../store/webhooks/webhook-bodies.ts";
import type { Command } from "../command.ts";
import type { Send } from "../runtime/send.ts";
import { Unavailable } from "../runtime/unavailable.ts";
import type { Person } from "./person.ts";

export type FoundRecord = NamedRecord<unknown>;

/** One kind of stored personal data. */
export interface DataKind {
  name: string;
  /** The records after the one with the name `after`, in ascending order of names. */
  find: (person: Person, after: string) => AsyncIterable<FoundRecord>;
  /**
   * Absent if the erasure of another kind removes this data too. It is called until no record is left, because requests
   * that run at the same time as the erasure may store more.
   */
  erase?: (person: Person, send: Send) => Promise<void>;
}

export interface PersonalDataParts {
  layout: Layout;
  references: Pick<References, "customerWith">;
  customers: Pick<Customers, "at">;
  guests: Pick<Guests, "openClaims">;
  wishlists: Pick<Wishlists, "idsOf" | "recordsAfter" | "itemsAfter">;
  orders: Pick<Orders, "allPurchasesOf" | "at" | "purchasesAfter">;
  waitingOrders: Pick<WaitingOrders, "pagesFor" | "remove">;
  erasures: Pick<Erasures, "begin" | "countDone" | "end">;
  alerts: Pick<AlertLedger, "after">;
  shares: Pick<Shares, "after">;
  deadLetters: Pick<DeadLetters, "all" | "discard">;
  bodies: Pick<WebhookBodies, "after" | "dropAll">;
  exports: Pick<Exports, "ids">;
  exportRuns: Pick<ExportRuns, "ids" | "countRejected" | "rejected" | "replaceRejected">;
  onUndecodable: OnUndecodable;
}

/**
 * Returns the records whose names are after a name, in ascending order of names. A person may have tens of thousands of
 * orders: other work of the process runs in between.
 */
export const recordsAfterName = <T extends { name: string }>(
  found: readonly T[],
  after: string,
): Promise<readonly T[]> =>
  sortedInTurns(
    found.filter(({ name }) => name > after),
    (a, b) => (a.name < b.name ? -1 : 1),
  );

type FindAtAddress = (address: SlotAddress, after: string) => AsyncIterable<FoundRecord>;

/** Finds records of each customer that the person is. The names of a customer's records begin with the slot. */
export const atEachAddress = (find: FindAtAddress): DataKind["find"] =>
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

/** Sends a command that erases a record. @throws {@link Unavailable} if it is refused although the record exists */
export async function expectDone(send: Send, partition: number, command: Command): Promise<void> {
  const reply = await send({ partition, command });
  if (!reply.ok && reply.code !== "ResourceNotFound")
    throw new Unavailable(`a record cannot be erased: ${reply.detail}`);
}
