import type { BatchLedger } from "../../../store/sent-batches.ts";
import type { Mapping } from "../rows.ts";

/** What a connector needs to know of the run that it is opened for. */
export interface ConnectorContext {
  exportId: string;
  runId: string;
  tenant: string;
  dataDir: string;
  /** Whether platforms may be in private networks. */
  allowPrivate: boolean;
  /** What has become of the run's batches, for platforms that do not know a batch again. */
  ledger: BatchLedger;
  /** Fields of a file, where the export names them. */
  mapping?: Mapping;
}
