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
  /** For the caller: names the field and what is wrong with it. */
  detail: string;
  /** JSON Pointer of the field, where it is one. */
  path?: string;
}

export interface Acceptance<B = object> {
  ok: true;
  /** What the answer shows; absent if it shows nothing. */
  body?: B;
  /** Version of the wishlist or customer after the command. */
  version?: string;
  /** Of an upsert: whether the customer is new. */
  created?: boolean;
  /** Of an upsert: the customer was like this before. */
  unchanged?: true;
  /** The command did a part of its work; the dispatcher sends it again. */
  remaining?: boolean;
}

export type Decision<B = object> = Acceptance<B> | Rejection;

/**
 * An earlier answer that was too long to be kept: it showed the record of a wishlist, an item or a customer. If the
 * record is still the same, the record is the answer.
 */
interface RecordAnswer {
  /** The wishlist, or the customer's slot. */
  about: string;
  /** The record's ids in the answer. */
  ids: { id?: string; svc_customer_id?: string };
  /** Of the answer's JSON. */
  digest: string;
}

/** Type of the body's JSON, for the compiler only; never present. */
declare const BODY: unique symbol;

/** An acceptance as its sender gets it. */
export interface Accepted<B = object> extends Omit<Acceptance, "body"> {
  /** The body as the JSON to serve; {@link bodyOf} reads it. */
  json?: string;
  /** In a replayed answer, in place of a long body. */
  record?: RecordAnswer;
  /** The answer to an earlier try. */
  replayed?: true;
  readonly [BODY]?: B;
}

/** A decision as its sender gets it. */
export type Reply<B = object> = Accepted<B> | (Rejection & { replayed?: true });

/**
 * The body of a reply.
 * @throws where there is none
 */
export function bodyOf<B>({ json }: Accepted<B>): B {
  if (json === undefined) throw new Error("a reply has no body");
  return JSON.parse(json) as B;
}

/** A refusal; `path` is the JSON Pointer of the field that caused it. */
export function refuse(code: RejectionCode, detail: string, path?: string): Rejection {
  return path === undefined ? { ok: false, code, detail } : { ok: false, code, detail, path };
}

/**
 * Why `If-Match` does not allow a change of an entity at this version; undefined if it does, or there is no condition.
 */
export function refuseMismatch(
  what: "customer" | "wishlist",
  version: string,
  ifMatch: readonly string[] | undefined,
): Rejection | undefined {
  if (ifMatch === undefined || ifMatch.includes("*") || ifMatch.includes(version)) return undefined;
  return refuse("PreconditionFailed", `The ${what} has changed; its entity tag is now "${version}".`);
}
