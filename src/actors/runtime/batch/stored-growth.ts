import type { StateChange, StateKind } from "../../../store/partition/state/state-keys.ts";
import { RECORD_OVERHEAD } from "../../../store/records/fields.ts";
import type { Command } from "../../command.ts";
import type { Event } from "../../events/event.ts";
import { textOf } from "../../record-text.ts";
import { refuse, type Rejection } from "../../reply.ts";

/** Kinds of state keys whose whole value is one measured record. */
const RECORDS = new Set<StateKind>(["record", "item", "removed", "product", "variant", "order", "tombstone"]);

/**
 * Whether a command of each type may be refused because its tenant has used up its stored bytes. A command that removes
 * something is never refused, although it may write a small record. A command that records what has happened is never
 * refused either.
 */
const IS_BUDGETED: Readonly<Record<Command["type"], boolean>> = {
  CreateWishlist: true,
  UpdateWishlist: true,
  DeleteWishlist: false,
  // A wishlist has a few short links, which are not measured.
  CreateShare: false,
  RevokeShare: false,
  DeleteWishlists: false,
  AddItem: true,
  AddItems: true,
  UpdateItem: true,
  RemoveItem: false,
  MoveItems: true,
  CreateCustomer: true,
  UpdateCustomer: true,
  UpsertCustomer: true,
  DeleteCustomer: false,
  Unsubscribe: false,
  BeginHandover: false,
  AcceptHandover: true,
  RefuseHandover: false,
  EndHandover: false,
  RenewGuest: false,
  LapseGuest: false,
  PutProduct: true,
  DeleteProduct: false,
  SetStock: true,
  CheckProduct: false,
  PutOrder: true,
  AmendOrder: false,
  NoteMatches: false,
  ForgetBuyer: false,
  ForgetMatches: false,
  ForgetPurchases: false,
  MatchOrder: false,
  RaiseAlerts: false,
  SettleAlerts: false,
  TakeMail: false,
  SettleMail: false,
  RetryMail: false,
};

/** How much the changes of a command add to the stored records. */
export interface Growth {
  /** Estimated bytes that are added; negative if the records shrink. */
  bytes: number;
  /** Number of changed records. */
  records: number;
  /** Number of characters that are written. */
  characters: number;
}

/**
 * Returns the texts of the records in a state key's value: of a customer, also what remains after its deletion. None if
 * the value was not read.
 */
function recordTexts({ kind }: StateChange["stateKey"], value: StateChange["before"]): string[] {
  if (typeof value !== "object" || value === null) return [];
  if ("record" in value)
    return [value.record, value.former].flatMap((record) => (record ? [textOf(record)] : []));
  return RECORDS.has(kind) ? [textOf(value)] : [];
}

const bytesOf = (texts: readonly string[]) =>
  texts.reduce((sum, text) => sum + RECORD_OVERHEAD + Buffer.byteLength(text), 0);

/** Measures changes, each against what its state key had before. */
export function growthOf(changes: Iterable<StateChange>): Growth {
  const growth: Growth = { bytes: 0, records: 0, characters: 0 };
  for (const { stateKey, value, before } of changes) {
    const texts = recordTexts(stateKey, value);
    growth.bytes += bytesOf(texts) - bytesOf(recordTexts(stateKey, before));
    growth.characters += texts.reduce((sum, { length }) => sum + length, 0);
    growth.records += texts.length;
  }
  return growth;
}

/**
 * Refuses a command that adds to the stored records of a tenant whose budget is used up. Returns undefined if the
 * command may be applied. `spareBytes` is how much each changed record may still grow: enough for a number to get one
 * more digit. A command that withdraws a consent is never refused: nobody may be contacted because of a budget.
 */
export function refuseGrowth(
  { type }: Command,
  { bytes, records }: Growth,
  events: readonly Event[],
  spareBytes: number | undefined,
): Rejection | undefined {
  if (spareBytes === undefined || !IS_BUDGETED[type] || bytes <= spareBytes * records) return undefined;
  if (events.some((event) => "consent" in event && event.consent === "withdrawn")) return undefined;
  return refuse(
    "BudgetExceeded",
    `The tenant has used up its budget "stored", and this write would add ${bytes} bytes. Reads, deletions and updates that make a record smaller are still accepted.`,
  );
}
