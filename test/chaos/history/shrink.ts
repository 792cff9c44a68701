import { checkHistory, type Model, type Operation } from "./linearizable.ts";
import { WISHLIST, type WishlistInput, type WishlistOutput, type WishlistState } from "./wishlist-model.ts";

export type WishlistOperation = Operation<WishlistInput, WishlistOutput>;

const isWrong = <S, I, O>(model: Model<S, I, O>, history: readonly Operation<I, O>[]) =>
  checkHistory(model, history).isLinearizable === false;

/** Operations before an instant; those that had not returned by then have an unknown outcome. */
function until<I, O>(history: readonly Operation<I, O>[], at: number): Operation<I, O>[] {
  return history
    .filter(({ calledAt }) => calledAt <= at)
    .map((each) => (each.returnedAt <= at ? each : { ...each, output: undefined, returnedAt: Infinity }));
}

/**
 * The operations that were called before the first wrong answer. An operation that returned after it has an unknown
 * outcome, unless its later answer makes the history wrong.
 */
function upTo(history: readonly WishlistOperation[], at: number): WishlistOperation[] {
  const known = until(history, at);
  return isWrong(WISHLIST, known) ? known : history.filter(({ calledAt }) => calledAt <= at);
}

/** The part of a history about one item. Other items do not affect whether it is linearizable. */
function ofVariant(history: readonly WishlistOperation[], variant: string): WishlistOperation[] {
  return history.flatMap((operation): WishlistOperation[] => {
    const { input, output } = operation;
    if ("variant" in input) {
      if (input.variant !== variant || output?.kind === "stale") return [];
      const { ifMatch: _, ...unconditional } = { ifMatch: undefined, ...input };
      return [
        { ...operation, input: unconditional, output: output?.kind === "done" ? { kind: "done" } : output },
      ];
    }
    if (output?.kind !== "items") return [operation];
    const items = output.items.filter((item) => item.startsWith(`${variant} x`));
    return [{ ...operation, output: { kind: "items", items } }];
  });
}

/** Whether an operation changes nothing, so that a linearizable history stays linearizable without it. */
const isIdle = ({ input, output }: WishlistOperation) =>
  input.kind === "read" || output?.kind === "absent" || output?.kind === "stale";

/**
 * A small part of a wishlist's history that is not linearizable either: up to the first wrong answer, about one item if
 * that is enough, and without unnecessary reads and refusals. Every step keeps a valid history valid: a write of
 * unknown outcome stays, because it may explain another answer.
 */
export function shrunk(history: readonly WishlistOperation[]): WishlistOperation[] {
  const verdict = checkHistory<WishlistState, WishlistInput, WishlistOutput>(WISHLIST, history);
  if (verdict.isLinearizable !== false) return [...history];
  let small = upTo(history, verdict.failed.returnedAt);
  const variants = new Set(small.flatMap(({ input }) => ("variant" in input ? [input.variant] : [])));
  const ofOne = [...variants]
    .map((variant) => ofVariant(small, variant))
    .find((some) => isWrong(WISHLIST, some));
  if (ofOne) {
    small = ofOne;
    const again = checkHistory<WishlistState, WishlistInput, WishlistOutput>(WISHLIST, small);
    if (again.isLinearizable === false) small = until(small, again.failed.returnedAt);
  }
  for (const operation of small.filter(isIdle)) {
    const rest = small.filter((each) => each !== operation);
    if (isWrong(WISHLIST, rest)) small = rest;
  }
  return small;
}
