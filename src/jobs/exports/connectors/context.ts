import type { BatchLedger } from "../../../store/exports/sent-batches.ts";
import type { PrivateTargets } from "../../outbound/addresses.ts";
import type { Mapping } from "../rows.ts";

/** The run of a connector, and its limits. */
export interface ConnectorContext {
  exportId: string;
  runId: string;
  tenant: string;
  dataDir: string;
  /** Maximum number of bytes of all files of the tenant. */
  fileBytes: number;
  /** Whether platforms may be in private networks. */
  allowPrivate: PrivateTargets;
  /** The outcomes of the run's batches, for platforms that do not recognise repeated batches. */
  ledger: BatchLedger;
  /** Fields of a file, if the export defines them. */
  mapping?: Mapping;
}
