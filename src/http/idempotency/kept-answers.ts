import { MAX_KEPT_BYTES } from "../../actors/runtime/kept-reply.ts";
import { packText, unpackText } from "../../actors/runtime/packed-text.ts";
import { Problem } from "../../ingest/problem.ts";
import type { KeyRecord } from "../../store/partition/idempotency.ts";
import { decoderOf } from "../../store/records/decode.ts";
import { Unsealable, type Vault } from "../../store/secrets/vault.ts";
import type { Answer } from "../answer.ts";
import {
  checkFingerprint,
  type Idempotency,
  isLasting,
  type KeyClaims,
  refusalOf,
  refusalText,
  REPLAYED,
} from "./key-claims.ts";

/** An answer whose body is text. */
type KeptAnswer = Answer & { body?: string };

const decodeKeptAnswer = decoderOf<KeptAnswer>("answer", { needs: "status" });
const decodeBody = decoderOf<Record<string, unknown>>("body", { needs: null });

const purposeOf = (digest: string) => `answer ${digest}`;

/** Shortens a JSON object to {@link MAX_KEPT_BYTES} by removing its longest members. */
export function shortened(json: string): string {
  let bytes = Buffer.byteLength(json);
  if (bytes <= MAX_KEPT_BYTES) return json;
  const members = Object.entries(decodeBody(json));
  const sizes = members.map(([name, value]) => ({
    name,
    // The text has two braces; in the whole object, the member has one comma instead.
    size: Buffer.byteLength(JSON.stringify({ [name]: value })) - 1,
  }));
  const leftOut = new Set<string>();
  for (const { name, size } of sizes.sort((one, other) => other.size - one.size)) {
    if (bytes <= MAX_KEPT_BYTES) break;
    leftOut.add(name);
    bytes -= size;
  }
  return JSON.stringify(Object.fromEntries(members.filter(([name]) => !leftOut.has(name))));
}

/**
 * Runs requests that are not a single commit of an actor, once for each Idempotency-Key: the key is claimed, the
 * request runs, and its answer is stored under the key. The claim expires soon after its process dies, so that an
 * interrupted request can run again.
 */
export class KeptAnswers {
  readonly #claims: KeyClaims;
  readonly #vault: Vault;

  /** @param vault seals the answers, because some contain a secret that is not stored elsewhere */
  constructor(claims: KeyClaims, vault: Vault) {
    this.#claims = claims;
    this.#vault = vault;
  }

  /**
   * Runs a request, or returns the answer of an earlier request with the same key. A lasting refusal is stored like an
   * answer, unless `keepsRefusals` is false; any other failure releases the key.
   *
   * @throws `RequestInProgress` while that request is still running
   * @throws `IdempotencyKeyReused` if it was a different request
   */
  async once(
    idempotency: Idempotency,
    run: () => Promise<Answer>,
    { keepsRefusals = true } = {},
  ): Promise<Answer> {
    const { digest, fingerprint } = idempotency;
    const record = this.#claims.newRecord(fingerprint);
    const { runningMs } = this.#claims.settings;
    const present = await this.#claims.claim(idempotency, record, runningMs);
    const kept = present && this.#keptAnswer(idempotency, present);
    if (kept) return kept;
    // Redis keeps a claim from a clock that was ahead for longer.
    if (present) await this.#claims.takeOver(digest, present, record);
    const held = this.#claims.held(digest, record, runningMs);
    try {
      const answer = await held.during(run);
      const sealed = this.#sealed(digest, answer);
      this.#claims.countSize(idempotency, sealed.length);
      await held.keep({ ...record, answer: sealed });
      return answer;
    } catch (err) {
      if (keepsRefusals && isLasting(err)) await held.keep({ ...record, refusal: refusalText(err) });
      else await held.free();
      throw err;
    }
  }

  /** Returns the answer under a key; undefined if the request with the key has not ended. */
  #keptAnswer(idempotency: Idempotency, record: KeyRecord): Answer | undefined {
    checkFingerprint(idempotency, record);
    if (record.refusal !== undefined) throw refusalOf(record.refusal);
    if (record.answer === undefined) return undefined;
    const { headers, ...answer } = this.#opened(idempotency.digest, record.answer);
    return { ...answer, headers: { ...headers, ...REPLAYED } };
  }

  #sealed(digest: string, { body, ...answer }: Answer): string {
    const pack = (kept: KeptAnswer) => packText(JSON.stringify(kept));
    const text = body?.toString();
    const whole = pack(text === undefined ? answer : { ...answer, body: text });
    const isShort = text === undefined || whole.length <= MAX_KEPT_BYTES;
    return this.#vault.seal(isShort ? whole : pack({ ...answer, body: shortened(text) }), purposeOf(digest));
  }

  #opened(digest: string, sealed: string): KeptAnswer {
    try {
      const text = this.#vault.open(sealed, purposeOf(digest));
      // Version 0.1.0 did not compress it.
      return decodeKeptAnswer(text.startsWith("{") ? text : unpackText(text));
    } catch (cause) {
      if (!(cause instanceof Unsealable)) throw cause;
      const detail = "The first request was completed, but its stored answer cannot be decrypted.";
      throw new Problem("Internal", { detail, cause });
    }
  }
}
