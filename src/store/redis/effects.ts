import { exists, hasFlag } from "@ioredis/commands";
import type { Command, Redis } from "ioredis";
import { wasNeverSent, wasRefused } from "./failures.ts";
import type { SendWatcher } from "./sends.ts";

/** Scripts and functions: whether they write is not known from outside. */
const SCRIPTS = new Set(["eval", "evalsha", "fcall"]);

/** Whether a command may change what is stored, as Redis itself describes its commands. */
const mayWrite = (name: string) => SCRIPTS.has(name) || (exists(name) && hasFlag(name, "write"));

/** What some work may have changed so far. */
export class Effects implements SendWatcher {
  #count = 0;

  /** Whether anything was carried out, or may have been. */
  get areAny(): boolean {
    return this.#count > 0;
  }

  /** Notes something that was carried out. */
  noteApplied(): void {
    this.#count++;
  }

  /** Notes a command that is sent; not any more once it is known that the store has not carried it out. */
  noteSent(_server: Redis, command: Command, isForReading: boolean): void {
    if (isForReading || !mayWrite(command.name.toLowerCase())) return;
    this.#count++;
    command.promise.catch((err: unknown) => {
      if (wasNeverSent(err) || wasRefused(err)) this.#count--;
    });
  }
}
