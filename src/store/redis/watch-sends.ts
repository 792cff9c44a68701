import type { Redis } from "ioredis";

/**
 * Called when a command is given to a connection, in the asynchronous context of the caller. What it returns is called
 * with each server that the command is sent to: with several where a cluster has redirected it.
 */
export type WatchSends = () => ((server: Redis) => void) | undefined;
