import { setTimeout as pause } from "node:timers/promises";
import { type Answer, Caller, given, type Json, unique } from "../../support/service.ts";

/** The outcome of a write, as far as its sender knows. */
export type Sent =
  | { kind: "answered"; answer: Answer<Json> }
  /** It will never be applied. */
  | { kind: "not applied" }
  | { kind: "unknown" };

export interface Write {
  method: "POST" | "PUT" | "DELETE";
  path: string;
  body?: unknown;
  ifMatch?: string;
}

const RETRY_MS = 100;
/** If a write gets no certain answer in this time, the service has not recovered from the faults. */
const TIMEOUT_MS = 240_000;

const isNotApplied = ({ status, body }: Answer<Json>) => status === 503 && body?.code === "Unavailable";
const isUnknown = ({ status, body }: Answer<Json>) => status === 500 && body?.code === "OutcomeUnknown";
const isInProgress = ({ status, body }: Answer<Json>) => status === 409 && body?.code === "RequestInProgress";

/** Whether the request certainly did not reach a process. */
const wasNeverSent = (err: unknown) => err instanceof Error && err.message.includes("ECONNREFUSED");

/** Sends requests to any process that serves, and reports their outcomes as far as they are certain. */
export class Sender {
  readonly #shop: Caller;
  readonly #targets: () => string[];
  readonly #number: (below: number) => number;
  /** Answers that no fault explains. */
  readonly unexpected: { text: string; requestId: string }[] = [];
  readonly counts = { answered: 0, notApplied: 0, unknown: 0, repeated: 0 };

  constructor(shop: Caller, targets: () => string[], number: (below: number) => number) {
    this.#shop = shop;
    this.#targets = targets;
    this.#number = number;
  }

  /** Sends a write once. */
  async once({ method, path, body, ifMatch }: Write, key?: string): Promise<Sent> {
    const headers = {
      ...(key === undefined ? {} : { "Idempotency-Key": key }),
      ...(ifMatch === undefined ? {} : { "If-Match": ifMatch }),
    };
    const sent = await this.#attempt(method, path, { body, headers });
    this.counts[sent.kind === "not applied" ? "notApplied" : sent.kind]++;
    return sent;
  }

  /**
   * Repeats a write under a key until its outcome is certain. An attempt that was not applied proves nothing about an
   * earlier one with an unknown outcome.
   */
  async untilCertain(write: Write): Promise<Answer<Json>> {
    const key = unique("k");
    const until = performance.now() + TIMEOUT_MS;
    for (;;) {
      const sent = await this.once(write, key);
      if (sent.kind === "answered" && !isInProgress(sent.answer)) return sent.answer;
      if (performance.now() > until) throw new Error(`no certain answer to ${JSON.stringify(write)}`);
      this.counts.repeated++;
      await pause(RETRY_MS);
    }
  }

  /** Reads until there is an answer; `calledAt` is the time of the successful attempt. */
  async read(path: string): Promise<{ calledAt: number; answer: Answer<Json> }> {
    const until = performance.now() + TIMEOUT_MS;
    for (;;) {
      const calledAt = performance.now();
      const sent = await this.#attempt("GET", path, {});
      if (sent.kind === "answered") return { calledAt, answer: sent.answer };
      if (performance.now() > until) throw new Error(`no answer to GET ${path}`);
      await pause(RETRY_MS);
    }
  }

  async #attempt(method: string, path: string, { body, headers = {} }: Attempt): Promise<Sent> {
    const targets = this.#targets();
    if (targets.length === 0) {
      await pause(RETRY_MS);
      return { kind: "not applied" };
    }
    const target = given(targets[this.#number(targets.length)]);
    const caller = new Caller(target, this.#shop.tenantId, this.#shop.token);
    try {
      const answer = await caller.send(method, path, body, { headers });
      if (isNotApplied(answer)) return { kind: "not applied" };
      if (isUnknown(answer)) return { kind: "unknown" };
      if (answer.status < 500 && answer.status !== 401) return { kind: "answered", answer };
      const text = `${method} ${path}: ${answer.status} ${answer.text}`;
      this.unexpected.push({ text, requestId: String(answer.headers["x-request-id"]) });
      return { kind: "unknown" };
    } catch (err) {
      return { kind: wasNeverSent(err) ? "not applied" : "unknown" };
    }
  }
}

interface Attempt {
  body?: unknown;
  headers?: Record<string, string>;
}
