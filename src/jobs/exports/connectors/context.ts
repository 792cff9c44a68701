import type { BatchLedger } from "../../../store/exports/sent-batches.ts";
import type { PrivateTargets } from "../../outbound/addresses.ts";
import type { Mapping } from "../rows.ts";

/** What a connector needs to know of the run that it is opened for. */
export interface ConnectorContext {
  exportId: string;
  runId: string;
  tenant: string;
  dataDir: string;
  /** Bytes that all files of the tenant may have. */
  fileBytes: number;
  /** Whether platforms may be in private networks. */
  allowPrivate: PrivateTargets;
  /** What has become of the run's batches, for platforms that do not know a batch again. */
  ledger: BatchLedger;
  /** Fields of a file, where the export names them. */
  mapping?: Mapping;
}
