import type { Mutant } from "../mutants/mutant.ts";
import type { Durability } from "./faults/plan.ts";

/** A fault of the program that a run of a seed must find. */
export interface ChaosMutant {
  name: string;
  /** Texts that a file has exactly once, and their replacements. */
  edits: readonly Pick<Mutant, "file" | "find" | "replace">[];
  /** The first seed to try. */
  seed: number;
  /** What writes wait for: `replica` is on a cluster. */
  durability?: Durability;
  /** Kinds of faults that reveal it. */
  only: readonly string[];
}

const COMMIT = "src/store/lua/partition/commit-batches.lua";
const edit = (file: string, find: string, replace: string) => ({ file, find, replace });

/** One fault for each promise of the write path. */
export const CHAOS_MUTANTS: readonly ChaosMutant[] = [
  {
    name: "commit: lease, fence and cursor are not checked",
    edits: [
      edit(COMMIT, "if fence ~= batch.fence then", "if false then"),
      edit(
        "src/actors/runtime/worker/partition-worker.ts",
        "if (isBusy && this.#partitions.isSilent) await this.#partitions.tryToAssign();",
        "",
      ),
      edit(COMMIT, "if cursor ~= batch.start then return {'stale', cursor} end", ""),
    ],
    seed: 5,
    only: ["freeze"],
  },
  {
    name: "commit: the cursor is not checked",
    edits: [edit(COMMIT, "if cursor ~= batch.start then return {'stale', cursor} end", "")],
    seed: 2738,
    only: ["arriveLate"],
  },
  {
    name: "cancel: an unknown outcome is reported as not applied",
    edits: [edit("src/actors/runtime/unanswered.ts", 'outcome === "cancelled"', 'outcome !== "passed"')],
    seed: 8,
    only: ["loseRepliesLong"],
  },
  {
    name: "commit: answers are not stored",
    edits: [
      edit("src/actors/runtime/batch/batch-commit.ts", "if (kept) {", "if (kept && kept.text === '') {"),
    ],
    seed: 4,
    only: ["kill", "loseReplies"],
  },
  {
    name: "references: a taken one is granted",
    edits: [edit("src/store/lua/references/claim-references.lua", "if not present or ", "if true or ")],
    seed: 1,
    only: ["flushScripts"],
  },
  {
    name: "claims: the decision of a customer's partition is not checked",
    edits: [
      edit(
        "src/actors/guest/accept-handover.ts",
        "  if (before && before.number >= number)\n    return before.number",
        "  if (before && before.number > number)\n    return before.number",
      ),
    ],
    seed: 10,
    only: ["drop"],
  },
  {
    name: "references: they are claimed after the commit",
    edits: [
      edit(
        "src/actors/runtime/batch/run-batches.ts",
        "const outcomes = claims.length > 0 ? await claim() : [];",
        `const outcomes = claims.map(() => ({ status: "fulfilled" as const, value: "granted" as const }));
  setTimeout(() => void claim().catch(() => undefined), 20);`,
      ),
    ],
    seed: 1,
    only: ["flushScripts"],
  },
  {
    name: "waiting lists: wishes from before the division are not read",
    edits: [
      edit(
        "src/store/waiting/divided-waiting.ts",
        "mergedAfter([readEarlier, ...readers], cursor, count)",
        "mergedAfter([() => Promise.resolve([]), ...readers], cursor, count)",
      ),
    ],
    seed: 1,
    only: ["flushScripts"],
  },
  {
    name: "durability: replies leave before the replica has the write",
    edits: [
      edit(
        "src/store/partition/durable-commits.ts",
        "const faults = await waits.confirm(committed.flatMap((i) => written[i] ?? []));",
        "const faults = committed.map(() => undefined);",
      ),
    ],
    seed: 2,
    durability: "replica",
    only: ["loseTail"],
  },
  {
    name: "relay: nothing is repeated after a failover",
    edits: [
      edit("src/jobs/relay/positions.ts", "else if (recorded !== history) repeats.add(target);", ""),
      edit(
        "src/jobs/relay/positions.ts",
        "throw new Error(`a server of the",
        "if (false) throw new Error(`a server of the",
      ),
    ],
    seed: 2,
    durability: "replica",
    only: ["loseTail"],
  },
];
