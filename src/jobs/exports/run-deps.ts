import type { Logger } from "pino";
import type { ExportReads } from "../../store/exports/export-reads.ts";
import type { RunOutcome } from "../../store/exports/export-run.ts";
import type { ExportRuns } from "../../store/exports/export-runs.ts";
import type { Exports } from "../../store/exports/exports.ts";
import type { SentBatches } from "../../store/exports/sent-batches.ts";
import type { WindowMarks } from "../../store/exports/window-marks.ts";
import type { WishlistIndex } from "../../store/lists/wishlist-index.ts";
import type { Erasures } from "../../store/privacy/erasures.ts";
import type { OnUndecodable } from "../../store/records/undecodable.ts";
import type { Now } from "../../store/redis/clock.ts";
import type { ConnectorContext } from "./connectors/context.ts";
import type { WindowParts } from "./window.ts";

/** The dependencies of export runs. */
export interface RunDeps extends WindowParts {
  exports: Exports;
  runs: ExportRuns;
  reads: ExportReads;
  index: WishlistIndex;
  /** Aborted when the process is about to stop. */
  stopping: AbortSignal;
  /** The store's clock. */
  now: Now;
  ledgers: SentBatches;
  erasures: Pick<Erasures, "count">;
  marks: WindowMarks;
  /** Called with records that cannot be decoded; they are omitted. */
  onUndecodable: OnUndecodable;
  connectors: Pick<ConnectorContext, "dataDir" | "fileBytes" | "allowPrivate">;
  /** Called with the numbers of records of each batch, once its result is stored. */
  onResult: (result: { accepted: number; rejected: number }) => void;
  /** Called for each run that ends in this process. */
  onOver: (outcome: RunOutcome, run: OverRun) => void;
  log: Logger;
}

/** Identifies a run that has ended. */
interface OverRun {
  storeKey: string;
  export: string;
  run: string;
}
