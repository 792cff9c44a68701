import type { Model } from "./linearizable.ts";

/** What a client asks of one unique reference. A holder claims it by one operation only. */
export type ReferenceInput = { kind: "claim" | "release"; holder: string } | { kind: "find" };
/** What it was told: that it is done, or who holds the reference; undefined for nobody. */
export type ReferenceOutput = { kind: "done" } | { kind: "found"; holder: string | undefined };

interface Held {
  holder: string | undefined;
}

/** A unique reference as one client would see it. Refusals are not told of: a claim may outlive a write that failed. */
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
