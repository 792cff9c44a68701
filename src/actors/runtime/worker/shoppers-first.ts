import { compareEntryIds } from "../../../store/ids/entry-id.ts";
import type { AlertCommand } from "../../alert/messages.ts";
import type { CatalogueCommand } from "../../catalogue/messages.ts";
import type { Command } from "../../command.ts";
import type { OrderCommand } from "../../order/messages.ts";
import type { StreamCommand } from "../stream-command.ts";

/** Commands that no shopper waits for. */
const HAS_NO_SHOPPER: Readonly<Record<(CatalogueCommand | OrderCommand | AlertCommand)["type"], true>> = {
  PutProduct: true,
  DeleteProduct: true,
  SetStock: true,
  CheckProduct: true,
  PutOrder: true,
  AmendOrder: true,
  NoteMatches: true,
  ForgetBuyer: true,
  ForgetMatches: true,
  ForgetPurchases: true,
  MatchOrder: true,
  RaiseAlerts: true,
  SettleAlerts: true,
  TakeMail: true,
  SettleMail: true,
  RetryMail: true,
};

/** How long shoppers are expected to send further commands after one of them has, in milliseconds. */
const ACTIVE_MS = 1000;
/** Characters of other commands after which new commands are read, if shoppers are active. */
const OTHERS_CHARACTERS = 16_000;

/** Commands that were read from one partition, in their order. */
interface OfPartition {
  commands: readonly StreamCommand[];
}

/** The order in which commands of several partitions are run. */
interface RunOrder<T> {
  /** Those with a command that a shopper may wait for. */
  shoppers: T[];
  /** The others, which are run after them. */
  others: T[];
  /** Those that wait until new commands are read. */
  postponed: T[];
}

const isOfShopper = ({ type }: Command) => !(type in HAS_NO_SHOPPER);

const hasShopper = ({ commands }: OfPartition) =>
  commands.some(({ envelope }) => envelope && isOfShopper(envelope.command));

const startOf = ({ commands: [first] }: OfPartition) => first?.entryId ?? "0-0";

/**
 * Runs the commands that shoppers may wait for before the others, although all are in the same streams. The commands of
 * a partition keep their order.
 */
export class ShoppersFirst {
  #activeUntil = Number.NEGATIVE_INFINITY;

  /**
   * Determines the order of partitions' commands. While shoppers are active, only the oldest of the other commands run,
   * and the rest are postponed.
   *
   * @param now by the monotonic clock of this process, in milliseconds
   */
  orderOf<T extends OfPartition>(received: readonly T[], now: number): RunOrder<T> {
    const order: RunOrder<T> = { shoppers: [], others: [], postponed: [] };
    const waiting: T[] = [];
    for (const each of received) (hasShopper(each) ? order.shoppers : waiting).push(each);
    if (order.shoppers.length > 0) this.#activeUntil = now + ACTIVE_MS;
    if (now >= this.#activeUntil) return { ...order, others: waiting };
    let characters = 0;
    for (const each of waiting.sort((a, b) => compareEntryIds(startOf(a), startOf(b)))) {
      (characters < OTHERS_CHARACTERS ? order.others : order.postponed).push(each);
      for (const { payload } of each.commands) characters += payload.length;
    }
    return order;
  }
}
