import { setTimeout as pause } from "node:timers/promises";
import { numbersFrom } from "../../support/models/random.ts";
import { given, unique, WS } from "../../support/service.ts";
import type { Operation } from "../history/linearizable.ts";
import type { ReferenceInput, ReferenceOutput } from "../history/reference-model.ts";
import type { Sender } from "./sender.ts";

const REFERENCES = 3;
const CLIENTS = 4;
const PACE_MS = 60;

export type ReferenceOperation = Operation<ReferenceInput, ReferenceOutput>;

/** Clients that compete for a few references of wishlists. A holder is named by the name of its wishlist. */
export class ReferenceLoad {
  readonly #sender: Sender;
  readonly #customerRef: string;
  readonly #seed: number;
  readonly histories = new Map<string, ReferenceOperation[]>();
  #isOver = false;

  constructor(sender: Sender, customerRef: string, seed: number) {
    this.#sender = sender;
    this.#customerRef = customerRef;
    this.#seed = seed;
    for (let i = 0; i < REFERENCES; i++) this.histories.set(unique("ref"), []);
  }

  /** Runs until {@link stop}. Resolves once every operation is over, and the last holders were read. */
  async run(): Promise<void> {
    await Promise.all(Array.from({ length: CLIENTS }, (_, i) => this.#client(i)));
    await Promise.all([...this.histories.keys()].map((ref) => this.#find(ref)));
  }

  stop(): void {
    this.#isOver = true;
  }

  /** Forgets reads before a time. */
  forgetReads(before: number): void {
    for (const [ref, history] of this.histories)
      this.histories.set(
        ref,
        history.filter(({ input, calledAt }) => input.kind !== "find" || calledAt >= before),
      );
  }

  async #client(i: number): Promise<void> {
    const number = numbersFrom(this.#seed * 1000 + 500 + i);
    const refs = [...this.histories.keys()];
    while (!this.#isOver) {
      const ref = given(refs[number(refs.length)]);
      if (number(4) === 0) await this.#find(ref);
      else await this.#holdForAWhile(ref, number);
      await pause(number(2 * PACE_MS));
    }
  }

  async #holdForAWhile(ref: string, number: (below: number) => number): Promise<void> {
    const holder = unique("holder");
    const body = { customerRef: this.#customerRef, name: holder, wishlistRef: ref };
    const claim = this.#begin(ref, { kind: "claim", holder });
    const {
      status,
      body: list,
      text,
    } = await this.#sender.untilCertain({
      method: "POST",
      path: `${WS}/wishlists`,
      body,
    });
    // A refusal shows only that somebody holds it, or may hold it.
    if (status !== 201) {
      if (list?.code !== "DuplicateReference") throw new Error(`a wishlist was refused: ${status} ${text}`);
      claim.forget();
      return;
    }
    claim.end({ kind: "done" });
    await pause(number(4 * PACE_MS));
    if (this.#isOver) return;
    const release = this.#begin(ref, { kind: "release", holder });
    const { status: released } = await this.#sender.untilCertain({
      method: "DELETE",
      path: `${WS}/wishlists?id=${list.id}`,
    });
    if (released !== 204) throw new Error(`a wishlist that was made cannot be deleted: ${released}`);
    release.end({ kind: "done" });
  }

  async #find(ref: string): Promise<void> {
    const { calledAt, answer } = await this.#sender.read(`${WS}/wishlists?wishlistRef=${ref}`);
    const output: ReferenceOutput = {
      kind: "found",
      holder: answer.status === 200 ? answer.body.name : undefined,
    };
    const operation = { input: { kind: "find" as const }, output, calledAt, returnedAt: performance.now() };
    given(this.histories.get(ref)).push(operation);
  }

  #begin(ref: string, input: ReferenceInput) {
    const history = given(this.histories.get(ref));
    const operation: ReferenceOperation = {
      ...{ input, output: undefined, calledAt: performance.now() },
      returnedAt: Infinity,
    };
    history.push(operation);
    return {
      end(output: ReferenceOutput) {
        Object.assign(operation, { output, returnedAt: performance.now() });
      },
      forget: () => void history.splice(history.indexOf(operation), 1),
    };
  }
}
