import type { Model } from "./linearizable.ts";

/** Operations of a client on one unique reference. A holder claims it by one operation only. */
export type ReferenceInput = { kind: "claim" | "release"; holder: string } | { kind: "find" };
/** The answer: that it is done, or who holds the reference; undefined for no holder. */
export type ReferenceOutput = { kind: "done" } | { kind: "found"; holder: string | undefined };

interface Held {
  holder: string | undefined;
}

/**
 * A unique reference as a single client would see it. Refusals are not recorded: a claim may outlive a failed write.
 */
export const REFERENCE: Model<Held, ReferenceInput, ReferenceOutput> = {
  start: { holder: undefined },
  apply(state, input, output) {
    if (input.kind === "find")
      return output?.kind === "found" && output.holder !== state.holder ? undefined : state;
    const from = input.kind === "claim" ? undefined : input.holder;
    if (state.holder !== from) return output === undefined ? state : undefined;
    return { holder: input.kind === "claim" ? input.holder : undefined };
  },
  keyOf: ({ holder }) => holder ?? "",
  concerns: () => true,
};
