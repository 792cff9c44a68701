import { randomBytes } from "node:crypto";
import type { Redis } from "ioredis";
import { defined } from "../../collections/defined.ts";
import { DAY_MS } from "../../units/durations.ts";
import { isOfAttempt } from "../idempotency/key-lifetime.ts";
import { newIdFor } from "../idempotency/new-id.ts";
import type { Keys } from "../keys/keys.ts";
import { decodeIfAny } from "../records/decode.ts";
import {
  decodeList,
  doOrSkip,
  type OnUndecodable,
  readable,
  refuseUndecodable,
} from "../records/undecodable.ts";
import type { Now } from "../redis/clock.ts";
import { readText } from "../redis/replies.ts";
import { loadScript, loadTypedScript } from "../redis/script.ts";
import {
  decodePosition,
  fieldsOfRun,
  NO_COUNTS,
  type Position,
  type Run,
  type RunChanges,
  runOf,
  type RunStatus,
} from "./export-run.ts";
import { decodeRejected, type RejectedRecord } from "./rejected-record.ts";

const beginRunScript = loadTypedScript("exports/begin-export-run", readText);
const writeRunScript = loadScript("exports/write-export-run");
const markFileRemovedScript = loadScript("exports/mark-file-removed");
const replaceRejectedScript = loadScript("exports/replace-rejected");

/** Maximum number of rejected records that are kept of a run. */
export const MAX_REJECTED = 10_000;
/** Maximum number of runs that are kept of an export, and how long they are kept after their end, in milliseconds. */
const MAX_RUNS = 100;
const KEPT_MS = 30 * DAY_MS;

const newRunId = (repeatKey?: string) => `er${newIdFor(9, repeatKey)}`;

const hasEnded = (status: RunStatus | undefined) => status !== "queued" && status !== "running";

/** The runs of exports: their positions and results. */
export class ExportRuns {
  readonly #redis: Redis;
  readonly #keys: Keys;
  readonly #onUndecodable: OnUndecodable;
  readonly #now: Now;

  constructor(
    redis: Redis,
    keys: Keys,
    onUndecodable: OnUndecodable = refuseUndecodable,
    now: Now = Date.now,
  ) {
    this.#redis = redis;
    this.#keys = keys;
    this.#onUndecodable = onUndecodable;
    this.#now = now;
  }

  /**
   * Records a new run, unless the export has a run that has not ended. Resolves to the run that has not ended, and
   * whether it is new. A run that an earlier attempt of the same request has begun counts as new, even if it has ended.
   */
  async begin(
    storeKey: string,
    exportId: string,
    { trigger, redriveOf }: Pick<Run, "trigger" | "redriveOf">,
    repeatKey?: string,
  ): Promise<{ runId: string; isNew: boolean }> {
    const now = this.#now();
    const requestedId = newRunId(repeatKey);
    const before = repeatKey === undefined ? undefined : await this.find(storeKey, requestedId);
    if (before && isOfAttempt(before.startedTime, now)) return { runId: requestedId, isNew: true };
    const id = before ? newRunId() : requestedId;
    const run: Omit<Run, "id"> = {
      exportId,
      trigger,
      ...defined({ redriveOf }),
      status: "queued",
      startedTime: new Date(now).toISOString(),
      progress: 0,
      counts: NO_COUNTS,
      batch: 1,
      failures: 0,
    };
    const active = await beginRunScript.run(
      this.#redis,
      [
        this.#keys.exportState(storeKey, exportId),
        this.#keys.exportRuns(storeKey, exportId),
        this.#keys.exportRun(storeKey, id),
      ],
      [id, now.toString(), ...fieldsOfRun(run)],
    );
    return { runId: active, isNew: active === id };
  }

  /** Finds the run that an earlier attempt of the same request has begun, also if it has ended. */
  async begunBy(storeKey: string, repeatKey: string): Promise<Run | undefined> {
    const run = await this.find(storeKey, newRunId(repeatKey));
    return run && isOfAttempt(run.startedTime, this.#now()) ? run : undefined;
  }

  async find(storeKey: string, id: string): Promise<Run | undefined> {
    return runOf(id, await this.#redis.hgetall(this.#keys.exportRun(storeKey, id)));
  }

  /** Lists an export's runs, the newest first. A run that cannot be decoded is left out, and reported. */
  async list(storeKey: string, exportId: string, count: number): Promise<Run[]> {
    const ids = await this.#redis.zrange(
      this.#keys.exportRuns(storeKey, exportId),
      0,
      (count - 1).toString(),
      "REV",
    );
    const find = (id: string) =>
      doOrSkip(
        () => this.find(storeKey, id),
        () => ({ storeKey, id }),
        this.#onUndecodable,
      );
    return readable(await Promise.all(ids.map(find)));
  }

  /** Returns the ids of all runs of an export, the oldest first. */
  async ids(storeKey: string, exportId: string): Promise<string[]> {
    return this.#redis.zrange(this.#keys.exportRuns(storeKey, exportId), "0", "-1");
  }

  /** Returns the id of the run of an export that has not ended. */
  async active(storeKey: string, exportId: string): Promise<string | undefined> {
    return (await this.#redis.hget(this.#keys.exportState(storeKey, exportId), "active")) ?? undefined;
  }

  /** Returns the position that an export has reached; undefined before its first run. */
  async reached(storeKey: string, exportId: string): Promise<Position | undefined> {
    const text = await this.#redis.hget(this.#keys.exportState(storeKey, exportId), "position");
    return decodeIfAny(decodePosition, text);
  }

  /**
   * Takes a run over: the process that had it can no longer write to it. Resolves to the new fence; undefined if the
   * run has ended.
   */
  async take(storeKey: string, run: Run): Promise<string | undefined> {
    const fence = randomBytes(9).toString("base64url");
    return (await this.write(storeKey, run, "", { changes: { status: "running" }, fence }))
      ? fence
      : undefined;
  }

  /**
   * Writes the changes of a run, completely or not at all. A final status also ends the run. Resolves to false if the
   * run has already ended, or if another process has taken it over. An empty fence matches any process.
   *
   * The result of a batch (`isResult`) is also written if the run was cancelled while the batch was sent, unless the
   * next run has begun.
   */
  async write(
    storeKey: string,
    { id, exportId }: Pick<Run, "id" | "exportId">,
    fence: string,
    {
      changes,
      reached,
      rejected = [],
      isResult = false,
      ...newFence
    }: {
      changes: RunChanges;
      reached?: Position;
      rejected?: RejectedRecord[];
      isResult?: boolean;
      fence?: string;
    },
  ): Promise<boolean> {
    const fields = fieldsOfRun({ ...changes, ...newFence });
    const state = reached ? ["position", JSON.stringify(reached)] : [];
    const isEnd = changes.status !== undefined && hasEnded(changes.status);
    const written = await writeRunScript.run(
      this.#redis,
      [
        this.#keys.exportRun(storeKey, id),
        this.#keys.exportState(storeKey, exportId),
        this.#keys.rejected(storeKey, id),
      ],
      [
        fence,
        id,
        isEnd ? "1" : "0",
        isResult ? "1" : "0",
        MAX_REJECTED.toString(),
        fields.length.toString(),
        ...fields,
        state.length.toString(),
        ...state,
        ...rejected.map((record) => JSON.stringify(record)),
      ],
    );
    return written === 1;
  }

  /** Reads records that a run's platform rejected, from a number on; undefined for a record that cannot be decoded. */
  async rejected(
    storeKey: string,
    id: string,
    from: number,
    count: number,
  ): Promise<(RejectedRecord | undefined)[]> {
    const texts = await this.#redis.lrange(this.#keys.rejected(storeKey, id), from, from + count - 1);
    return decodeList(decodeRejected, texts, { storeKey, id, from }, this.#onUndecodable);
  }

  async countRejected(storeKey: string, id: string): Promise<number> {
    return this.#redis.llen(this.#keys.rejected(storeKey, id));
  }

  /** Replaces a rejected record of a run, unless the records were deleted meanwhile. */
  async replaceRejected(storeKey: string, id: string, index: number, record: RejectedRecord): Promise<void> {
    const args = [index.toString(), JSON.stringify(record)];
    await replaceRejectedScript.run(this.#redis, [this.#keys.rejected(storeKey, id)], args);
  }

  /**
   * Returns the number of a run's first rejected record that was not sent again yet: an earlier run that sent them again
   * to a connector of this type may have failed, or was cancelled. A file is of use only if it is complete.
   */
  async redrivenUpTo(
    storeKey: string,
    { id, exportId }: Pick<Run, "id" | "exportId">,
    connectorType: string,
  ): Promise<number> {
    const runs = await this.list(storeKey, exportId, MAX_RUNS);
    const before = runs.filter(
      (run) => run.redriveOf === id && run.connectorType === connectorType && run.erasures === undefined,
    );
    return Math.max(0, ...before.map(({ position }) => Number(position?.place.at ?? 0)));
  }

  /** Deletes the rejected records of a run, once they have been sent again. */
  async forgetRejected(storeKey: string, id: string): Promise<void> {
    await this.#redis.del(this.#keys.rejected(storeKey, id));
  }

  /** Records that a scheduled run was skipped because the run before had not ended. */
  async countSkippedTick(storeKey: string, exportId: string): Promise<void> {
    await this.#redis.hincrby(this.#keys.exportState(storeKey, exportId), "skippedTicks", 1);
  }

  /** Returns the number of scheduled runs that were skipped. */
  async skippedTicks(storeKey: string, exportId: string): Promise<number> {
    return Number((await this.#redis.hget(this.#keys.exportState(storeKey, exportId), "skippedTicks")) ?? 0);
  }

  /** Returns the name of a run's file or object; undefined if it has none. */
  async fileOf(storeKey: string, id: string): Promise<string | undefined> {
    return (await this.#redis.hget(this.#keys.exportRun(storeKey, id), "file")) ?? undefined;
  }

  /** Records that a run's file was removed, if the run still exists and has a file. */
  async markFileRemoved(storeKey: string, id: string, time: string): Promise<void> {
    await markFileRemovedScript.run(this.#redis, [this.#keys.exportRun(storeKey, id)], [time]);
  }

  /** Deletes old runs that have ended. */
  async prune(storeKey: string, exportId: string, now: number): Promise<void> {
    const runs = this.#keys.exportRuns(storeKey, exportId);
    const before = now - KEPT_MS;
    const [many, begun, active] = await Promise.all([
      this.#redis.zrange(runs, 0, (-MAX_RUNS - 1).toString()),
      this.#redis.zrange(runs, 0, before.toString(), "BYSCORE"),
      this.active(storeKey, exportId),
    ]);
    const ends = await Promise.all(
      begun.map((id) => this.#redis.hget(this.#keys.exportRun(storeKey, id), "finishedTime")),
    );
    const old = begun.filter((_, i) => !(Date.parse(ends[i] ?? "") > before));
    const gone = [...new Set([...many, ...old])].filter((id) => id !== active);
    await this.#forget(storeKey, runs, gone);
  }

  /** Deletes the runs and the state of a deleted export. */
  async forget(storeKey: string, exportId: string): Promise<void> {
    const runs = this.#keys.exportRuns(storeKey, exportId);
    await this.#forget(storeKey, runs, await this.ids(storeKey, exportId));
    await this.#redis.del(runs, this.#keys.exportState(storeKey, exportId));
  }

  async #forget(storeKey: string, runs: string, ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    const keys = ids.flatMap((id) => [this.#keys.exportRun(storeKey, id), this.#keys.rejected(storeKey, id)]);
    await this.#redis.unlink(...keys);
    await this.#redis.zrem(runs, ...ids);
  }
}
