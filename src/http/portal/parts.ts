import type { Logger } from "pino";
import type { Owners } from "../../store/owners/owners.ts";
import type { Now } from "../../store/redis/clock.ts";
import type { Tenants } from "../../store/tenants/tenants.ts";
import type { KnownTenants } from "../auth/known-tenants.ts";
import type { TokenSigner } from "../auth/token-signer.ts";
import type { RequestAudit } from "../middleware/audit.ts";
import type { MinuteLog } from "../minute-log.ts";
import type { KnownBrowsers } from "./known-browsers.ts";
import type { SignInThrottle } from "./throttle.ts";

/** The parts that the portal's own requests need. */
export interface PortalParts {
  owners: Owners;
  tenants: Tenants;
  tokenSigner: TokenSigner;
  knownTenants: KnownTenants;
  throttle: SignInThrottle;
  browsers: KnownBrowsers;
  publicUrl: string;
  requireHttps: boolean;
  minuteLog: MinuteLog;
  /** The clock of Redis. */
  now: Now;
  log: Logger;
  audit: RequestAudit;
}
