import type { Redis } from "ioredis";
import { defined } from "../../collections/defined.ts";
import { newIdFor } from "../idempotency/new-id.ts";
import type { Keys } from "../keys/keys.ts";
import { decodeIfAny, decoderOf } from "../records/decode.ts";
import { oldestFirst } from "../records/oldest-first.ts";
import { decodeFields, type OnUndecodable, refuseUndecodable } from "../records/undecodable.ts";
import type { Now } from "../redis/clock.ts";
import { loadScript } from "../redis/script.ts";
import { addRecord } from "../redis/structures/limited-hash.ts";
import { changeField } from "../redis/structures/replace-fields.ts";
import { Unsealable, type Vault } from "../secrets/vault.ts";
import { tenantOf } from "../tenants/tenant.ts";
import { HIDDEN_SECRET, SECRET_SETTINGS } from "./secret-settings.ts";

const deleteExportScript = loadScript("exports/delete-export");

/** Maximum number of exports of one store. */
const MAX_EXPORTS = 50;

/** The target of an export, with its settings. Secrets are sealed in the store. */
export interface ConnectorSettings {
  type: string;
  [setting: string]: unknown;
}

export interface ExportSchedule {
  cron: string;
  /** A time zone of the IANA database. */
  timezone: string;
}

/** The definition of an export: what is exported, where to and when. */
export interface ExportRecord {
  id: string;
  name: string;
  connector: ConnectorSettings;
  schedule?: ExportSchedule;
  /** Whether each run exports the changes since the last run, or everything. */
  mode: "changed" | "full";
  /** Types of changes, or prefixes of types that end in `*`; absent for all. */
  events?: string[];
  /** Ids or references of wishlists; absent for all. */
  lists?: string[];
  includePrivate: boolean;
  onlyConsenting: boolean;
  /** Fields of the output by their names, each with its path in the record; absent for all. */
  mapping?: Record<string, string>;
  enabled: boolean;
  createdTime: string;
  modifiedTime: string;
}

/** How an export writes the file of a run: it is the same from the beginning of the run to its end. */
export interface FileForm {
  mapping?: Record<string, string>;
  /** Settings of the connector, if they are set. */
  format?: unknown;
  gzip?: unknown;
}

/** Returns how an export writes files now. */
export const fileFormOf = ({ mapping, connector: { format, gzip } }: ExportRecord): FileForm =>
  defined({ mapping, format, gzip });

/** Returns an export that writes files in another form. */
export function withFileForm(record: ExportRecord, { mapping, ...form }: FileForm): ExportRecord {
  const { mapping: _, connector, ...rest } = record;
  const { format: _format, gzip: _gzip, ...target } = connector;
  return { ...rest, connector: { ...target, ...form }, ...defined({ mapping }) };
}

const decodeExport = decoderOf<ExportRecord>("export", { needs: "id" });

type Fields = Omit<ExportRecord, "id" | "createdTime" | "modifiedTime">;

/** Returns settings with each secret replaced by the result of `change`. */
function withSecrets(
  settings: ConnectorSettings,
  change: (secret: string, name: string) => string,
): ConnectorSettings {
  const changed = Object.entries(settings).map(([name, value]): [string, unknown] => [
    name,
    SECRET_SETTINGS.has(name) && typeof value === "string" ? change(value, name) : value,
  ]);
  return { ...Object.fromEntries(changed), type: settings.type };
}

/** Returns an export with hidden secrets, which may be shown. */
export function withoutSecrets(record: ExportRecord): ExportRecord {
  return { ...record, connector: withSecrets(record.connector, () => HIDDEN_SECRET) };
}

/** Returns the names of secrets that a caller sent back in their hidden form. */
export function hiddenSecrets(settings: ConnectorSettings): string[] {
  return Object.keys(settings).filter(
    (name) => SECRET_SETTINGS.has(name) && settings[name] === HIDDEN_SECRET,
  );
}

/** The exports of stores. */
export class Exports {
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

  /** Returns the stores that have exports, or had some. */
  async storeKeys(): Promise<string[]> {
    return (await this.#redis.smembers(this.#keys.exporters)).sort();
  }

  /** Finds the store of a tenant that has an export; undefined if no store has it. */
  async storeKeyOf(tenant: string, id: string): Promise<string | undefined> {
    for (const storeKey of await this.storeKeys())
      if (
        tenantOf(storeKey) === tenant &&
        (await this.#redis.hexists(this.#keys.exports(storeKey), id)) === 1
      )
        return storeKey;
    return undefined;
  }

  /** Returns the ids of a store's exports, also of those that cannot be decoded. */
  async ids(storeKey: string): Promise<string[]> {
    return this.#redis.hkeys(this.#keys.exports(storeKey));
  }

  async list(storeKey: string): Promise<ExportRecord[]> {
    const fields = await this.#redis.hgetall(this.#keys.exports(storeKey));
    const found = decodeFields(decodeExport, fields, { storeKey }, this.#onUndecodable);
    return found.sort(oldestFirst);
  }

  async find(storeKey: string, id: string): Promise<ExportRecord | undefined> {
    const text = await this.#redis.hget(this.#keys.exports(storeKey), id);
    return decodeIfAny(decodeExport, text);
  }

  /**
   * Creates an export. If an earlier attempt of the same request has created one, resolves to that.
   *
   * @throws {LimitReached} if the store has {@link MAX_EXPORTS}
   */
  async create(storeKey: string, fields: Fields, repeatKey?: string): Promise<ExportRecord> {
    const time = new Date(this.#now()).toISOString();
    const make = (key: string | undefined): ExportRecord => {
      const id = `ex${newIdFor(9, key)}`;
      const connector = this.#sealed(storeKey, id, fields.connector, undefined);
      return { id, ...fields, connector, createdTime: time, modifiedTime: time };
    };
    await this.#redis.sadd(this.#keys.exporters, storeKey);
    const hash = { hash: this.#keys.exports(storeKey), limit: MAX_EXPORTS };
    const { record } = await addRecord(this.#redis, hash, repeatKey, { make, decode: decodeExport });
    return record;
  }

  /**
   * Replaces an export by the result of `change`. Secrets that are hidden in the result stay as they are. Resolves to
   * the export after the change; undefined if there is none.
   */
  async change(
    storeKey: string,
    id: string,
    change: (record: ExportRecord) => ExportRecord,
  ): Promise<ExportRecord | undefined> {
    const field = { hash: this.#keys.exports(storeKey), field: id };
    const text = await changeField(this.#redis, field, (known) => {
      if (known === undefined) return undefined;
      const before = decodeExport(known);
      const changed = change(before);
      const connector =
        changed.connector === before.connector
          ? this.#resealed(storeKey, id, before.connector)
          : this.#sealed(storeKey, id, changed.connector, before.connector);
      return JSON.stringify({ ...changed, connector });
    });
    return decodeIfAny(decodeExport, text);
  }

  /**
   * Deletes an export. A sweep checks until {@link markForgotten} that its runs and files are removed. Resolves to
   * false if there was none.
   */
  async delete(storeKey: string, id: string): Promise<boolean> {
    const keys = [this.#keys.exports(storeKey), this.#keys.deletedExports(storeKey)];
    return (await deleteExportScript.run(this.#redis, keys, [id])) === 1;
  }

  /** Returns the ids of exports that were deleted since the last sweep. */
  async deletedIds(storeKey: string): Promise<string[]> {
    return this.#redis.smembers(this.#keys.deletedExports(storeKey));
  }

  /** Records that a sweep has removed the runs and files of a deleted export. */
  async markForgotten(storeKey: string, id: string): Promise<void> {
    await this.#redis.srem(this.#keys.deletedExports(storeKey), id);
  }

  /**
   * Seals the secrets of all exports with the current key, if another key has sealed them. Several processes may do this
   * at the same time.
   */
  async sealSecrets(): Promise<void> {
    const isStale = ([name, value]: [string, unknown]) =>
      SECRET_SETTINGS.has(name) && typeof value === "string" && !this.#vault.isCurrent(value);
    for (const storeKey of await this.storeKeys())
      for (const { id, connector } of await this.list(storeKey))
        if (Object.entries(connector).some(isStale)) await this.change(storeKey, id, (record) => record);
  }

  /**
   * Returns an export's settings with unsealed secrets.
   *
   * @throws {Unsealable}
   */
  opened(storeKey: string, { id, connector }: ExportRecord): ConnectorSettings {
    return withSecrets(connector, (sealed, name) => this.#vault.open(sealed, purposeOf(storeKey, id, name)));
  }

  #sealed(
    storeKey: string,
    id: string,
    given: ConnectorSettings,
    before: ConnectorSettings | undefined,
  ): ConnectorSettings {
    return withSecrets(given, (secret, name) => {
      const known = before?.type === given.type ? before[name] : undefined;
      if (secret === HIDDEN_SECRET && typeof known === "string") return known;
      return this.#vault.seal(secret, purposeOf(storeKey, id, name));
    });
  }

  /** A secret that no key opens stays as it is, because the operator may still restore the key. */
  #resealed(storeKey: string, id: string, settings: ConnectorSettings): ConnectorSettings {
    return withSecrets(settings, (sealed, name) => {
      if (this.#vault.isCurrent(sealed)) return sealed;
      const purpose = purposeOf(storeKey, id, name);
      try {
        return this.#vault.seal(this.#vault.open(sealed, purpose), purpose);
      } catch (err) {
        if (err instanceof Unsealable) return sealed;
        throw err;
      }
    });
  }
}

const purposeOf = (storeKey: string, id: string, name: string) => `${storeKey} ${id} ${name}`;
