import type { Idempotency } from "./command-gateway.ts";

/** What a request says of its write. */
export interface WriteTerms {
  idempotency?: Idempotency | undefined;
  /** Bytes that each record may grow by, where the tenant has used up its stored bytes; undefined for any number. */
  spareBytes?: number | undefined;
}
