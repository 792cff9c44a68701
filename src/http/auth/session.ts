import type { Tenant } from "../../store/tenants/tenant.ts";
import type { Shopper } from "./shopper.ts";

/** The caller, according to a verified token. */
export interface Session {
  readonly tenant: Tenant;
  /** Id of the client, or of the owner who is signed in to the portal. */
  readonly clientId: string;
  readonly caller: "client" | "owner";
  /** The shopper of a shopper's token, which gives access to nothing else. */
  readonly shopper?: Shopper;
  /** `<tenant>/<store>`: the caller has access only to the data of this store. */
  readonly storeKey: string;
  readonly permissions: ReadonlySet<string>;
  /** When the token expires, in milliseconds since 1970. */
  readonly expires: number;
}
