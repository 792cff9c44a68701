import type { Context } from "koa";
import type { Customers } from "../../store/read/customers.ts";
import type { Wishlists } from "../../store/read/wishlists.ts";
import type { Session } from "../auth/session.ts";
import type { Shopper } from "../auth/shopper.ts";
import { invalidToken } from "./authenticate.ts";
import type { KeyLimits } from "./rate-limit.ts";

/** Admits requests of shoppers up to a rate limit, while the customer or the guest's wishlist exists. */
export class ShopperGate {
  readonly #customers: Pick<Customers, "at">;
  readonly #wishlists: Pick<Wishlists, "visibleMeta">;
  readonly #limits: KeyLimits;

  constructor(
    customers: Pick<Customers, "at">,
    wishlists: Pick<Wishlists, "visibleMeta">,
    limits: KeyLimits,
  ) {
    this.#customers = customers;
    this.#wishlists = wishlists;
    this.#limits = limits;
  }

  /**
   * Counts a request of a shopper.
   *
   * @throws {Problem} 429 above the limit, 401 after the customer was deleted, or the guest's wishlist was claimed or
   *   deleted
   */
  async admit(ctx: Context, { tenant, storeKey }: Session, shopper: Shopper): Promise<void> {
    await this.#limits.count(ctx, `${tenant.id}/${shopper.subject}`);
    if (!(await this.#exists(storeKey, shopper))) throw invalidToken();
  }

  async #exists(storeKey: string, { subject, customer }: Shopper): Promise<boolean> {
    if (!customer) return (await this.#wishlists.visibleMeta(storeKey, subject)) !== undefined;
    return (await this.#customers.at(customer))?.svc_customer_id === subject;
  }
}
