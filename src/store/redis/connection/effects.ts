import { exists, hasFlag } from "@ioredis/commands";
import type { Command, Redis } from "ioredis";
import { wasNeverSent, wasRefused } from "../failures.ts";
import type { SendWatcher } from "./sends.ts";

/** Scripts and functions: a client does not know whether they write. */
const SCRIPTS = new Set(["eval", "evalsha", "fcall"]);

/** Whether a command may change stored data, by Redis's own description of its commands. */
const mayWrite = (name: string) => SCRIPTS.has(name) || (exists(name) && hasFlag(name, "write"));

/** Counts the changes that some work may have made so far. */
export class Effects implements SendWatcher {
  #count = 0;

  /** Whether a change was made, or may have been made. */
  get areAny(): boolean {
    return this.#count > 0;
  }

  /** Records a change that was made. */
  onApplied(): void {
    this.#count++;
  }

  /** Counts a command that is sent, and no longer counts it if the store has certainly not executed it. */
  onSent(_server: Redis, command: Command, isForReading: boolean): void {
    if (isForReading || !mayWrite(command.name.toLowerCase())) return;
    this.#count++;
    command.promise.catch((err: unknown) => {
      if (wasNeverSent(err) || wasRefused(err)) this.#count--;
    });
  }
}
