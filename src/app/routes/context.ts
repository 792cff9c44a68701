import type { PersonalData } from "../../actors/privacy/personal-data.ts";
import type { Dispatcher } from "../../actors/runtime/dispatcher.ts";
import type { KnownTenants } from "../../http/auth/known-tenants.ts";
import type { TokenSigner } from "../../http/auth/token-signer.ts";
import type { TokenVerifier } from "../../http/auth/token-verifier.ts";
import type { CommandGateway } from "../../http/idempotency/command-gateway.ts";
import type { LoadLimits } from "../../http/middleware/endpoint.ts";
import type { MinuteLog } from "../../http/minute-log.ts";
import type { SessionTargets } from "../../http/session-targets.ts";
import type { TenantBudgets } from "../../ingest/budgets/budgets.ts";
import type { Targets } from "../../ingest/targets.ts";
import type { GuestWishlists } from "../../ingest/wishes/guest-wishlists.ts";
import type { RequestJobs } from "../../jobs/queue/request-jobs.ts";
import type { AppContext } from "../context/context.ts";
import type { Stores } from "../context/stores.ts";

/** The objects that the routes of the API share. */
export interface ApiContext extends AppContext {
  dispatcher: Dispatcher;
  jobs: RequestJobs;
  minuteLog: MinuteLog;
  /** The repositories for the lookups of writes. */
  reads: Stores;
  /**
   * The repositories for pages and histories, over another connection: lookups of writes do not wait behind large
   * answers.
   */
  pages: Stores;
  knownTenants: KnownTenants;
  tokenSigner: TokenSigner;
  tokenVerifier: TokenVerifier;
  budgets: TenantBudgets;
  writes: CommandGateway;
  targets: Targets;
  sessionTargets: SessionTargets;
  guests: GuestWishlists;
  personalData: PersonalData;
  /** Returns the number of HTTP processes that share the limits of the tenants, including this one. */
  instances: () => number;
  load: LoadLimits;
}
