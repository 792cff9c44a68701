import type { Redis } from "ioredis";
import type { Keys } from "../keys/keys.ts";
import { decodeIfAny, decoderOf } from "../records/decode.ts";
import { withStoreKey } from "../records/of-store.ts";
import { decodeFields, type OnUndecodable, refuseUndecodable } from "../records/undecodable.ts";
import type { Now } from "../redis/clock.ts";
import { changeField } from "../redis/structures/replace-fields.ts";
import { isSameSecret } from "../secrets/same-secret.ts";
import {
  expiring,
  openSecret,
  openSecrets,
  renewSecret,
  sealSecret,
  type StoredSecret,
  validSecrets,
} from "../secrets/stored-secret.ts";
import { Unsealable, type Vault } from "../secrets/vault.ts";
import { InvalidValue, TenantError } from "./tenant.ts";

interface ShopSecret extends StoredSecret {
  /** When it stops working, in milliseconds since 1970; absent for the current one. */
  expires?: number;
}

/** A shop on a platform whose webhooks a store accepts. */
export interface Shop {
  /** Domain of the shop at the platform. */
  domain: string;
  /** `<tenant>/<store>`. */
  storeKey: string;
  /** Secrets that sign the shop's webhooks. There are two while a secret is being replaced. */
  secrets: ShopSecret[];
  createdTime: string;
}

/** The domain that Shopify names in its webhooks, whatever domain the shop has for its customers. */
const SHOP_DOMAIN = /^[a-z0-9][a-z0-9-]*\.myshopify\.com$/i;

/** Version 0.1.0 named the store key `scope`. */
const decodeShop = decoderOf<Shop>("shop", { needs: "domain", upgrade: withStoreKey });

const purposeOf = ({ domain, storeKey }: Pick<Shop, "domain" | "storeKey">) => `shop ${domain} ${storeKey}`;

/** Returns the shops that feed a store, except the one with this domain. */
export const feedersOf = (shops: readonly Shop[], storeKey: string, domain: string) =>
  shops.filter((shop) => shop.storeKey === storeKey && shop.domain !== domain);

/** Shops by their domains. */
export class Shops {
  readonly #redis: Redis;
  readonly #keys: Keys;
  readonly #vault: Vault | undefined;
  readonly #onUndecodable: OnUndecodable;
  readonly #now: Now;

  /** Without a vault, secrets are stored in clear text until {@link sealSecrets}. */
  constructor(
    redis: Redis,
    keys: Keys,
    vault?: Vault,
    onUndecodable: OnUndecodable = refuseUndecodable,
    now: Now = Date.now,
  ) {
    this.#redis = redis;
    this.#keys = keys;
    this.#vault = vault;
    this.#onUndecodable = onUndecodable;
    this.#now = now;
  }

  async find(domain: string): Promise<Shop | undefined> {
    const text = await this.#redis.hget(this.#keys.shops, domain.toLowerCase());
    return decodeIfAny(decodeShop, text);
  }

  async list(): Promise<Shop[]> {
    const fields = await this.#redis.hgetall(this.#keys.shops);
    const shops = decodeFields(decodeShop, fields, {}, this.#onUndecodable);
    return shops.sort((a, b) => (a.domain < b.domain ? -1 : 1));
  }

  /**
   * Returns the secrets of a shop that are valid at a time, in milliseconds since 1970.
   *
   * @throws {Unsealable}
   */
  secretsOf(shop: Shop, now: number): string[] {
    return openSecrets(this.#vault, validSecrets(shop.secrets, now), purposeOf(shop));
  }

  /**
   * Registers a shop, or gives it another secret. Its current secret stays valid for `overlapSeconds`.
   *
   * @throws {TenantError} if the shop feeds another store
   * @throws {InvalidValue} if Shopify has no shop with this domain
   */
  async put(
    { domain, storeKey }: Pick<Shop, "domain" | "storeKey">,
    secret: string,
    overlapSeconds: number,
  ): Promise<Shop> {
    if (!SHOP_DOMAIN.test(domain))
      throw new InvalidValue("the shop must be a domain of Shopify, such as example.myshopify.com");
    const now = this.#now();
    const address = { domain: domain.toLowerCase(), storeKey };
    const shop = await this.#replace(domain, (known) => {
      if (known && known.storeKey !== storeKey) return undefined;
      const others = known?.secrets.filter((stored) => !this.#isSame(known, stored, secret)) ?? [];
      const former = expiring(others, now, overlapSeconds * 1000);
      return {
        ...address,
        secrets: [
          sealSecret(this.#vault, secret, purposeOf(address)),
          ...former.map((old) => renewSecret(this.#vault, old, purposeOf(address))),
        ],
        createdTime: known?.createdTime ?? new Date(now).toISOString(),
      };
    });
    if (!shop) throw new Error(`the shop ${domain} was not stored`);
    if (shop.storeKey !== storeKey)
      throw new TenantError(`the shop ${domain} feeds the store ${shop.storeKey}; remove it there first`);
    return shop;
  }

  /** Whether a stored secret is this one. One that no key opens counts as another: the operator may restore the key. */
  #isSame(shop: Shop, stored: ShopSecret, secret: string): boolean {
    try {
      return isSameSecret(openSecret(this.#vault, stored, purposeOf(shop)), secret);
    } catch (err) {
      if (err instanceof Unsealable) return false;
      throw err;
    }
  }

  /**
   * Seals all secrets of shops that are not sealed with the current key. Several processes may do this at the same
   * time.
   */
  async sealSecrets(): Promise<void> {
    const renewed = (shop: Shop): Shop => ({
      ...shop,
      secrets: shop.secrets.map((secret) => renewSecret(this.#vault, secret, purposeOf(shop))),
    });
    for (const shop of await this.list()) {
      if (renewed(shop).secrets.every((secret, i) => secret === shop.secrets[i])) continue;
      await this.#replace(shop.domain, (known) => known && renewed(known));
    }
  }

  /** Replaces a shop by the result of `change`; undefined leaves it unchanged. */
  async #replace(
    domain: string,
    change: (known: Shop | undefined) => Shop | undefined,
  ): Promise<Shop | undefined> {
    const field = { hash: this.#keys.shops, field: domain.toLowerCase() };
    const text = await changeField(this.#redis, field, (known) => {
      const shop = change(decodeIfAny(decodeShop, known));
      return shop && JSON.stringify(shop);
    });
    return decodeIfAny(decodeShop, text);
  }

  async remove(domain: string): Promise<boolean> {
    return (await this.#redis.hdel(this.#keys.shops, domain.toLowerCase())) === 1;
  }
}
