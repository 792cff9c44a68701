import { isEntryBefore } from "../../../store/ids/entry-id.ts";
import type { Lease } from "../../../store/redis/structures/leases.ts";
import type { BatchSettings, Exclusion } from "../batch/batch-start.ts";
import { PartitionBatch } from "../batch/partition-batch.ts";
import { commandId } from "../envelope.ts";
import type { StreamCommand } from "../stream-command.ts";

/** Pause before the next attempt if the store of a partition was unavailable, in milliseconds. */
export const REREAD_MS = 50;

/** A partition that this process serves: its last completed command, and how the next ones are tried. */
export class ServedPartition {
  readonly lease: Lease;
  /** The last completed command. */
  cursor: string;
  /** A decided batch whose commit failed or was not confirmed. */
  unconfirmed: PartitionBatch | undefined;
  /** When the partition is tried again after its store was unavailable, by the monotonic clock of this process. */
  retryAt = 0;
  /** Whether the unconfirmed batch is being committed again. */
  isRetrying = false;
  /** Whether the last batch failed because the store was unavailable: further failures are logged at a lower level. */
  hasFailed = false;
  /** Whether another worker must serve the partition: it is released as soon as no batch is open. */
  isSurplus = false;
  /** Entry id of the suspect whose attempt by this worker is already counted: a retry here is not another death. */
  attempted = "";
  /** Number of cancellations that were checked. */
  #cancels = "0";
  /** Ids of the commands whose senders had given up at the last check of the cancellations. */
  #cancelled: ReadonlySet<string> = new Set();
  /** Commands not to be tried, by entry id. */
  readonly #excluded = new Map<string, Exclusion>();
  /** Last entry id whose command is tried alone. */
  #suspectUntil: string | undefined;

  /** @param suspectUntil the newest command if the last worker failed: a command up to this one may have killed it */
  constructor(lease: Lease, suspectUntil: string | undefined) {
    this.lease = lease;
    this.cursor = lease.cursor;
    this.#suspectUntil = suspectUntil;
  }

  get partition(): number {
    return this.lease.partition;
  }

  /** Whether the next command is tried alone, because it may kill or block its process. */
  get isSuspect(): boolean {
    return this.#suspectUntil !== undefined;
  }

  /** Whether a batch is not confirmed yet. Only this worker can reply to its senders. */
  get isOpen(): boolean {
    return this.unconfirmed !== undefined || this.isRetrying;
  }

  /** Whether it is time to commit the unconfirmed batch again. */
  get isDue(): boolean {
    return !this.isRetrying && this.retryAt <= performance.now();
  }

  /** Makes a batch of the commands that were read. */
  batchOf(settings: BatchSettings, commands: StreamCommand[]): PartitionBatch {
    if (this.#cancelled.size > 0) {
      for (const { envelope, entryId } of commands) {
        if (envelope && this.#cancelled.has(commandId(envelope))) this.exclude(entryId, "cancelled");
      }
    }
    return new PartitionBatch(settings, {
      lease: this.lease,
      cursor: this.cursor,
      cancels: this.#cancels,
      excluded: this.#excluded,
      commands: leadingCommands(commands, this.#excluded),
    });
  }

  /** Excludes a command from all attempts. */
  exclude(entryId: string, reason: Exclusion): void {
    this.#excluded.set(entryId, reason);
  }

  /** Records which commands are cancelled, and how many cancellations were checked for this. */
  setCancelled(ids: ReadonlySet<string>, cancels: string): void {
    this.#cancelled = ids;
    this.#cancels = cancels;
  }

  /** Marks the commands up to this one as suspects, which are tried one at a time. */
  suspectUpTo(entryId: string): void {
    this.#suspectUntil = entryId;
  }

  /** Marks the commands of a batch that did not finish in time as suspects, and counts each further attempt. */
  suspect({ end }: PartitionBatch): void {
    if (this.#suspectUntil === undefined || !isEntryBefore(end, this.#suspectUntil)) this.suspectUpTo(end);
    this.attempted = "";
  }

  /** Plans to run a batch again after its store was unavailable: the same batch, if it may be committed already. */
  retryLater(batch: PartitionBatch, delayMs = REREAD_MS): void {
    this.hasFailed = true;
    this.unconfirmed = batch.isDecided ? batch : undefined;
    this.retryAt = performance.now() + delayMs;
  }

  /** Moves the cursor past a committed batch. */
  complete(batch: PartitionBatch): void {
    this.hasFailed = false;
    this.cursor = batch.end;
    for (const { entryId } of batch.commands) this.#excluded.delete(entryId);
    if (this.#suspectUntil !== undefined && !isEntryBefore(batch.end, this.#suspectUntil))
      this.#suspectUntil = undefined;
  }
}

/**
 * Returns the leading commands that are either all excluded or all not excluded. So cancelled commands are completed
 * before state is loaded for later ones, which then find the references free that the cancelled ones had claimed.
 */
function leadingCommands(
  commands: StreamCommand[],
  excluded: ReadonlyMap<string, Exclusion>,
): StreamCommand[] {
  if (excluded.size === 0) return commands;
  const isFirstExcluded = excluded.has(commands[0]?.entryId ?? "");
  const end = commands.findIndex(({ entryId }) => excluded.has(entryId) !== isFirstExcluded);
  return end < 0 ? commands : commands.slice(0, end);
}
