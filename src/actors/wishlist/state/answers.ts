import { ANSWERS_READ, ERASED_ANSWER } from "../../../store/partition/state/state-keys.ts";
import type { Draft } from "../../state/draft.ts";
import { answersStateKey } from "./wishlist.ts";

/** Replaces the stored answers about an erased entity, so that a retry is answered that the entity does not exist. */
export function forgetAnswers(draft: Draft, id: string): void {
  for (const digest of draft.get(answersStateKey(id)) ?? []) {
    draft.put({ kind: "answer", id: digest }, ERASED_ANSWER);
    draft.put({ kind: "answerIndex", id, field: digest }, null);
  }
}

/**
 * Replaces some of the stored answers about entities that have very many: a shopper can make 20 in a second. Returns
 * whether there were any: the erasure then needs another command.
 */
export function forgetExcessAnswers(draft: Draft, ids: readonly string[]): boolean {
  draft.load(ids.map(answersStateKey));
  const full = ids.filter((id) => (draft.get(answersStateKey(id)) ?? []).length >= ANSWERS_READ);
  for (const id of full) forgetAnswers(draft, id);
  return full.length > 0;
}
