import { fork, type ForkOptions } from "node:child_process";
import { join } from "node:path";

/**
 * Programs that run beside a benchmark, so that their work does not count for the service: their files in this folder.
 * `npm run build` compiles them.
 */
export const CHILD_PROGRAMS = {
  floor: "floor",
  openLoad: "load/open-load",
  receiver: "load/receiver",
} as const;

/** A process of one of these programs, which answers each question with one message. */
export class Child {
  readonly #process;
  readonly #name: string;

  constructor(program: keyof typeof CHILD_PROGRAMS, args: readonly string[] = [], options: ForkOptions = {}) {
    this.#name = program;
    this.#process = fork(join(import.meta.dirname, `${CHILD_PROGRAMS[program]}.js`), args, options);
  }

  /** Resolves to the next message. Rejects if the process has ended, or ends first. */
  next(): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const child = this.#process;
      const fail = () => reject(new Error(`the program ${this.#name} has ended`));
      if (child.exitCode !== null || child.signalCode !== null) return fail();
      child.once("exit", fail);
      child.once("message", (message) => {
        child.off("exit", fail);
        resolve(message);
      });
    });
  }

  /** Sends a question. Resolves to its answer, see {@link next}. */
  ask(question: object | string): Promise<unknown> {
    const answer = this.next();
    this.#process.send(question);
    return answer;
  }

  stop(): void {
    this.#process.kill();
  }
}
