import { KEY_LIFETIME_MS } from "../../../store/idempotency/key-lifetime.ts";
import type { Keys } from "../../../store/keys/keys.ts";
import { type BatchCommit, type HeldReply, newWrites } from "../../../store/partition/commits.ts";
import { deadLetterFields } from "../../../store/partition/dead-letters.ts";
import { replyFields } from "../../../store/partition/entries.ts";
import type { StateChange } from "../../../store/partition/state/state-keys.ts";
import type { WriteBuffer } from "../../../store/partition/state/write-buffer.ts";
import { writeChange } from "../../../store/partition/state/write.ts";
import type { DatedClaim } from "../../../store/records/records.ts";
import type { Lease } from "../../../store/redis/structures/leases.ts";
import { textOf } from "../../record-text.ts";
import type { Reply } from "../../reply.ts";
import { commandId } from "../envelope.ts";
import { REPLY_LIFETIME_MS } from "../replies.ts";
import type { StreamCommand } from "../stream-command.ts";
import type { BatchSettings, Exclusion } from "./batch-start.ts";

/**
 * How long the answer under an Idempotency-Key is kept, in seconds. This is as long as the key: otherwise, a retry
 * would be applied again.
 */
const ANSWER_LIFETIME_S = KEY_LIFETIME_MS / 1000;
const DEAD_LETTERS_KEPT = "10000";

/** A command that is decided, with its reply. */
export interface Decided {
  received: StreamCommand;
  reply: Reply;
  /**
   * The reply that is stored under an Idempotency-Key, and the entity that it is about: an erasure of the entity erases
   * it.
   */
  kept: { digest: string; about: string; text: string } | undefined;
}

/** A command that becomes a dead letter. */
export interface NewDeadLetter {
  received: StreamCommand;
  reason: string;
}

/** The results of a batch. */
interface BatchResults {
  lease: Lease;
  /** Start and end of the batch in the command stream. */
  cursor: string;
  end: string;
  /** Number of cancellations that were checked. */
  cancels: string;
  excluded: ReadonlyMap<string, Exclusion>;
  commands: readonly StreamCommand[];
  changes: Iterable<StateChange>;
  /** Growth of the stored records of each tenant, in bytes; negative if they shrink. */
  storedBytes: ReadonlyMap<string, number>;
  events: BatchCommit["events"];
  decided: readonly Decided[];
  deadLetters: readonly NewDeadLetter[];
  /**
   * References that are released after the commit. The commit records them: if this worker fails, the next one releases
   * them.
   */
  releases: readonly DatedClaim[];
}

type WriteSettings = Omit<BatchSettings, "handlers">;

/** Converts the results of a batch for the commit script. */
export function commitOf(settings: WriteSettings, results: BatchResults): BatchCommit {
  const { keys, commandLifetimeMs } = settings;
  const { lease, cursor: start, end, cancels, commands, changes, events, excluded, releases } = results;
  const { partition, fence } = lease;
  const writes = newWrites(keys, partition);
  const target = { keys, partition, writes, textOf };
  for (const change of changes) writeChange(change, target);
  for (const [tenant, bytes] of results.storedBytes)
    if (bytes !== 0) writes.add("HINCRBY", keys.storedBytes(partition), tenant, bytes.toString());
  const held = writeReplies(settings, results, writes);
  writeDeadLetters(keys, results, writes);
  for (const claim of releases) writes.add("SADD", keys.releases(partition), JSON.stringify(claim));
  let deadline = Number.MAX_SAFE_INTEGER;
  for (const { at, entryId } of commands) {
    if (!excluded.has(entryId)) deadline = Math.min(deadline, at.ms + commandLifetimeMs);
  }
  const first = commands[0]?.entryId ?? end;
  return { partition, fence, start, first, end, deadline, cancels, writes, held, events };
}

/**
 * Adds writes for the replies to other processes, and for the replies that are kept. Returns the replies that are held
 * back.
 */
function writeReplies(
  { keys, localInstance, holdsReplies }: WriteSettings,
  { lease, decided }: BatchResults,
  writes: WriteBuffer,
): HeldReply[] {
  const { partition } = lease;
  const held: HeldReply[] = [];
  const keysOfReplies = new Set<string>();
  for (const { received, reply, kept } of decided) {
    const { instance = "", requestId = "" } = received.envelope ?? {};
    if (kept) {
      const { digest, about, text } = kept;
      const lifetime = ANSWER_LIFETIME_S.toString();
      writes.add("SET", keys.answer(partition, digest), text, "EX", lifetime);
      const index = keys.answersOf(partition, about);
      const second = Math.floor(received.at.ms / 1000);
      writes.add("ZADD", index, second.toString(), digest);
      // Twice the lifetime: an answer is younger than its command, whose time is the score.
      writes.add("ZREMRANGEBYSCORE", index, "-inf", (second - 2 * ANSWER_LIFETIME_S).toString());
      writes.add("EXPIRE", index, lifetime);
    }
    if (instance === "" || instance === localInstance) continue;
    const text = JSON.stringify(reply);
    const key = holdsReplies ? keys.heldReplies(partition, instance) : keys.replies(partition, instance);
    if (holdsReplies) {
      held.push({ instance, requestId });
      writes.add("HSET", key, requestId, text);
    } else writes.add("XADD", key, "*", ...replyFields(requestId, text));
    keysOfReplies.add(key);
  }
  for (const key of keysOfReplies) writes.add("PEXPIRE", key, REPLY_LIFETIME_MS.toString());
  return held;
}

function writeDeadLetters(
  keys: Keys,
  { lease, commands, deadLetters, excluded }: BatchResults,
  writes: WriteBuffer,
) {
  const { partition } = lease;
  for (const { received, reason } of deadLetters) {
    const { payload, entryId } = received;
    const fields = deadLetterFields({ payload, reason, entryId });
    writes.add("XADD", keys.deadLetters(partition), "MAXLEN", "~", DEAD_LETTERS_KEPT, "*", ...fields);
  }
  if (excluded.size === 0) return;
  for (const { entryId, envelope } of commands)
    if (envelope && excluded.get(entryId) === "cancelled")
      writes.add("SREM", keys.cancelled(partition), commandId(envelope));
}
