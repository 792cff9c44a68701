import type { PartitionBatch } from "../batch/partition-batch.ts";

/** What a worker reports to its observer. */
export interface WorkerWatch {
  onBatch(commands: number, seconds: number): void;
  onServed(partitions: number): void;
  /** Called for each batch that is committed, where traces are taken. */
  onCommitted?: ((batch: PartitionBatch) => void) | undefined;
  onDeadLetter(): void;
  onFenced(): void;
  /** Called for each partition whose store has lost the last commits, with the seconds that it went back. */
  onWentBack(seconds: number): void;
}
