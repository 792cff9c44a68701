import type { Rejection } from "../../actors/reply.ts";
import type { Send } from "../../actors/runtime/send.ts";
import { batchesOf } from "../../collections/batches.ts";
import { nameWithin, variantNames } from "../../store/keys/names.ts";
import type { Layout, SlotAddress } from "../../store/layout/layout.ts";
import type { Products } from "../../store/read/products.ts";
import type { VariantRecord } from "../../store/records/catalogue.ts";
import type { PendingLevel, PendingStock } from "../../store/waiting/pending-stock.ts";
import type { VariantFinder } from "../variant-finder.ts";
import type { FeedTarget } from "./feeds.ts";
import { setLevels } from "./set-levels.ts";

/** Number of names whose pending stock is read together. */
const NAME_BATCH_SIZE = 500;

interface PendingParts {
  layout: Layout;
  products: Pick<Products, "at">;
  pending: Pick<PendingStock, "levelsOf" | "forget">;
  finder: Pick<VariantFinder, "isClear">;
}

/** A product whose variants may have pending stock: the given ones, or all. */
export interface StockedProduct {
  productKey: string;
  partition: number;
  variantRefs?: string[];
}

/** A name under which stock may be pending, and the variants of one product that have it. */
interface NamedVariants {
  name: string;
  /** Whether the name also names the product. */
  isExact: boolean;
  variantRefs: string[];
}

/** Returns the names under which stock of a product's variants may be pending. Variants may share a name. */
function pendingNames(productRef: string, variants: readonly VariantRecord[]): NamedVariants[] {
  const byName = new Map<string, NamedVariants>();
  const add = (name: string, isExact: boolean, variantRef: string) => {
    const known = byName.get(name);
    if (known) known.variantRefs.push(variantRef);
    else byName.set(name, { name, isExact, variantRefs: [variantRef] });
  };
  for (const variant of variants) {
    for (const name of variantNames(variant)) {
      add(name, false, variant.variantRef);
      add(nameWithin(productRef, name), true, variant.variantRef);
    }
  }
  return [...byName.values()];
}

/** Sets levels for all variants that have their name. Resolves to the refusals of variants. */
async function applyTo(
  pending: PendingParts["pending"],
  target: FeedTarget,
  { address, name, levels, variantRefs }: NamedVariants & { address: SlotAddress; levels: PendingLevel[] },
  send: Send,
): Promise<Rejection[]> {
  const refusals: Rejection[] = [];
  const applied = new Set<PendingLevel>();
  for (const variantRef of variantRefs) {
    const own = levels.map((level) => ({ ...level, variantRef }));
    const results = await setLevels(target, address, own, send);
    if (!("error" in results))
      for (const [i, level] of levels.entries()) {
        if (results[i]?.status !== "unknown") applied.add(level);
      }
    else if (results.error.code !== "ResourceNotFound") refusals.push(results.error);
  }
  // A variant that has refused the levels may have room for them later.
  if (refusals.length === 0) await pending.forget(target.storeKey, name, [...applied]);
  return refusals;
}

/**
 * Applies the pending stock of a product's variants. Stock whose name matches variants of several products stays
 * pending. Stock that a variant refuses stays pending too, and does not stop the rest.
 *
 * @throws at the end, if a variant has refused its stock
 */
export async function applyPending(
  { layout, products, pending, finder }: PendingParts,
  target: FeedTarget,
  { productKey, partition, variantRefs }: StockedProduct,
  send: Send,
): Promise<void> {
  const { storeKey } = target;
  const address = layout.slotAt(storeKey, partition, productKey);
  const { product, variants = [] } = (await products.at(address)) ?? {};
  if (!product) return;
  const wanted = variantRefs && new Set(variantRefs);
  const wantedVariants = variants.filter(({ variantRef }) => !wanted || wanted.has(variantRef));
  const refusals: Rejection[] = [];
  for (const batch of batchesOf(pendingNames(product.productRef, wantedVariants), NAME_BATCH_SIZE)) {
    const waiting = await pending.levelsOf(
      storeKey,
      batch.map(({ name }) => name),
    );
    for (const [i, named] of batch.entries()) {
      const levels = waiting[i] ?? [];
      if (levels.length === 0) continue;
      if (named.isExact || (await finder.isClear(storeKey, named.name)))
        refusals.push(...(await applyTo(pending, target, { address, levels, ...named }, send)));
    }
  }
  const [first] = refusals;
  if (first) throw new Error(`pending stock was refused ${refusals.length} times: ${first.detail}`);
}
