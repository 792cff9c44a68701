import type { Command, ReplyTo } from "../../actors/command.ts";
import type { Reply } from "../../actors/reply.ts";
import type { Dispatcher } from "../../actors/runtime/dispatcher.ts";
import { bodyDigest, isAnswer, keptReply, MAX_KEPT_BYTES } from "../../actors/runtime/kept-reply.ts";
import { packText, unpackText } from "../../actors/runtime/packed-text.ts";
import type { Plan } from "../../actors/runtime/send.ts";
import { Unavailable } from "../../actors/runtime/unavailable.ts";
import { defined } from "../../collections/defined.ts";
import type { IdempotencyKeys, KeyRecord } from "../../store/partition/idempotency.ts";
import { isRedisAway } from "../../store/redis/failures.ts";
import {
  checkFingerprint,
  type Idempotency,
  inProgress,
  isLasting,
  type KeyClaims,
  refusalOf,
  refusalText,
} from "./key-claims.ts";

/** Options for sending the commands of a request. */
export interface WriteTerms {
  idempotency?: Idempotency | undefined;
  /** Bytes that each changed record may still grow by; undefined while the tenant is within its budget. */
  spareBytes?: number | undefined;
}

/** Sends one command of a request with many commands; `part` is its number in the request. */
export type SendPart = <C extends Command>(plan: Plan<C>, part: number) => Promise<ReplyTo<C>>;

/** One attempt to execute a request with many commands. */
export interface Attempt {
  /** When the first request with the key arrived, in ISO 8601. */
  firstTime: string;
  /** Whether there was an earlier attempt. */
  isRetry: boolean;
  /** Whether an earlier attempt was completed. */
  isDone: boolean;
}

/** Packs a result for storage; undefined if it is too long to be stored. */
function packed(result: unknown): string | undefined {
  const text = packText(JSON.stringify(result));
  return text.length > MAX_KEPT_BYTES ? undefined : text;
}

const unpacked = (text: string): unknown => JSON.parse(unpackText(text));

/** Sends the commands of requests, and makes sure that a request with an Idempotency-Key takes effect once. */
export class CommandGateway {
  readonly #dispatcher: Pick<Dispatcher, "send">;
  readonly #keys: IdempotencyKeys;
  readonly #claims: KeyClaims;

  constructor(dispatcher: Pick<Dispatcher, "send">, keys: IdempotencyKeys, claims: KeyClaims) {
    this.#dispatcher = dispatcher;
    this.#keys = keys;
    this.#claims = claims;
  }

  /**
   * Sends the command that `plan` returns, or returns the answer of an earlier request with the same key. A long
   * command is sent again until it is done.
   */
  async submit({ idempotency, spareBytes }: WriteTerms, plan: () => Promise<Plan> | Plan): Promise<Reply> {
    if (!idempotency) return this.#send(await plan(), { spareBytes });
    const { digest, fingerprint } = idempotency;
    const kept = await this.#keptReply(idempotency, await this.#keys.find(digest));
    if (kept) return kept;
    let planned: Plan;
    try {
      planned = await plan();
    } catch (err) {
      const present = await this.#rememberRefusal(idempotency, err);
      if (present) return present;
      throw err;
    }
    const record = { ...this.#claims.newRecord(fingerprint), partition: planned.partition };
    const present = await this.#take(idempotency, record);
    return present ?? this.#sendOnce(planned, record, { idempotency, spareBytes });
  }

  /**
   * Runs a request that sends many commands, each under its own digest. A retry sends the commands again, and each gets
   * its first reply; `run` skips other work if the attempt is done. Resolves to the result of `run`, and whether an
   * earlier attempt was completed. If not only commands determine the result, `run` must not run again after its end:
   * `keepsResult` stores the result if it is short enough.
   */
  async submitMany<T>(
    { idempotency, spareBytes }: WriteTerms,
    run: (send: SendPart, attempt: Attempt) => Promise<T>,
    { keepsResult = false } = {},
  ): Promise<{ result: T; replayed: boolean }> {
    const record = this.#claims.newRecord(idempotency?.fingerprint ?? "");
    const first = { firstTime: new Date(record.at).toISOString(), isRetry: false, isDone: false };
    if (!idempotency) {
      return { result: await run((plan) => this.#send(plan, { spareBytes }), first), replayed: false };
    }
    const { digest } = idempotency;
    const send: SendPart = async (plan, part) => {
      this.#claims.count(idempotency);
      const reply = await this.#send(plan, { digest: `${digest}.${part}`, spareBytes });
      this.#countSize(idempotency, reply);
      return reply;
    };
    const runClaimed = async (claimed: KeyRecord, attempt: Attempt) => {
      const result = await this.#runClaimed(digest, claimed, () => run(send, attempt), keepsResult);
      return { result, replayed: false };
    };
    const earlier = (await this.#keys.find(digest)) ?? (await this.#claims.claim(idempotency, record));
    if (!earlier) return runClaimed(record, first);
    checkFingerprint(idempotency, earlier);
    if (earlier.result !== undefined) return { result: unpacked(earlier.result) as T, replayed: true };
    const firstAt = earlier.firstAt ?? earlier.at;
    const retry = {
      firstTime: new Date(firstAt).toISOString(),
      isRetry: true,
      isDone: earlier.done === true,
    };
    if (retry.isDone) return { result: await run(send, retry), replayed: true };
    const own = { ...record, firstAt };
    await this.#claims.takeOver(digest, earlier, own);
    return runClaimed(own, retry);
  }

  /** Runs a request whose key this process has claimed. The key is released if the request fails. */
  async #runClaimed<T>(
    digest: string,
    record: KeyRecord,
    run: () => Promise<T>,
    keepsResult: boolean,
  ): Promise<T> {
    const held = this.#claims.held(digest, record);
    try {
      const result = await held.during(run);
      const kept = keepsResult ? packed(result) : undefined;
      await held.keep({ ...record, done: true, ...defined({ result: kept }) });
      return result;
    } catch (err) {
      // The commands that were applied keep their replies. A retry can do the rest immediately.
      await held.abandon();
      throw err;
    }
  }

  async #send<C extends Command>(
    { partition, command }: Plan<C>,
    { digest, spareBytes }: { digest?: string; spareBytes: number | undefined },
  ): Promise<ReplyTo<C>> {
    const to = {
      partition,
      ...defined({ digest, spareBytes }),
    };
    const reply = await this.#dispatcher.send(to, command);
    try {
      return await this.#withBody(partition, reply);
    } catch (cause) {
      if (!isRedisAway(cause)) throw cause;
      throw new Unavailable("the write was applied, but its answer cannot be read", {
        isUnknown: true,
        cause,
      });
    }
  }

  /**
   * Completes a reply whose body was too long to be stored: with the record that it showed, or with the ids if the
   * record has changed.
   */
  async #withBody<B>(partition: number, reply: Reply<B>): Promise<Reply<B>> {
    if (!reply.ok || !reply.record) return reply;
    const { record, ...rest } = reply;
    const current = await this.#keys.record(partition, record.about, record.ids);
    const isSame = current !== undefined && bodyDigest(current) === record.digest;
    return { ...rest, json: isSame ? current : JSON.stringify(record.ids) };
  }

  /**
   * Sends a command under a key. If the command was certainly not applied, but may succeed later, the key is released.
   */
  async #sendOnce(
    plan: Plan,
    record: KeyRecord,
    { idempotency, spareBytes }: { idempotency: Idempotency; spareBytes: number | undefined },
  ): Promise<Reply> {
    const { digest } = idempotency;
    const held = this.#claims.held(digest, record);
    try {
      const reply = await this.#send(plan, { digest, spareBytes });
      this.#countSize(idempotency, reply);
      if (!isAnswer(reply)) await held.free();
      return reply;
    } catch (err) {
      if (err instanceof Unavailable && !err.isUnknown) await held.free();
      throw err;
    }
  }

  #countSize(idempotency: Idempotency, reply: Reply): void {
    if (reply.ok) this.#claims.countSize(idempotency, reply.keptBytes);
  }

  /** Returns the answer of an earlier request; undefined if there is none and this request may proceed. */
  async #keptReply(idempotency: Idempotency, record: KeyRecord | undefined): Promise<Reply | undefined> {
    if (!record) return undefined;
    checkFingerprint(idempotency, record);
    if (record.refusal !== undefined) throw refusalOf(record.refusal);
    const { partition } = record;
    const text = partition === undefined ? undefined : await this.#keys.answer(partition, idempotency.digest);
    if (partition !== undefined && text !== undefined) return this.#withBody(partition, keptReply(text));
    if (this.#claims.isRunning(record)) throw inProgress();
    return undefined;
  }

  /**
   * Claims the key for this request. Resolves to the answer of another request that was faster, if it already has one.
   */
  async #take(idempotency: Idempotency, record: KeyRecord): Promise<Reply | undefined> {
    const present = await this.#claims.claim(idempotency, record);
    if (!present) return undefined;
    const kept = await this.#keptReply(idempotency, present);
    if (!kept) await this.#claims.takeOver(idempotency.digest, present, record);
    return kept;
  }

  /**
   * Stores a refusal before the dispatch, so that a retry with the same key gets it again. Resolves to the answer of
   * another request that was faster: its write may be the reason for the refusal, as when both delete the same item.
   */
  async #rememberRefusal(idempotency: Idempotency, err: unknown): Promise<Reply | undefined> {
    if (!isLasting(err)) return undefined;
    const record = { ...this.#claims.newRecord(idempotency.fingerprint), refusal: refusalText(err) };
    const present = await this.#claims.claim(idempotency, record);
    return this.#keptReply(idempotency, present);
  }
}
