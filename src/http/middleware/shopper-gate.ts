import type { Context } from "koa";
import type { Customers } from "../../store/read/customers.ts";
import type { Tenant } from "../../store/tenants/tenant.ts";
import type { Shopper } from "../auth/shopper.ts";
import { unauthorized } from "./authenticate.ts";
import type { KeyLimits } from "./rate-limit.ts";

/** Lets shoppers in: those whose customer is still there, and each so often. */
export class ShopperGate {
  readonly #customers: Pick<Customers, "at">;
  readonly #limits: KeyLimits;

  constructor(customers: Pick<Customers, "at">, limits: KeyLimits) {
    this.#customers = customers;
    this.#limits = limits;
  }

  /** Counts a request of a shopper. @throws {Problem} 429 beyond the limit, 401 once the customer is deleted */
  async admit(ctx: Context, { id }: Tenant, shopper: Shopper): Promise<void> {
    await this.#limits.count(ctx, `${id}/${shopper.customerId}`);
    const customer = await this.#customers.at(shopper);
    if (customer?.svc_customer_id !== shopper.customerId) throw unauthorized(true);
  }
}
