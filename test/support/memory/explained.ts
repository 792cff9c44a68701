import { explainAlert, type ExplainParts } from "../../../src/http/explain/explain.ts";
import type { AlertType } from "../../../src/store/records/alerts.ts";
import type { MemoryPartition } from "./partition.ts";
import type { Customer } from "./people.ts";
import type { MemoryShop, Named } from "./shop.ts";
import { MemoryWishes } from "./wishes.ts";

const storeKey = "t/s";

/** The alerts of customers in a partition. */
export const ledgerIn = (partition: MemoryPartition): ExplainParts["alerts"] => ({
  namedOf({ slot }) {
    const alerts = partition.all("alert", slot);
    return Promise.resolve(alerts.map(({ field, value }) => ({ field: String(field), record: value })));
  },
});

/** Returns the explanation of `alerts/explain` for a customer and a variant of a shop in memory. */
export async function explained(
  shop: MemoryShop,
  { address }: Pick<Customer, "address">,
  { variantRef }: Pick<Named, "variantRef">,
  type?: AlertType,
) {
  const { partition, products } = shop;
  const all = new MemoryWishes(partition);
  const parts = {
    ...{ products, alerts: ledgerIn(partition), hasMail: false, now: () => partition.now },
    wishlists: {
      async itemsWith(_: string, customer: typeof address, terms: readonly string[]) {
        const wishes = await all.read(storeKey, await all.idsWith([customer], terms));
        return wishes.flatMap((wish) => (wish ? [wish.item] : []));
      },
    },
  };
  const record = await shop.parts.customers.at(address);
  const asked = {
    customer: record && { address, record },
    productRef: undefined,
    names: { variantRef },
    type,
  };
  return explainAlert(parts, { storeKey, tenant: shop.tenant }, asked);
}
