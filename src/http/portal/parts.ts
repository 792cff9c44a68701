import type { Logger } from "pino";
import type { Owners } from "../../store/owners/owners.ts";
import type { Now } from "../../store/redis/clock.ts";
import type { Tenants } from "../../store/tenants/tenants.ts";
import type { KnownTenants } from "../auth/known-tenants.ts";
import type { TokenSigner } from "../auth/token-signer.ts";
import type { RequestAudit } from "../middleware/audit.ts";
import { KeyLimits } from "../middleware/rate-limit.ts";
import type { MinuteLog } from "../minute-log.ts";
import type { KnownBrowsers } from "./known-browsers.ts";
import type { SignInThrottle } from "./throttle.ts";

/** Requests per second of a session to the portal. A page sends a few. */
const OF_SESSION = 50;
/** New passwords per second of a tenant: each takes a sixth of a second of CPU time. */
const NEW_PASSWORDS = 5;

/** What limits the requests to the portal. Each process counts separately. */
export interface PortalLimits {
  ofSession: KeyLimits;
  /** Counts the invitations, resets and changes of passwords of a tenant. */
  newPasswords: KeyLimits;
}

/** Creates the limits of a process. */
export const newPortalLimits = (): PortalLimits => ({
  ofSession: new KeyLimits("session", "A session", OF_SESSION),
  newPasswords: new KeyLimits("passwords", "For new passwords, a tenant", NEW_PASSWORDS),
});

/** The parts that the portal's own requests need. */
export interface PortalParts {
  owners: Owners;
  tenants: Tenants;
  tokenSigner: TokenSigner;
  knownTenants: KnownTenants;
  throttle: SignInThrottle;
  limits: PortalLimits;
  browsers: KnownBrowsers;
  publicUrl: string;
  requireHttps: boolean;
  minuteLog: MinuteLog;
  /** The clock of Redis. */
  now: Now;
  log: Logger;
  audit: RequestAudit;
}
