import { createHash, randomUUID } from "node:crypto";
import type { Now } from "../store/redis/clock.ts";
import type { Logger } from "pino";
import { Problem } from "../ingest/problem.ts";
import type { Dispatcher } from "../actors/runtime/dispatcher.ts";
import type { IdempotencyKeys, KeyRecord } from "../store/partition/idempotency.ts";

import type { Plan } from "../actors/send.ts";
import type { Reply } from "../actors/reply.ts";
import { bodyDigest, isAnswer, keptReply } from "../actors/runtime/kept-reply.ts";
import { Unavailable } from "../actors/runtime/unavailable.ts";
import { wasNeverSent, wasRefused } from "../store/redis/failures.ts";

export const digestOf = (...parts: string[]) =>
  createHash("sha256").update(parts.join("\0")).digest("base64url").slice(0, 22);

/** A request's Idempotency-Key, and what is remembered of it (draft-ietf-httpapi-idempotency-key-header-07). */
export interface Idempotency {
  /** Names the key within tenant, store and client. */
  digest: string;
  /** Tells this request from any other that carries the same key. */
  fingerprint: string;
}

/** What a request says of its write. */
export interface WriteTerms {
  idempotency?: Idempotency | undefined;
  /** Bytes that each record may grow by, where the tenant has used up its stored bytes; undefined for any number. */
  spareBytes?: number | undefined;
}

export interface RetrySettings {
  /** The store's clock, which all processes share. */
  now: Now;
  log: Logger;
  /** A first request that has not ended after this time has not applied anything, and never will. */
  runningMs: number;
}

const inProgress = () => new Problem("RequestInProgress", { headers: { "Retry-After": "1" } });

/** Sends the commands of requests, and makes sure that a request with an Idempotency-Key takes effect once. */
export class Writes {
  readonly #dispatcher: Dispatcher;
  readonly #keys: IdempotencyKeys;
  readonly #settings: RetrySettings;

  constructor(dispatcher: Dispatcher, keys: IdempotencyKeys, settings: RetrySettings) {
    this.#dispatcher = dispatcher;
    this.#keys = keys;
    this.#settings = settings;
  }

  /**
   * Carries out the one command that `plan` finds, or gives the answer of an earlier request with the same key.
   * A long command is sent again until it is done.
   */
  async submit({ idempotency, spareBytes }: WriteTerms, plan: () => Promise<Plan> | Plan): Promise<Reply> {
    if (!idempotency) return this.#ask(await plan(), { spareBytes });
    const { digest, fingerprint } = idempotency;
    const kept = await this.#keptReply(idempotency, await this.#keys.find(digest));
    if (kept) return kept;
    let planned: Plan;
    try {
      planned = await plan();
    } catch (err) {
      await this.#rememberRefusal(idempotency, err);
      throw err;
    }
    const record = { ...this.#newRecord(fingerprint), partition: planned.partition };
    const present = await this.#take(idempotency, record);
    return present ?? this.#askOnce(planned, { digest, spareBytes });
  }

  /**
   * Runs a request that sends many commands, each under a digest of its own. When it comes again the commands come
   * again, and each is answered as before; `firstTime` is when the first of these requests came, where this is another.
   * Resolves to whether it was done before, with what `run` resolves to.
   */
  async submitMany<T>(
    { idempotency, spareBytes }: WriteTerms,
    run: (send: (plan: Plan, part: number) => Promise<Reply>, firstTime?: string) => Promise<T>,
  ): Promise<{ result: T; replayed: boolean }> {
    if (!idempotency)
      return { result: await run((plan) => this.#ask(plan, { spareBytes })), replayed: false };
    const { digest, fingerprint } = idempotency;
    const record = this.#newRecord(fingerprint);
    const present = (await this.#keys.find(digest)) ?? (await this.#claim(digest, record));
    if (present) this.#checkFingerprint(idempotency, present);
    const replayed = present?.done === true;
    if (present && !replayed && this.#isRunning(present)) throw inProgress();
    try {
      const firstTime = present && new Date(present.at).toISOString();
      const result = await run(
        (plan, part) => this.#ask(plan, { digest: `${digest}.${part}`, spareBytes }),
        firstTime,
      );
      if (!replayed) await this.#keys.replace(digest, { ...record, done: true });
      return { result, replayed };
    } catch (err) {
      // What is done keeps its answers; the request can be tried again at once to do the rest.
      await this.#keys.forget(digest);
      throw err;
    }
  }

  async #ask(
    { partition, command }: Plan,
    { digest, spareBytes }: { digest?: string; spareBytes: number | undefined },
  ): Promise<Reply> {
    const to = {
      partition,
      ...(digest === undefined ? {} : { digest }),
      ...(spareBytes === undefined ? {} : { spareBytes }),
    };
    return this.#withBody(partition, await this.#dispatcher.ask(to, command));
  }

  /** A reply whose body was too long to be kept, with the record that it showed; its ids where that has changed. */
  async #withBody(partition: number, reply: Reply): Promise<Reply> {
    if (!reply.ok || !reply.record) return reply;
    const { record, ...rest } = reply;
    const current = await this.#keys.record(partition, record.about, record.ids);
    const isSame = current !== undefined && bodyDigest(current) === record.digest;
    return { ...rest, json: isSame ? current : JSON.stringify(record.ids) };
  }

  /** Sends a command under a key; when it was surely not applied, and may be later, the key is free again. */
  async #askOnce(plan: Plan, terms: { digest: string; spareBytes: number | undefined }): Promise<Reply> {
    const { digest } = terms;
    try {
      const reply = await this.#ask(plan, terms);
      if (!isAnswer(reply)) await this.#keys.forget(digest);
      return reply;
    } catch (err) {
      if (err instanceof Unavailable && !err.isUnknown) await this.#keys.forget(digest);
      throw err;
    }
  }

  #isRunning(record: KeyRecord): boolean {
    return this.#settings.now() - record.at < this.#settings.runningMs;
  }

  #newRecord(fingerprint: string): KeyRecord {
    return { fingerprint, at: this.#settings.now(), attempt: randomUUID() };
  }

  /**
   * Claims a key. Where the reply is lost the request fails, and nobody would know that it holds the key: the claim
   * is taken back, so that the caller's retry does not have to wait for it.
   */
  async #claim(digest: string, record: KeyRecord): Promise<KeyRecord | undefined> {
    try {
      return await this.#keys.claim(digest, record);
    } catch (err) {
      if (!wasNeverSent(err) && !wasRefused(err))
        this.#keys
          .withdraw(digest, record)
          .catch((cause: unknown) =>
            this.#settings.log.warn({ err: cause }, "cannot release an Idempotency-Key"),
          );
      throw err;
    }
  }

  #checkFingerprint({ fingerprint }: Idempotency, record: KeyRecord): void {
    if (record.fingerprint !== fingerprint) throw new Problem("IdempotencyKeyReused");
  }

  /** The answer that an earlier request left; undefined when there is none and the request may go ahead. */
  async #keptReply(idempotency: Idempotency, record: KeyRecord | undefined): Promise<Reply | undefined> {
    if (!record) return undefined;
    this.#checkFingerprint(idempotency, record);
    if (record.refusal !== undefined) throw refusalOf(record.refusal);
    const { partition } = record;
    const text = partition === undefined ? undefined : await this.#keys.answer(partition, idempotency.digest);
    if (partition !== undefined && text !== undefined) return this.#withBody(partition, keptReply(text));
    if (this.#isRunning(record)) throw inProgress();
    return undefined;
  }

  /** Takes the key for this request. Resolves to the answer of another that was faster, if it has one already. */
  async #take(idempotency: Idempotency, record: KeyRecord): Promise<Reply | undefined> {
    const present = await this.#claim(idempotency.digest, record);
    if (!present) return undefined;
    const kept = await this.#keptReply(idempotency, present);
    // The earlier request is dead. Should another one take over too, the actor sees the key and answers both alike.
    if (!kept) await this.#keys.replace(idempotency.digest, record);
    return kept;
  }

  /** A refusal before the dispatch is an answer like any other: the same key hears it again. */
  async #rememberRefusal({ digest, fingerprint }: Idempotency, err: unknown): Promise<void> {
    if (!(err instanceof Problem) || err.status >= 500) return;
    const { code, status, detail, errors, extra } = err;
    const refusal = JSON.stringify({ code, status, detail, errors, extra });
    await this.#claim(digest, { ...this.#newRecord(fingerprint), refusal });
  }
}

/** The problem that {@link Writes} remembered. */
function refusalOf(text: string): Problem {
  const { code, ...options } = JSON.parse(text) as { code: Problem["code"] } & ConstructorParameters<
    typeof Problem
  >[1];
  return new Problem(code, { ...options, headers: { "Idempotency-Replayed": "true" } });
}
