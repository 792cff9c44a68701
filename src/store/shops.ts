import type { Redis } from "ioredis";
import type { Keys } from "./keys.ts";

/** A shop on a platform whose webhooks a store takes. */
export interface Shop {
  /** Domain that the platform names it by. */
  domain: string;
  /** `<tenant>/<store>`. */
  scope: string;
  /** What its webhooks are signed with; two while one is rotated. */
  secrets: { value: string; expires?: number }[];
  createdTime: string;
}

/** Shops by their domains. */
export class Shops {
  readonly #redis: Redis;
  readonly #keys: Keys;

  constructor(redis: Redis, keys: Keys) {
    this.#redis = redis;
    this.#keys = keys;
  }

  async find(domain: string): Promise<Shop | undefined> {
    const text = await this.#redis.hget(this.#keys.shops, domain.toLowerCase());
    return text ? (JSON.parse(text) as Shop) : undefined;
  }

  async list(): Promise<Shop[]> {
    const texts = await this.#redis.hvals(this.#keys.shops);
    return texts.map((text) => JSON.parse(text) as Shop).sort((a, b) => (a.domain < b.domain ? -1 : 1));
  }

  /** Registers a shop, or gives it another secret; the present one works for `overlapSeconds` more. */
  async put(
    { domain, scope }: Pick<Shop, "domain" | "scope">,
    secret: string,
    overlapSeconds: number,
  ): Promise<Shop> {
    const known = await this.find(domain);
    const now = Date.now();
    const expires = now + overlapSeconds * 1000;
    const old = (known?.scope === scope ? known.secrets : [])
      .filter(({ value }) => value !== secret)
      .map((each) => ({ ...each, expires: Math.min(each.expires ?? expires, expires) }))
      .filter((each) => each.expires > now);
    const shop: Shop = {
      domain: domain.toLowerCase(),
      scope,
      secrets: [{ value: secret }, ...old],
      createdTime: known?.createdTime ?? new Date(now).toISOString(),
    };
    await this.#redis.hset(this.#keys.shops, shop.domain, JSON.stringify(shop));
    return shop;
  }

  async remove(domain: string): Promise<boolean> {
    return (await this.#redis.hdel(this.#keys.shops, domain.toLowerCase())) === 1;
  }
}
