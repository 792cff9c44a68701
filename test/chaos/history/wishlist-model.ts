import type { Model } from "./linearizable.ts";

/** Operations of a client on one wishlist. A variant names an item: each is added by one operation only. */
export type WishlistInput =
  | { kind: "add"; variant: string; quantity: number }
  /** With `ifMatch` only if the wishlist has this version. */
  | { kind: "set"; variant: string; quantity: number; ifMatch?: string }
  | { kind: "remove"; variant: string }
  | { kind: "delete" }
  | { kind: "read" };

/** The answer to the client. `version` is the entity tag of the wishlist. */
export type WishlistOutput =
  | { kind: "done"; version?: string }
  /** There is no such item, or no such wishlist. */
  | { kind: "absent" }
  /** The version is another one. */
  | { kind: "stale" }
  /** All items, as variant and quantity, sorted. */
  | { kind: "items"; items: readonly string[]; version?: string };

export interface WishlistState {
  /** Undefined once it is deleted. */
  items: ReadonlyMap<string, number> | undefined;
  /** Undefined if no answer had its current version. */
  version: string | undefined;
}

/** An item as reads show it here. */
export const shown = (variant: string, quantity: number) => `${variant} x${quantity}`;

const shownItems = (items: ReadonlyMap<string, number>) =>
  [...items].map(([variant, quantity]) => shown(variant, quantity)).sort();

const fits = (seen: string | undefined, version: string | undefined) =>
  seen === undefined || version === undefined || seen === version;

/** The items after an applied write; undefined if the write cannot be applied. */
function written(items: ReadonlyMap<string, number>, input: WishlistInput): Map<string, number> | undefined {
  const next = new Map(items);
  switch (input.kind) {
    case "add":
      return items.has(input.variant) ? undefined : next.set(input.variant, input.quantity);
    case "set":
      return items.has(input.variant) ? next.set(input.variant, input.quantity) : undefined;
    case "remove":
      return next.delete(input.variant) ? next : undefined;
    default:
      return undefined;
  }
}

/** The state after a write; the same one if it is refused. */
function afterWrite(
  state: WishlistState,
  input: Exclude<WishlistInput, { kind: "read" }>,
  output: WishlistOutput | undefined,
): WishlistState | undefined {
  const { items, version } = state;
  const isUnknown = output === undefined;
  const isStale = input.kind === "set" && !fits(input.ifMatch, version);
  if (isUnknown && isStale) return state;
  if (output?.kind === "stale") {
    const mayDiffer = version === undefined || isStale;
    return input.kind === "set" && input.ifMatch !== undefined && items && mayDiffer ? state : undefined;
  }
  const after = items && (input.kind === "delete" ? null : written(items, input));
  if (output?.kind === "absent") return after === undefined ? state : undefined;
  if (after === undefined) return isUnknown ? state : undefined;
  if (!isUnknown && (output.kind !== "done" || isStale)) return undefined;
  // Each write makes a new version: otherwise, an If-Match would miss it.
  if (!isUnknown && output.version !== undefined && output.version === version) return undefined;
  return { items: after ?? undefined, version: isUnknown ? undefined : output.version };
}

/** A wishlist as a single client would see it. */
export const WISHLIST: Model<WishlistState, WishlistInput, WishlistOutput> = {
  start: { items: new Map(), version: undefined },
  apply(state, input, output) {
    if (input.kind !== "read") return afterWrite(state, input, output);
    const { items, version } = state;
    if (output === undefined) return state;
    if (output.kind === "absent") return items ? undefined : state;
    if (output.kind !== "items" || !items || !fits(output.version, version)) return undefined;
    if (shownItems(items).join() !== output.items.join()) return undefined;
    return output.version === undefined ? state : { items, version: output.version };
  },
  keyOf: ({ items, version }) => `${items ? shownItems(items).join() : "deleted"}|${version ?? "?"}`,
  concerns({ input: one, output: told }, { input: other, output }, { items, version }) {
    if (one.kind === "read") return true;
    if (one.kind === "delete" || other.kind === "delete") return true;
    if (other.kind !== "read")
      return (
        one.variant === other.variant ||
        isOfVersion(one) ||
        isOfVersion(other) ||
        isTold(told) ||
        isTold(output)
      );
    if (output?.kind !== "items" || !items || !fits(output.version, version)) return true;
    // A read that shows the current item does not need this one.
    const seen = output.items.filter((item) => item.startsWith(`${one.variant} x`));
    const quantity = items.get(one.variant);
    return seen.join() !== (quantity === undefined ? "" : shown(one.variant, quantity));
  },
};

const isOfVersion = (input: WishlistInput) => input.kind === "set" && input.ifMatch !== undefined;
/** Its version shows whether another write came just before. */
const isTold = (output: WishlistOutput | undefined) =>
  output?.kind === "done" && output.version !== undefined;
