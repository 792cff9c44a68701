import { randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { Redis } from "ioredis";
import { defined } from "../../collections/defined.ts";
import { DAY_MS } from "../../units/durations.ts";
import { newIdFor } from "../idempotency/new-id.ts";
import type { Keys } from "../keys/keys.ts";
import { decodeIfAny, decoderOf } from "../records/decode.ts";
import { oldestFirst } from "../records/oldest-first.ts";
import { decodeFields, decodeOrSkip, type OnUndecodable, refuseUndecodable } from "../records/undecodable.ts";
import type { Now } from "../redis/clock.ts";
import { addRecord } from "../redis/structures/limited-hash.ts";
import { changeField } from "../redis/structures/replace-fields.ts";
import {
  expiring,
  openSecrets,
  renewSecret,
  sealSecret,
  type StoredSecret,
  validSecrets,
} from "../secrets/stored-secret.ts";
import type { Vault } from "../secrets/vault.ts";
import { type DisabledReason, readDisabled, readReplayReason, type ReplayReason } from "./stop-reasons.ts";

/** How long a replaced secret still signs, in milliseconds. */
const OVERLAP_MS = DAY_MS;
const SECRET_BYTES = 32;
/** Approximate maximum number of attempts in an endpoint's log. */
export const MAX_DELIVERIES = 1000;
/** How long a log is kept after its last attempt, in milliseconds: as long as the events. */
const LOG_LIFETIME_MS = 30 * DAY_MS;
/** Maximum number of events that one replay sends. */
export const MAX_REPLAYED = 10_000;
/** Maximum number of endpoints of one store. */
const MAX_ENDPOINTS = 50;

/** `whsec_` and base64, as in Standard Webhooks. */
interface EndpointSecret extends StoredSecret {
  /** When it stops signing, in milliseconds since 1970; absent for the current secret. */
  expires?: number;
}

/** A receiver of a store's events. */
export interface Endpoint {
  id: string;
  url: string;
  /** Types of events, or prefixes of types that end in `*`; empty for all. */
  events: string[];
  description?: string;
  /** The secrets, the newest first. All that have not expired sign. */
  secrets: EndpointSecret[];
  status: "enabled" | "disabled";
  /** Why the service disabled it. */
  reason?: DisabledReason;
  /** Since when every attempt has failed, ISO 8601. */
  failingSince?: string;
  /** When the service disabled it, ISO 8601, until the event about this is published. */
  unreportedSince?: string;
  createdTime: string;
  modifiedTime: string;
  /** The last replay; absent if there was none. */
  replay?: Replay;
}

/** A replay of past events. */
export interface Replay {
  id: string;
  status: "running" | "completed" | "stopped";
  /** Why it stopped early. */
  reason?: ReplayReason;
  /** Events since this time are sent, ISO 8601. */
  since: string;
  /** All events until this time are sent, ISO 8601; absent until the first are sent. */
  reachedTime?: string;
  /** Number of events that were sent, whether or not they were accepted. */
  sent: number;
  startedTime: string;
  finishedTime?: string;
  /** Positions in the change feed: the last sent event, and the end of the replay. */
  place: string;
  end: string;
}

const upgradeReplay = ({ reason, ...replay }: Replay): Replay => ({
  ...replay,
  ...defined({ reason: readReplayReason(reason) }),
});

/** Reads a stored endpoint. The sentences of an earlier version become codes, and are stored with the next change. */
export const decodeEndpoint = decoderOf<Endpoint>("endpoint", {
  needs: "id",
  upgrade: ({ reason, failingSince, replay, ...endpoint }) => ({
    ...endpoint,
    ...readDisabled(defined({ reason, failingSince })),
    ...(replay && { replay: upgradeReplay(replay) }),
  }),
});

/** The outcomes of an attempt to deliver an event. */
export const DELIVERY_OUTCOMES = ["delivered", "failed", "given up"] as const;

/** One attempt to deliver an event. */
export interface Delivery {
  /** Id of the event. */
  eventId: string;
  type: string;
  attempt: number;
  outcome: (typeof DELIVERY_OUTCOMES)[number];
  /** Status of the answer; absent if there was none. */
  status?: number;
  error?: string;
  durationMs: number;
  time: string;
}

const decodeDelivery = decoderOf<Delivery>("delivery", { needs: "eventId" });

const newSecret = () => `whsec_${randomBytes(SECRET_BYTES).toString("base64")}`;

const purposeOf = (storeKey: string, id: string) => `endpoint ${storeKey} ${id}`;

/** Whether a list of event types and prefixes includes a type. An empty list includes all. */
export const wantsType = ({ events }: Pick<Endpoint, "events">, type: string): boolean =>
  events.length === 0 ||
  events.some((wanted) => (wanted.endsWith("*") ? type.startsWith(wanted.slice(0, -1)) : type === wanted));

/** Whether events of a type are sent to an endpoint: it is enabled, and is meant for the type. */
export const subscribes = (endpoint: Pick<Endpoint, "events" | "status">, type: string): boolean =>
  endpoint.status === "enabled" && wantsType(endpoint, type);

/** How long a reader may use a list of endpoints that it has read, in milliseconds. */
export const LIST_LIFETIME_MS = 200;
/** Time after which no reader uses an older list, in milliseconds. It has a margin, because timers are not exact. */
const SEEN_MS = LIST_LIFETIME_MS + 50;

/** Webhook endpoints of stores, with the log of their deliveries. */
export class Endpoints {
  readonly #redis: Redis;
  readonly #keys: Keys;
  readonly #vault: Vault;
  readonly #onUndecodable: OnUndecodable;
  readonly #now: Now;

  constructor(
    redis: Redis,
    keys: Keys,
    vault: Vault,
    onUndecodable: OnUndecodable = refuseUndecodable,
    now: Now = Date.now,
  ) {
    this.#redis = redis;
    this.#keys = keys;
    this.#vault = vault;
    this.#onUndecodable = onUndecodable;
    this.#now = now;
  }

  async list(storeKey: string): Promise<Endpoint[]> {
    const fields = await this.#redis.hgetall(this.#keys.endpoints(storeKey));
    const found = decodeFields(decodeEndpoint, fields, { storeKey }, this.#onUndecodable);
    return found.sort(oldestFirst);
  }

  async find(storeKey: string, id: string): Promise<Endpoint | undefined> {
    const text = await this.#redis.hget(this.#keys.endpoints(storeKey), id);
    return decodeIfAny(decodeEndpoint, text);
  }

  /**
   * Creates an endpoint. If an earlier attempt of the same request has created one, uses that. Resolves to the endpoint
   * and its secret, which is shown only this once. Resolves once every reader sees the endpoint, so it gets all events
   * from then on.
   *
   * @throws {LimitReached} if the store has {@link MAX_ENDPOINTS}
   * @throws {Unsealable}
   */
  async create(
    storeKey: string,
    { url, events, description }: { url: string; events: string[]; description?: string },
    repeatKey?: string,
  ): Promise<{ endpoint: Endpoint; secret: string }> {
    const time = new Date(this.#now()).toISOString();
    const make = (key: string | undefined): Endpoint => {
      const id = `we${newIdFor(9, key)}`;
      return {
        id,
        url,
        events,
        ...defined({ description }),
        secrets: [sealSecret(this.#vault, newSecret(), purposeOf(storeKey, id))],
        status: "enabled",
        createdTime: time,
        modifiedTime: time,
      };
    };
    const hash = { hash: this.#keys.endpoints(storeKey), limit: MAX_ENDPOINTS };
    const { record } = await addRecord(this.#redis, hash, repeatKey, { make, decode: decodeEndpoint });
    await pause(SEEN_MS);
    const [secret = ""] = this.secretsOf(storeKey, record, this.#now());
    return { endpoint: record, secret };
  }

  /**
   * Returns the secrets that sign at a time, in milliseconds since 1970, the newest first.
   *
   * @throws {Unsealable}
   */
  secretsOf(storeKey: string, { id, secrets }: Endpoint, now: number): string[] {
    return openSecrets(this.#vault, validSecrets(secrets, now), purposeOf(storeKey, id));
  }

  /**
   * Seals the secrets of a store's endpoints with the current key, if another key has sealed them. Several processes
   * may do this at the same time.
   */
  async sealSecrets(storeKey: string): Promise<void> {
    const renewed = (endpoint: Endpoint) =>
      endpoint.secrets.map((secret) => renewSecret(this.#vault, secret, purposeOf(storeKey, endpoint.id)));
    for (const { id } of await this.list(storeKey))
      await this.change(storeKey, id, (endpoint) => {
        const secrets = renewed(endpoint);
        return secrets.every((secret, i) => secret === endpoint.secrets[i])
          ? undefined
          : { ...endpoint, secrets };
      });
  }

  /**
   * Replaces an endpoint by the result of `change`; undefined leaves it unchanged. Resolves to the new endpoint;
   * undefined if there is none.
   */
  async change(
    storeKey: string,
    id: string,
    change: (endpoint: Endpoint) => Endpoint | undefined,
  ): Promise<Endpoint | undefined> {
    const field = { hash: this.#keys.endpoints(storeKey), field: id };
    const text = await changeField(this.#redis, field, (before) => {
      const after = before === undefined ? undefined : change(decodeEndpoint(before));
      return after && JSON.stringify(after);
    });
    return decodeIfAny(decodeEndpoint, text);
  }

  /** Like {@link change}, but resolves when every reader sees the change. */
  async update(...args: Parameters<Endpoints["change"]>): Promise<Endpoint | undefined> {
    const endpoint = await this.change(...args);
    await pause(SEEN_MS);
    return endpoint;
  }

  /** Gives an endpoint a new secret. The current one still signs for a day. Resolves to the new secret. */
  async rotateSecret(storeKey: string, id: string, now: number): Promise<string | undefined> {
    const secret = newSecret();
    const changed = await this.change(storeKey, id, (endpoint) => ({
      ...endpoint,
      secrets: [
        sealSecret(this.#vault, secret, purposeOf(storeKey, id)),
        ...expiring(endpoint.secrets, now, OVERLAP_MS).map((old) =>
          renewSecret(this.#vault, old, purposeOf(storeKey, id)),
        ),
      ],
      modifiedTime: new Date(now).toISOString(),
    }));
    return changed && secret;
  }

  async delete(storeKey: string, id: string): Promise<boolean> {
    const removed = await this.#redis.hdel(this.#keys.endpoints(storeKey), id);
    await this.#redis.del(this.#keys.deliveries(storeKey, id));
    return removed === 1;
  }

  /** Writes deliveries to the log of an endpoint, if the endpoint exists. */
  async log(storeKey: string, id: string, deliveries: readonly Delivery[]): Promise<void> {
    const key = this.#keys.deliveries(storeKey, id);
    const writes = deliveries.map((delivery) =>
      this.#redis.xadd(key, "MAXLEN", "~", MAX_DELIVERIES, "*", "d", JSON.stringify(delivery)),
    );
    // The endpoint may have been deleted during the delivery. A killed process leaves its log until it expires.
    await Promise.all([...writes, this.#redis.pexpire(key, LOG_LIFETIME_MS)]);
    const isThere = await this.#redis.hexists(this.#keys.endpoints(storeKey), id);
    if (isThere === 0) await this.#redis.del(key);
  }

  /** Reads the newest deliveries to an endpoint, the newest first. */
  async deliveries(storeKey: string, id: string, count: number): Promise<Delivery[]> {
    const entries = await this.#redis.xrevrange(
      this.#keys.deliveries(storeKey, id),
      "+",
      "-",
      "COUNT",
      count,
    );
    return entries.flatMap(([entryId, fields]) => {
      const label = () => ({ storeKey, id: `${id} ${entryId}` });
      return decodeOrSkip(decodeDelivery, fields[1] ?? "", label, this.#onUndecodable) ?? [];
    });
  }
}
