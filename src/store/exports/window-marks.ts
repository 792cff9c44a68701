import type { Redis } from "ioredis";
import { DAY_S } from "../../units/durations.ts";
import type { Keys } from "../keys/keys.ts";
import { repliesOf } from "../redis/replies.ts";

/** How long an unfinished window is remembered, in seconds. */
const KEPT_S = 30 * DAY_S;

const KINDS = [
  "given",
  "withdrawn",
  "public",
  "private",
  "created",
  "deleted",
  "arrived",
  "updated",
  "leftOut",
] as const;

/**
 * The field that has the position up to which the changes are marked, and the end of the window. No mark has this name.
 */
const MARKED_UP_TO = "";

/** A change that decides which wishes a receiver had when the window began. */
export interface Mark {
  /** Name shared by changes of which only one is kept. */
  name: string;
  /** Entry id of the change in the feed. */
  entryId: string;
  what: (typeof KINDS)[number];
  /** Time of the change, ISO 8601. */
  time: string;
}

/** A mark that is added. `keeps` says which change of a name is kept. */
export interface NewMark extends Mark {
  keeps: "first" | "last";
}

/** A window of time of one export. */
export interface ExportWindow {
  storeKey: string;
  exportId: string;
  /** When it begins, ISO 8601. */
  since: string;
}

/** How far the changes of a window are marked. */
interface Marked {
  /** Entry id of the last change that was read. */
  entryId: string;
  /** When the window ends, ISO 8601: later changes were read, but not marked. */
  upTo: string;
}

/**
 * The marked changes of a window, such as the first change of each wishlist's visibility: it shows the state before it,
 * and so what was exported when the window began. They are kept in the store, because a run may continue in another
 * process.
 */
export class WindowMarks {
  readonly #redis: Redis;
  readonly #keys: Keys;

  constructor(redis: Redis, keys: Keys) {
    this.#redis = redis;
    this.#keys = keys;
  }

  #keyOf({ storeKey, exportId, since }: ExportWindow): string {
    return this.#keys.windowMarks(storeKey, exportId, since);
  }

  /**
   * Adds the marks of the next changes, in their order, and records how far all changes are marked, if it is given. A
   * repeated call changes nothing.
   */
  async add(window: ExportWindow, marks: readonly NewMark[], marked?: Marked): Promise<void> {
    const key = this.#keyOf(window);
    const pipeline = this.#redis.pipeline();
    for (const { name, entryId, what, time, keeps } of marks) {
      const text = `${entryId} ${what} ${time}`;
      if (keeps === "first") pipeline.hsetnx(key, name, text);
      else pipeline.hset(key, name, text);
    }
    if (marked) pipeline.hset(key, MARKED_UP_TO, `${marked.entryId} ${marked.upTo}`);
    pipeline.expire(key, KEPT_S);
    await repliesOf(pipeline);
  }

  /**
   * Returns the entry id up to which the changes are marked; undefined if none is. A failed run may have marked a
   * window with the same begin that ended earlier: it left out changes that belong to this window.
   */
  async markedUpTo(window: ExportWindow, upTo: string): Promise<string | undefined> {
    // Version 0.1.0 stored no end.
    const [entryId = "", end = upTo] =
      (await this.#redis.hget(this.#keyOf(window), MARKED_UP_TO))?.split(" ") ?? [];
    return entryId === "" || end !== upTo ? undefined : entryId;
  }

  /** Finds the marks with these names. */
  async find(window: ExportWindow, names: Iterable<string>): Promise<Map<string, Mark>> {
    const wanted = [...new Set(names)];
    const found = new Map<string, Mark>();
    if (wanted.length === 0) return found;
    const texts = await this.#redis.hmget(this.#keyOf(window), ...wanted);
    for (const [i, name] of wanted.entries()) {
      // Version 0.1.0 stored no time. It had only marks whose time is not needed.
      const [entryId, word, time = ""] = (texts[i] ?? "").split(" ");
      const what = KINDS.find((kind) => kind === word);
      if (entryId && what) found.set(name, { name, entryId, what, time });
    }
    return found;
  }

  /** Deletes the marks of a finished window. */
  async forget(window: ExportWindow): Promise<void> {
    await this.#redis.unlink(this.#keyOf(window));
  }
}
