import type { Logger } from "pino";
import { boundedCache } from "../../store/bounded-cache.ts";
import type { Tenant } from "../../store/tenants/tenant.ts";
import type { Tenants } from "../../store/tenants/tenants.ts";

const MAX_TENANTS = 10_000;
const MAX_UNKNOWN = 1000;
/** Minimum time between two refreshes that callers cause, in milliseconds. */
const MIN_REFRESH_MS = 200;

/** The tenants, kept in memory until any of them changes; a change is noticed within `pollMs`. */
export class KnownTenants {
  readonly #tenants: Tenants;
  readonly #log: Logger;
  readonly #known = boundedCache<Tenant>(MAX_TENANTS);
  /** Ids that no tenant has, in a cache of their own, so that invented ids displace no tenant. */
  readonly #unknown = boundedCache<true>(MAX_UNKNOWN);
  readonly #states = boundedCache<Tenant["state"]>(MAX_TENANTS);
  readonly #poller: NodeJS.Timeout;
  #version = "";
  #refreshedAt = Number.NEGATIVE_INFINITY;

  constructor(tenants: Tenants, log: Logger, pollMs: number) {
    this.#tenants = tenants;
    this.#log = log;
    this.#poller = setInterval(() => void this.refresh(), pollMs);
    this.#poller.unref();
  }

  /** Data that is derived from a tenant is valid as long as this is the same. */
  get version(): string {
    return this.#version;
  }

  /** Looks whether tenants have changed. While the store is away the last known state stays in force. */
  async refresh(): Promise<void> {
    this.#refreshedAt = performance.now();
    try {
      const version = await this.#tenants.version();
      if (version === this.#version) return;
      this.#version = version;
      this.#known.clear();
      this.#unknown.clear();
    } catch {
      // The store has its own alarms; requests that need it fail on their own.
    }
  }

  close(): void {
    clearInterval(this.#poller);
  }

  /** A tenant; undefined if there is none. */
  async find(id: string): Promise<Tenant | undefined> {
    const cached = this.#known.get(id);
    if (cached || this.#unknown.has(id)) return cached;
    const version = this.#version;
    const tenant = await this.#tenants.find(id);
    if (tenant) this.#noteState(tenant);
    if (version !== this.#version) return tenant;
    if (tenant) this.#known.set(id, tenant);
    else this.#unknown.set(id, true);
    return tenant;
  }

  /** The tenant of a token. If it seems to lack the key, it is read again if the tenants have changed. */
  async findWithKey(id: string, kid: string): Promise<Tenant | undefined> {
    const known = await this.find(id);
    if (known?.signingKeys.some((key) => key.kid === kid)) return known;
    // Bounded: made-up tokens cause no more looks than this.
    if (performance.now() - this.#refreshedAt > MIN_REFRESH_MS) await this.refresh();
    return this.find(id);
  }

  /** Logs that a tenant was suspended or resumed, when its next request comes. */
  #noteState({ id, state }: Tenant): void {
    const before = this.#states.get(id);
    this.#states.set(id, state);
    if (before === undefined || before === state) return;
    this.#log.info({ tenant: id }, state === "suspended" ? "tenant suspended" : "tenant resumed");
  }
}
