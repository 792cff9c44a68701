import type { Position } from "../../../store/exports/export-run.ts";
import { changePages, type ChangePagesParts } from "./change-pages.ts";
import { ChangeSteps, type ChangeStepsParts, isRelevant } from "./change-steps.ts";
import { resumeAfter } from "./marks.ts";
import { CURSOR_END, type Source } from "./source.ts";

const msOf = (entryId: string) => Number.parseInt(entryId, 10);

/**
 * Reads the records of a store's changes in a time window, whose changes are marked. The cursor is the change, and the
 * item if a change leads to several records.
 */
export async function* changesSource(parts: ChangePagesParts & ChangeStepsParts, window: Position): Source {
  const { place, since = "", upTo = "", until = "0-0" } = window;
  const steps = new ChangeSteps(parts, { since, upTo, start: place });
  const wholeMs = Math.max(1, msOf(until) - msOf(place.at));
  let after = resumeAfter(place);
  for await (const { published, last } of changePages(parts, window, after)) {
    yield* steps.of(published.filter(isRelevant));
    yield [{ cursor: { at: last, item: CURSOR_END }, share: (msOf(last) - msOf(after)) / wholeMs }];
    after = last;
  }
}
