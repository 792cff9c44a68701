import assert from "node:assert/strict";
import { unitsOf } from "../../../src/actors/catalogue/availability.ts";
import type { LevelResult, StockLevel, VariantFields } from "../../../src/actors/catalogue/messages.ts";
import { variantStateKey } from "../../../src/actors/catalogue/product.ts";
import type { VariantRecord } from "../../../src/store/records/catalogue.ts";
import { MemoryPartition } from "./partition.ts";

const storeKey = "t/s";
/** The slot of the product. */
export const slot = `${storeKey}:key`;
const target = { storeKey, slot, key: "key" };

/** Returns a time that is older than the arrival of any row. */
export const at = (second: number) => new Date(Date.UTC(2020, 0, 1) + second * 1000).toISOString();

/** A product with variants, changed by rows of any kind. */
export class Shelf {
  readonly partition = new MemoryPartition();
  thresholds = { threshold: 1, lowStockThreshold: 0 };

  get #target() {
    return { ...target, thresholds: this.thresholds };
  }

  product(updatedTime: string | undefined, ...variants: VariantFields[]) {
    const product = { productRef: "p", ...(updatedTime === undefined ? {} : { updatedTime }) };
    return this.partition.run({ type: "PutProduct", ...this.#target, product, variants, currency: null });
  }

  /** A product row with the total of its one variant. */
  total(available: number | null, updatedTime?: string) {
    return this.product(updatedTime, { variantRef: "v", available });
  }

  stock(...levels: StockLevel[]): LevelResult["status"][] {
    const decision = this.partition.run({ type: "SetStock", ...this.#target, levels });
    assert.ok(decision.ok, JSON.stringify(decision));
    return (decision.body as { results: LevelResult[] }).results.map(({ status }) => status);
  }

  /** A stock row of its one variant. */
  level(locationRef: string, available: number | null, updatedTime?: string) {
    const [status] = this.stock({
      variantRef: "v",
      locationRef,
      available,
      ...(updatedTime === undefined ? {} : { updatedTime }),
    });
    return status;
  }

  variant(variantRef = "v"): VariantRecord {
    return this.partition.value(variantStateKey(slot, variantRef)) as VariantRecord;
  }

  /** Units by location. */
  get rows(): Record<string, number | null> {
    const rows = Object.entries(this.variant().stock);
    return Object.fromEntries(rows.map(([location, { available }]) => [location, available]));
  }

  get units() {
    return unitsOf(this.variant().stock);
  }
}
