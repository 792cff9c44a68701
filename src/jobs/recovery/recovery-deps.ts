import type { Layout } from "../../store/layout/layout.ts";
import type { OnUndecodable } from "../../store/records/undecodable.ts";
import type { Now } from "../../store/redis/clock.ts";
import type { Tenants } from "../../store/tenants/tenants.ts";
import type { Jobs } from "../queue/jobs.ts";

/** The dependencies of all modules that find lost jobs. */
export interface RecoveryDeps {
  jobs: Pick<Jobs, "ensure">;
  layout: Layout;
  tenants: Pick<Tenants, "findFor">;
  onUndecodable: OnUndecodable;
  /** The store's clock. */
  now: Now;
}
