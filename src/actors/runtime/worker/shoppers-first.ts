import type { AlertCommand } from "../../alert/messages.ts";
import type { CatalogueCommand } from "../../catalogue/messages.ts";
import type { Command } from "../../command.ts";
import type { OrderCommand } from "../../order/messages.ts";
import type { PartitionBatch } from "../batch/partition-batch.ts";

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

const isOfShopper = ({ type }: Command) => !(type in HAS_NO_SHOPPER);

/**
 * Divides batches that were read together into those with a command that a shopper may wait for, and the others, which
 * are run after them. A batch has all commands of its partition in their order.
 */
export function shoppersFirst(
  batches: readonly PartitionBatch[],
): [first: PartitionBatch[], others: PartitionBatch[]] {
  const [first, others]: [PartitionBatch[], PartitionBatch[]] = [[], []];
  for (const batch of batches) {
    const hasShopper = batch.commands.some(({ envelope }) => envelope && isOfShopper(envelope.command));
    (hasShopper ? first : others).push(batch);
  }
  return [first, others];
}
