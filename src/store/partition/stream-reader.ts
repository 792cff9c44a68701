import type { Redis } from "ioredis";
import { ClusterConnection } from "../redis/cluster/cluster-connection.ts";
import { readStreams, type StreamEntry } from "./streams.ts";
import { TrackingReader } from "./tracking-reader.ts";

/** Waits for entries of many streams. */
export interface StreamReader {
  /**
   * Waits up to `blockMs` for entries after the given positions, at most `count` of each stream; an empty map when none
   * came.
   */
  read: (
    positions: ReadonlyMap<string, string>,
    options: { count: number; blockMs: number },
  ) => Promise<Map<string, StreamEntry[]>>;
  /** Ends a read that waits, and refuses all later ones. */
  close: () => void;
}

/**
 * A reader over a connection of its own. On a single Redis one command waits for all streams: one round trip for each
 * batch of commands. A cluster refuses a command over several slots, so there each stream is read when it has changed.
 */
export function streamReader(redis: Redis): StreamReader {
  if (redis instanceof ClusterConnection) return new TrackingReader(redis);
  return {
    read: (positions, options) => readStreams(redis, positions, options),
    close: () => redis.disconnect(),
  };
}
