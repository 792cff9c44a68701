import { AsyncLocalStorage } from "node:async_hooks";
import { exists, hasFlag } from "@ioredis/commands";
import type { Command } from "ioredis";
import { wasNeverSent, wasRefused } from "./failures.ts";

/** Scripts and functions: whether they write is not known from outside. */
const SCRIPTS = new Set(["eval", "evalsha", "fcall"]);

/** Whether a command may change what is stored, as Redis itself describes its commands. */
const mayWrite = (name: string) => SCRIPTS.has(name) || (exists(name) && hasFlag(name, "write"));

/** What some work may have changed so far. */
export class Effects {
  #count = 0;

  /** Whether anything was carried out, or may have been. */
  get areAny(): boolean {
    return this.#count > 0;
  }

  /** Notes something that was carried out. */
  note(): void {
    this.#count++;
  }

  /** Notes a command that is sent; not any more once it is known that the store has not carried it out. */
  noteSent(command: Command): void {
    if (!mayWrite(command.name.toLowerCase())) return;
    this.#count++;
    command.promise.catch((err: unknown) => {
      if (wasNeverSent(err) || wasRefused(err)) this.#count--;
    });
  }
}

const current = new AsyncLocalStorage<Effects>();
let running = 0;

/** The effects that are noted here; undefined where nobody asks for them. */
export const currentEffects = (): Effects | undefined => current.getStore();

/** Does some work, whatever it awaits or begins included, and notes its effects. */
export async function notingEffects<T>(effects: Effects, work: () => Promise<T>): Promise<T> {
  running++;
  try {
    return await current.run(effects, work);
  } finally {
    // While it is in use, each promise of the process costs a little more: most requests do without.
    if (--running === 0) current.disable();
  }
}

/** Does some work that is no effect of who has begun it. */
export const unnoted = <T>(work: () => T): T => current.exit(work);
