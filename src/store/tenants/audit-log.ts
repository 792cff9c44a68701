import type { Redis } from "ioredis";
import { defined } from "../../collections/defined.ts";
import { DAY_MS } from "../../units/durations.ts";
import { parseEntryId } from "../ids/entry-id.ts";
import type { Keys } from "../keys/keys.ts";
import { fieldOf } from "../partition/streams.ts";
import { decoderOf } from "../records/decode.ts";
import { decodeOrSkip, type OnUndecodable, refuseUndecodable } from "../records/undecodable.ts";
import type { Now } from "../redis/clock.ts";
import { readText } from "../redis/replies.ts";
import { loadScript, loadTypedScript } from "../redis/script.ts";
import type { FigureChange } from "./settings/figures.ts";

const appendAuditScript = loadTypedScript("tenants/append-audit", readText);
const endAuditScript = loadScript("tenants/end-audit");

/** How long an entry is kept, in milliseconds. */
const LIFETIME_MS = 400 * DAY_MS;
/** Maximum number of entries of a tenant. */
const MAX_ENTRIES = 100_000;
/** Maximum number of entries that one page reads. */
const MAX_EXAMINED = 1000;
const BATCH_SIZE = 200;

export const AUDIT_ACTORS = ["client", "owner", "operator"] as const;
export const AUDIT_OUTCOMES = ["done", "refused", "failed"] as const;

type AuditOutcome = (typeof AUDIT_OUTCOMES)[number];

/** The actor of an action: a client, an owner at the portal, or the operator with the command-line tool. */
interface AuditActor {
  kind: (typeof AUDIT_ACTORS)[number];
  id: string;
}

/** An action. It has only names, ids and figures: other values may be secrets or personal data. */
export interface AuditEntry {
  actor: AuditActor;
  /** The operation of the API, or the operator's command. */
  action: string;
  /** Absent if the action concerns the whole tenant. */
  store?: string;
  /** The target of the action, by the names of the parameters. */
  target?: Record<string, string>;
  /** Names of the given members of the body, or options of the command. */
  members?: string[];
  /** Switches and numbers among the settings that the action changes. */
  changes?: FigureChange[];
  requestId?: string;
}

interface ListedAuditEntry extends AuditEntry {
  id: string;
  /** ISO 8601. */
  time: string;
  /** Absent while the action runs, and if its process ended before the action. */
  outcome?: AuditOutcome;
}

const decodeEntry = decoderOf<AuditEntry>("audit entry", { needs: "action" });
const isOutcome = (text: unknown): text is AuditOutcome => AUDIT_OUTCOMES.some((outcome) => outcome === text);

interface AuditLogOptions {
  /** Maximum number of entries of a tenant, approximately. */
  maxEntries?: number;
  onUndecodable?: OnUndecodable;
}

/**
 * Log of the actions on settings, clients, endpoints, exports, keys and personal data of a tenant, for 400 days. An
 * entry is stored before its action, so that nothing is changed without an entry.
 */
export class AuditLog {
  readonly #redis: Redis;
  readonly #keys: Keys;
  readonly #now: Now;
  readonly #maxEntries: number;
  readonly #onUndecodable: OnUndecodable;

  constructor(
    redis: Redis,
    keys: Keys,
    now: Now,
    { maxEntries = MAX_ENTRIES, onUndecodable = refuseUndecodable }: AuditLogOptions = {},
  ) {
    this.#onUndecodable = onUndecodable;
    this.#redis = redis;
    this.#keys = keys;
    this.#now = now;
    this.#maxEntries = maxEntries;
  }

  /** Records the start of an action. Resolves to the id of its entry. */
  begin(tenant: string, entry: AuditEntry): Promise<string> {
    const keys = [this.#keys.audit(tenant), this.#keys.auditOutcomes(tenant)];
    const args = [JSON.stringify(entry), this.#oldest(), this.#maxEntries.toString()];
    return appendAuditScript.run(this.#redis, keys, args);
  }

  /**
   * Records the outcome of an action. Does nothing if the log no longer exists, for example after the deletion of its
   * tenant.
   */
  async end(tenant: string, id: string, outcome: AuditOutcome): Promise<void> {
    const keys = [this.#keys.audit(tenant), this.#keys.auditOutcomes(tenant)];
    await endAuditScript.run(this.#redis, keys, [id, outcome]);
  }

  /**
   * Reads the entries before the one with the id `before`, the newest first: entries that concern `store` or the whole
   * tenant, or without `store`, all entries. If more may follow, `next` is the `before` of the next page; the page may
   * then be short.
   */
  async page(
    tenant: string,
    { store, before, size }: { store?: string | undefined; before?: string | undefined; size: number },
  ): Promise<{ entries: ListedAuditEntry[]; next?: string }> {
    const found: (AuditEntry & { id: string })[] = [];
    let next = before;
    let examined = 0;
    while (examined < MAX_EXAMINED) {
      const end = next === undefined ? "+" : `(${next}`;
      const batch = await this.#redis.xrevrange(
        ...([this.#keys.audit(tenant), end, this.#oldest(), "COUNT", BATCH_SIZE] as const),
      );
      for (const entry of batch) {
        [next] = entry;
        const id = next;
        const label = () => ({ storeKey: tenant, id });
        const action = decodeOrSkip(decodeEntry, fieldOf(entry, "e"), label, this.#onUndecodable);
        if (action && (store === undefined || action.store === undefined || action.store === store))
          found.push({ id, ...action });
        if (found.length === size) return { entries: await this.#withOutcomes(tenant, found), next };
      }
      if (batch.length < BATCH_SIZE) return { entries: await this.#withOutcomes(tenant, found) };
      examined += batch.length;
    }
    const entries = await this.#withOutcomes(tenant, found);
    return { entries, ...defined({ next }) };
  }

  async #withOutcomes(
    tenant: string,
    entries: readonly (AuditEntry & { id: string })[],
  ): Promise<ListedAuditEntry[]> {
    if (entries.length === 0) return [];
    const outcomes = await this.#redis.hmget(
      this.#keys.auditOutcomes(tenant),
      ...entries.map(({ id }) => id),
    );
    return entries.map(({ id, ...entry }, i) => {
      const outcome = outcomes[i];
      const time = new Date(parseEntryId(id).ms).toISOString();
      return { id, time, ...entry, ...(isOutcome(outcome) ? { outcome } : {}) };
    });
  }

  /** Returns the id before which entries are too old. */
  #oldest(): string {
    return `${Math.max(0, Math.floor(this.#now() - LIFETIME_MS))}-0`;
  }
}

interface AuditCallbacks {
  /** Returns the outcome of an action that threw this error. */
  outcomeOf: (err: unknown) => AuditOutcome;
  /** Called when the action has ended. */
  onEnd?: (outcome: AuditOutcome) => void;
  /** Called if the outcome of the action cannot be stored. */
  onUnrecorded: (err: unknown) => void;
}

/** Performs an action and logs it. If the entry cannot be stored, rejects without performing the action. */
export async function underAudit<T>(
  log: AuditLog,
  { tenant, entry }: { tenant: string; entry: AuditEntry },
  act: () => Promise<T>,
  { outcomeOf, onEnd, onUnrecorded }: AuditCallbacks,
): Promise<T> {
  const id = await log.begin(tenant, entry);
  const end = (outcome: AuditOutcome) => {
    onEnd?.(outcome);
    return log.end(tenant, id, outcome).catch(onUnrecorded);
  };
  try {
    const result = await act();
    await end("done");
    return result;
  } catch (err) {
    await end(outcomeOf(err));
    throw err;
  }
}
