import { setTimeout as pause } from "node:timers/promises";
import type { Logger } from "pino";
import { boundedCache } from "../../collections/bounded-cache.ts";
import { inStore, storeOf, type Tenant, tenantOf } from "../../store/tenants/tenant.ts";
import type { Tenants } from "../../store/tenants/tenants.ts";

const MAX_TENANTS = 10_000;
const MAX_UNKNOWN = 1000;
/** Minimum time between two refreshes that callers cause, in milliseconds. */
const MIN_REFRESH_MS = 200;

/** A cache of tenants, which is cleared when any tenant changes. A change is noticed within `pollMs`. */
export class KnownTenants {
  readonly #tenants: Tenants;
  readonly #log: Logger;
  readonly #known = boundedCache<Tenant>(MAX_TENANTS);
  /** Ids that no tenant has. They have a cache of their own, so that invented ids do not displace tenants. */
  readonly #unknown = boundedCache<true>(MAX_UNKNOWN);
  readonly #states = boundedCache<Tenant["state"]>(MAX_TENANTS);
  readonly #poller: NodeJS.Timeout;
  #version = "";
  #refreshedAt = Number.NEGATIVE_INFINITY;
  /** The next refresh that callers cause, while it has not begun. */
  #next: Promise<void> | undefined;

  constructor(tenants: Tenants, log: Logger, pollMs = 1000) {
    this.#tenants = tenants;
    this.#log = log;
    this.#poller = setInterval(() => void this.refresh(), pollMs);
    this.#poller.unref();
  }

  /** Changes when any tenant changes: data that is derived from a tenant is then not valid any more. */
  get version(): string {
    return this.#version;
  }

  /** Checks whether tenants have changed. While Redis is unreachable, the last known state stays valid. */
  async refresh(): Promise<void> {
    this.#refreshedAt = performance.now();
    try {
      const version = await this.#tenants.version();
      if (version === this.#version) return;
      this.#version = version;
      this.#known.clear();
      this.#unknown.clear();
    } catch {
      // Redis is monitored elsewhere, and requests that need it fail.
    }
  }

  close(): void {
    clearInterval(this.#poller);
  }

  /** Returns a tenant; undefined if there is none. */
  async find(id: string): Promise<Tenant | undefined> {
    const cached = this.#known.get(id);
    if (cached || this.#unknown.has(id)) return cached;
    const version = this.#version;
    const tenant = await this.#tenants.find(id);
    if (tenant) this.#logStateChange(tenant);
    if (version !== this.#version) return tenant;
    if (tenant) this.#known.set(id, tenant);
    else this.#unknown.set(id, true);
    return tenant;
  }

  /** Returns the tenant of a store, with the settings of that store; undefined if there is none. */
  async findFor(storeKey: string): Promise<Tenant | undefined> {
    const tenant = await this.find(tenantOf(storeKey));
    return tenant && inStore(tenant, storeOf(storeKey));
  }

  /**
   * Returns the tenant of a token. If the cached tenant does not have the key, the tenant is read again, if tenants
   * have changed: the key may be newer than the last check.
   */
  async findWithKey(id: string, kid: string): Promise<Tenant | undefined> {
    const known = await this.find(id);
    if (known?.signingKeys.some((key) => key.kid === kid)) return known;
    await (this.#next ??= this.#refreshSoon());
    return this.find(id);
  }

  /** Begins a refresh at the earliest time that the limit allows, which bounds the checks that invalid tokens cause. */
  async #refreshSoon(): Promise<void> {
    await pause(Math.max(0, this.#refreshedAt + MIN_REFRESH_MS - performance.now()));
    // A later caller needs a later refresh: this one may read the version before that caller's change.
    this.#next = undefined;
    await this.refresh();
  }

  /** Logs that a tenant was suspended or resumed, at its next request. */
  #logStateChange({ id, state }: Tenant): void {
    const before = this.#states.get(id);
    this.#states.set(id, state);
    if (before === undefined || before === state) return;
    this.#log.info({ tenant: id }, state === "suspended" ? "tenant suspended" : "tenant resumed");
  }
}
