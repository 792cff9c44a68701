import type { Redis } from "ioredis";
import type { Keys } from "../../keys/keys.ts";
import { loadScript } from "../script.ts";

const takeAllowanceScript = loadScript("structures/take-allowance");

/** A number of units per period. */
interface Rate {
  limit: number;
  periodMs: number;
}

/**
 * Counts how much of a rate tenants use, exactly and for all processes together. A tenant may overdraw by the units of
 * one period. A larger single use is possible, but it must be paid off before the next use. If the limit changes, the
 * used units count by the new limit.
 */
export class Allowances {
  readonly #redis: Redis;
  readonly #keys: Keys;

  constructor(redis: Redis, keys: Keys) {
    this.#redis = redis;
    this.#keys = keys;
  }

  /**
   * Takes units, unless the tenant has overdrawn too much. Resolves to 0 if they are taken, and otherwise to the
   * milliseconds to wait.
   */
  take(name: string, tenant: string, units: number, rate: Rate): Promise<number> {
    return this.#run(name, tenant, [units.toString(), rate.limit.toString(), rate.periodMs.toString(), ""]);
  }

  /** Takes units that are already used. Resolves to the milliseconds to wait before the next use. */
  takeAlways(name: string, tenant: string, units: number, rate: Rate): Promise<number> {
    const args = [units.toString(), rate.limit.toString(), rate.periodMs.toString(), "always"];
    return this.#run(name, tenant, args);
  }

  async #run(name: string, tenant: string, args: string[]): Promise<number> {
    return Number(await takeAllowanceScript.run(this.#redis, [this.#keys.allowance(name, tenant)], args));
  }
}
