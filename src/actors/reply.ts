export type RejectionCode =
  | "ResourceNotFound"
  | "InvalidInput"
  | "LimitExceeded"
  | "BudgetExceeded"
  | "DuplicateReference"
  | "VariantMismatch"
  | "PreconditionFailed"
  | "Internal";

/** Why a command was refused. */
export interface Rejection {
  ok: false;
  code: RejectionCode;
  /** Text for the caller: names the field and what is wrong with it. */
  detail: string;
  /** JSON Pointer of the field, if a field is the reason. */
  path?: string;
}

/** The result of a command that is accepted. */
export interface Acceptance<B = object> {
  ok: true;
  /** Body of the answer; absent if it has none. */
  body?: B;
  /** Version of the wishlist or customer after the command. */
  version?: string;
  /** For an upsert: whether the customer is new. */
  created?: boolean;
  /**
   * Whether the command changed nothing: a customer has all values, the results of a match are outdated, or a claim was
   * decided before.
   */
  unchanged?: true;
  /** Whether the command has done only a part of its work, so that the dispatcher sends it again. */
  remaining?: boolean;
}

export type Decision<B = object> = Acceptance<B> | Rejection;

/**
 * An earlier answer that was too long to be kept: it showed the record of a wishlist, an item or a customer. If the
 * record is unchanged, it is the answer.
 */
interface RecordAnswer {
  /** The wishlist, or the customer's slot. */
  about: string;
  /** The record's ids in the answer. */
  ids: { id?: string; svc_customer_id?: string };
  /** Digest of the answer's JSON. */
  digest: string;
}

/** Type of the body's JSON, for the compiler only; never present. */
declare const BODY: unique symbol;

/** An acceptance in the form that its sender gets. */
export interface Accepted<B = object> extends Omit<Acceptance, "body"> {
  /** The body as the JSON to serve; {@link bodyOf} reads it. */
  json?: string;
  /** In a replayed answer, instead of a long body. */
  record?: RecordAnswer;
  /** Whether this is the answer to an earlier attempt. */
  replayed?: true;
  /** Bytes of the stored answer under the Idempotency-Key, if it is long: it counts for the budget of keys. */
  keptBytes?: number;
  readonly [BODY]?: B;
}

/** A decision in the form that its sender gets. */
export type Reply<B = object> = Accepted<B> | (Rejection & { replayed?: true });

/**
 * Returns the body of a reply.
 * @throws if there is none
 */
export function bodyOf<B>({ json }: Accepted<B>): B {
  if (json === undefined) throw new Error("a reply has no body");
  return JSON.parse(json) as B;
}

/** Makes a refusal. `path` is the JSON Pointer of the field that caused it. */
export function refuse(code: RejectionCode, detail: string, path?: string): Rejection {
  return path === undefined ? { ok: false, code, detail } : { ok: false, code, detail, path };
}

/** Whether a lookup or a change returned a refusal instead of a result, which must not have a member `ok`. */
export const isRefusal = (found: object): found is Rejection => "ok" in found;

/**
 * Refuses a change of an entity if `If-Match` does not allow it at this version. Returns undefined if it is allowed, or
 * if there is no condition.
 */
export function refuseMismatch(
  what: "customer" | "wishlist",
  version: string,
  ifMatch: readonly string[] | undefined,
): Rejection | undefined {
  if (ifMatch === undefined || ifMatch.includes("*") || ifMatch.includes(version)) return undefined;
  return refuse("PreconditionFailed", `The ${what} has changed; its entity tag is now "${version}".`);
}
