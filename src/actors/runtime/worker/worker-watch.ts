import type { PartitionBatch } from "../batch/partition-batch.ts";

/** Callbacks of a worker. */
export interface WorkerWatch {
  onBatch(commands: number, seconds: number): void;
  onServed(partitions: number): void;
  /** Called for each committed batch, if traces are taken. */
  onCommitted?: ((batch: PartitionBatch) => void) | undefined;
  onDeadLetter(): void;
  onFenced(): void;
  /** Called for each partition whose store has lost the last commits, with the number of lost seconds. */
  onWentBack(seconds: number): void;
}
