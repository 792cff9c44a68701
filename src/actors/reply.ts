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

export interface Acceptance {
  ok: true;
  /** What the answer shows; absent where there is nothing to say. */
  body?: object;
  /** Version of the wishlist or customer after the command. */
  version?: string;
  /** Of an upsert: whether the customer is new. */
  created?: boolean;
  /** Of an upsert: the customer was like this before. */
  unchanged?: true;
  /** The command has to be sent again, as the dispatcher does: it did a part of a long work. */
  remaining?: boolean;
}

export type Decision = Acceptance | Rejection;

/**
 * An earlier answer that was too long to be kept: it showed the record of a wishlist, an item or a customer. Where the
 * record is still the same it is the answer.
 */
export interface RecordAnswer {
  /** The wishlist, or the customer's slot. */
  about: string;
  /** What the answer said of the record's ids. */
  ids: { id?: string; svc_customer_id?: string };
  /** Of the answer's JSON. */
  digest: string;
}

/**
 * A decision as its sender gets it: the body is the JSON to serve, `replayed` the answer to an earlier try. Of a
 * replayed one there may be a `record` in place of the body.
 */
export type Reply = ((Omit<Acceptance, "body"> & { json?: string; record?: RecordAnswer }) | Rejection) & {
  replayed?: true;
};

/** A refusal; `path` is the JSON Pointer of the field that caused it. */
export function refuse(code: RejectionCode, detail: string, path?: string): Rejection {
  return path === undefined ? { ok: false, code, detail } : { ok: false, code, detail, path };
}

/** Whether an entity at this version is what `If-Match` allows; no condition allows anything. */
export function matches(version: string, ifMatch: string[] | undefined): boolean {
  return ifMatch === undefined || ifMatch.includes("*") || ifMatch.includes(version);
}
