import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { type KnownVariants, meaningOf } from "../../../src/actors/order/bought-variant.ts";
import type { BoughtLine } from "../../../src/actors/order/messages.ts";
import { namesOfLine, namesOfVariant } from "../../../src/jobs/orders/line-variants.ts";
import type { OrderLine } from "../../../src/store/records/orders.ts";
import { MemoryPartition } from "../../support/memory/partition.ts";

const storeKey = "t/s";
const slot = `${storeKey}:key`;
const FAR = "2030-01-01T00:00:00.000Z";

interface Row {
  productRef: string;
  variantRef: string;
  sku?: string;
  gtin?: string;
}
type Wish = Pick<Row, "productRef" | "variantRef">;
type Arrival = { row: Row } | { wish: Wish } | { order: true };

/** A customer, a catalogue and one order with one line, in some order of arrival. */
class World {
  readonly #partition = new MemoryPartition();
  readonly #rows: Row[] = [];
  readonly #line: OrderLine;
  readonly #wishlistId: string;
  #isPlaced = false;
  #openNames: string[] = [];

  constructor(line: Omit<OrderLine, "lineRef" | "quantity">) {
    this.#line = { lineRef: "1", quantity: 1, ...line };
    const place = { storeKey, slot, key: "key" };
    this.#partition.run({ type: "CreateCustomer", ...place, ref: "ann", fields: {} });
    const made = this.#partition.run({ type: "CreateWishlist", ...place, fields: { name: "list" } });
    this.#wishlistId = made.ok ? (made.body as { id: string }).id : "";
  }

  arrive(arrival: Arrival): void {
    if ("row" in arrival) {
      const { row } = arrival;
      this.#rows.push(row);
      const names = namesOfVariant(row.productRef, { ...row, variantId: `id of ${row.variantRef}` });
      if (names.some((name) => this.#openNames.includes(name))) this.match();
    } else if ("wish" in arrival) {
      const { productRef, variantRef } = arrival.wish;
      const product = { productRef, selectedVariantRef: variantRef };
      const item = { wishlistId: this.#wishlistId, item: { product }, allowDuplicates: false };
      assert.ok(this.#partition.run({ type: "AddItem", storeKey, ...item }).ok);
    } else {
      this.#isPlaced = true;
      this.match();
    }
  }

  /** The work of the job, with the current catalogue. */
  match(): void {
    if (!this.#isPlaced) return;
    const { isOpen, ...meaning } = meaningOf(this.#line, this.#known());
    this.#openNames = isOpen ? namesOfLine(this.#line) : [];
    const line: BoughtLine = { lineRef: "1", isUndone: false, units: 1, ...meaning };
    const order = { orderKey: "o", orderRef: "o", revision: 1, person: "customer", boughtTime: FAR };
    const place = { storeKey, slot, key: "key" };
    const command = {
      type: "MatchOrder" as const,
      ...place,
      ...order,
      lines: [line],
      removePurchased: false,
    };
    assert.ok(this.#partition.run(command).ok);
  }

  #known(): KnownVariants {
    const { productRef, variantRef, sku, gtin } = this.#line;
    const identity = (row: Row) => ({
      productId: `id of ${row.productRef}`,
      productRef: row.productRef,
      selectedVariantId: `id of ${row.productRef} ${row.variantRef}`,
      selectedVariantRef: row.variantRef,
    });
    const where = (isIt: (row: Row) => boolean) => this.#rows.filter(isIt).map(identity);
    const own = (ref: string | undefined) =>
      this.#rows.find((row) => row.productRef === productRef && row.variantRef === ref);
    const like = (named: "sku" | "gtin", code: string | undefined) => {
      const row = code === undefined ? undefined : own(code);
      return row && { product: identity(row), isAnother: row[named] !== undefined && row[named] !== code };
    };
    const exact = own(variantRef);
    const [likeSku, likeGtin] = [like("sku", sku), like("gtin", gtin)];
    return {
      ...(exact ? { exact: identity(exact) } : {}),
      byRef: productRef === undefined ? where((row) => row.variantRef === variantRef) : [],
      bySku: sku === undefined ? [] : where((row) => row.sku === sku),
      byGtin: gtin === undefined ? [] : where((row) => row.gtin === gtin),
      ...(likeSku ? { likeSku } : {}),
      ...(likeGtin ? { likeGtin } : {}),
    };
  }

  /** Wishes that are fulfilled in the end. */
  get bought(): string[] {
    return this.#partition
      .all("item", this.#wishlistId)
      .map(({ value }) => value)
      .filter(({ purchased }) => purchased)
      .map(({ product }) => `${product.productRef ?? ""} ${product.selectedVariantRef ?? ""}`);
  }
}

function boughtIn(line: Omit<OrderLine, "lineRef" | "quantity">, arrivals: readonly Arrival[]): string[] {
  const world = new World(line);
  for (const arrival of arrivals) world.arrive(arrival);
  // The time of the order is after all other arrivals.
  world.match();
  return world.bought;
}

/** The same without that time: only the catalogue causes another match. */
function boughtOnceTold(
  line: Omit<OrderLine, "lineRef" | "quantity">,
  arrivals: readonly Arrival[],
): string[] {
  const world = new World(line);
  for (const arrival of arrivals) world.arrive(arrival);
  return world.bought;
}

const shirt = (more: Partial<Row> = {}): Row => ({ productRef: "shirt", variantRef: "S", ...more });
const trousers = (more: Partial<Row> = {}): Row => ({ productRef: "trousers", variantRef: "S", ...more });

describe("a line of an order", () => {
  const wishForShirt: Arrival = { wish: shirt() };
  const cases: [string, Omit<OrderLine, "lineRef" | "quantity">, Row[], boolean][] = [
    ["the pair", { productRef: "shirt", variantRef: "S" }, [], true],
    ["another product's pair", { productRef: "trousers", variantRef: "S" }, [shirt()], false],
    [
      "another product's pair, which is known too",
      { productRef: "trousers", variantRef: "S" },
      [shirt(), trousers()],
      false,
    ],
    ["an sku that is another product's reference", { productRef: "trousers", sku: "S" }, [shirt()], false],
    ["an sku alone that is a product's reference", { sku: "S" }, [shirt()], false],
    ["its sku", { sku: "x" }, [shirt({ sku: "x" })], true],
    ["its product and sku", { productRef: "shirt", sku: "x" }, [shirt({ sku: "x" })], true],
    ["its product, and the reference as sku", { productRef: "shirt", sku: "S" }, [], true],
    [
      "the reference as sku, which is another variant's",
      { productRef: "shirt", sku: "S" },
      [shirt(), { productRef: "shirt", variantRef: "M", sku: "S" }],
      false,
    ],
    ["its reference alone", { variantRef: "S" }, [shirt()], true],
    ["a reference that several products have", { variantRef: "S" }, [shirt(), trousers()], false],
    [
      "such a reference and its gtin",
      { variantRef: "S", gtin: "4" },
      [shirt({ gtin: "4" }), trousers()],
      true,
    ],
    [
      "an unknown pair and its sku",
      { productRef: "17", variantRef: "4", sku: "x" },
      [shirt({ sku: "x" })],
      true,
    ],
    [
      "a known pair and another's sku",
      { productRef: "trousers", variantRef: "S", sku: "x" },
      [shirt({ sku: "x" }), trousers()],
      false,
    ],
  ];
  for (const [named, line, rows, isBought] of cases) {
    it(`${isBought ? "fulfils" : "does not fulfil"} a wish by ${named}, in any order of arrival`, () => {
      const arrivals: Arrival[] = [wishForShirt, { order: true }, ...rows.map((row) => ({ row }))];
      fc.assert(
        fc.property(fc.shuffledSubarray(arrivals, { minLength: arrivals.length }), (shuffled) => {
          assert.deepEqual(boughtIn(line, shuffled), isBought ? ["shirt S"] : []);
        }),
        { numRuns: 20 },
      );
    });
  }

  const doubled: [string, Omit<OrderLine, "lineRef" | "quantity">, Row[], string[]][] = [
    [
      "of another product, which takes its sku",
      { sku: "x" },
      [trousers({ sku: "x" }), shirt({ sku: "x" })],
      ["shirt S"],
    ],
    [
      "of another variant of its product, which gets its sku",
      { productRef: "shirt", sku: "x" },
      [{ productRef: "shirt", variantRef: "M", sku: "x" }, shirt({ sku: "x" })],
      ["shirt S"],
    ],
    [
      "of its own product, which gets the sku of another",
      { productRef: "trousers", sku: "x" },
      [shirt({ sku: "x" }), trousers({ sku: "x" })],
      [],
    ],
  ];
  for (const [named, line, rows, bought] of doubled) {
    it(`finds the wish ${named}, also after a first match`, () => {
      for (let place = 0; place <= rows.length; place++) {
        const arrivals: Arrival[] = rows.map((row) => ({ row }));
        assert.deepEqual(
          boughtOnceTold(line, [wishForShirt, ...arrivals.toSpliced(place, 0, { order: true })]),
          bought,
        );
      }
    });
  }

  it("fulfils the same wishes before, during and after a catalogue whose products share codes", () => {
    const product = fc.constantFrom("shirt", "trousers", "hat");
    const code = fc.option(fc.constantFrom("x", "y"), { nil: undefined });
    const variant = fc.constantFrom("S", "M");
    const row = fc.record({ productRef: product, variantRef: variant, sku: code, gtin: code });
    const productRef = fc.option(product, { nil: undefined });
    // A line that names its variant has no code that is another variant's name.
    const plain = fc.option(fc.constantFrom("x", "y"), { nil: undefined });
    const line = fc.oneof(
      fc.record({ productRef, sku: code, gtin: code }),
      fc.record({ productRef: product, variantRef: variant, sku: plain, gtin: plain }),
    );
    const wishes = fc.uniqueArray(fc.record({ productRef: product, variantRef: variant }), {
      minLength: 1,
      maxLength: 4,
      selector: ({ productRef, variantRef }) => productRef + variantRef,
    });
    const rows = fc.uniqueArray(row, {
      maxLength: 4,
      selector: ({ productRef, variantRef }) => productRef + variantRef,
    });
    fc.assert(
      fc.property(wishes, rows, line, (wished, catalogue, named) => {
        const arrivals: Arrival[] = catalogue.map((each) => ({ row: each as Row }));
        const outcomes = [...arrivals, undefined].map((_, place) =>
          boughtOnceTold(named as Omit<OrderLine, "lineRef" | "quantity">, [
            ...wished.map((wish) => ({ wish })),
            ...arrivals.toSpliced(place, 0, { order: true }),
          ]),
        );
        for (const outcome of outcomes) assert.deepEqual(outcome, outcomes.at(-1));
      }),
      { numRuns: 300 },
    );
  });

  it("fulfils the same wishes in any order of wish, order and catalogue", () => {
    const name = fc.constantFrom("S", "M", "x");
    const product = fc.constantFrom("shirt", "trousers");
    const code = fc.option(name, { nil: undefined });
    // Each product has a code of its own; a shared code means the first product in the catalogue.
    const row = fc.record({ productRef: product, variantRef: fc.constantFrom("S", "M"), sku: code });
    const rows = fc
      .uniqueArray(row, { maxLength: 4, selector: ({ productRef, variantRef }) => productRef + variantRef })
      .filter((all) => {
        const skus = all.flatMap(({ sku }) => sku ?? []);
        return new Set(skus).size === skus.length;
      });
    const line = fc.record({
      productRef: fc.option(product, { nil: undefined }),
      variantRef: fc.option(fc.constantFrom("S", "M"), { nil: undefined }),
      sku: code,
    });
    const world = fc.record({ rows, line, wish: fc.record({ productRef: product, variantRef: name }) });
    const story = world.chain(({ rows: all, line: named, wish }) => {
      const arrivals: Arrival[] = [{ wish }, { order: true }, ...all.map((each) => ({ row: each as Row }))];
      const shuffled = fc.shuffledSubarray(arrivals, { minLength: arrivals.length });
      return fc.tuple(fc.constant(named as Omit<OrderLine, "lineRef" | "quantity">), shuffled, shuffled);
    });
    fc.assert(
      fc.property(story, ([named, one, other]) => {
        assert.deepEqual(boughtIn(named, one), boughtIn(named, other));
      }),
      { numRuns: 300 },
    );
  });
});
