import { decoderOf } from "../records/decode.ts";

/** The roles of owners in the portal, from all permissions to read-only. */
export const OWNER_ROLES = ["owner", "marketing", "support"] as const;
export type OwnerRole = (typeof OWNER_ROLES)[number];

/** A browser of a signed-in owner. */
interface SignedIn {
  /** SHA-256 of the secret of its cookie, in base64url. */
  digest: string;
  /** In milliseconds since 1970. */
  expires: number;
}

/** A person of a tenant who signs in to the portal. */
export interface Owner {
  /** Derived from the tenant and the e-mail address, so that one field identifies both. */
  id: string;
  email: string;
  role: OwnerRole;
  /** See {@link file://./password.ts}. */
  password: string;
  /** Whether the password must be changed before anything else. */
  isTemporary: boolean;
  sessions: SignedIn[];
  createdTime: string;
  lastSignInTime?: string;
}

/** An owner with the session of a request. */
export interface SignedInOwner {
  tenantId: string;
  owner: Owner;
  /** Identifies the session. */
  digest: string;
}

/** Decodes a stored owner. */
export const decodeOwner = decoderOf<Owner>("owner", { needs: "id" });
