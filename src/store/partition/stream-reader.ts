import type { Redis } from "ioredis";
import { ClusterConnection } from "../redis/connection/cluster/cluster-connection.ts";
import { readStreams, type StreamEntry } from "./streams.ts";
import { TrackingReader } from "./tracking-reader.ts";

/** Waits for entries of many streams. */
export interface StreamReader {
  /**
   * Waits up to `blockMs` for entries after the given positions, at most `count` of each stream; does not wait if
   * `blockMs` is 0. Resolves to an empty map if none arrives.
   */
  read: (
    positions: ReadonlyMap<string, string>,
    options: { count: number; blockMs: number },
  ) => Promise<Map<string, StreamEntry[]>>;
  /** Ends a waiting read, and refuses all later reads. */
  close: () => void;
}

/**
 * Makes a reader over a connection that nothing else uses. On a single Redis, one command waits for all streams: one
 * round trip for each batch of commands. A cluster refuses a command over several slots, so each stream of a cluster is
 * read when it has changed.
 */
export function streamReader(redis: Redis): StreamReader {
  if (redis instanceof ClusterConnection) return new TrackingReader(redis);
  return {
    read: (positions, options) => readStreams(redis, positions, options),
    close: () => redis.disconnect(),
  };
}
