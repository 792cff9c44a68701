import fc from "fast-check";

export const storeKey = "t/s";
const slotOf = (kind: string, number: number) => {
  const key = `${kind}${number}`.padEnd(16, "0");
  return { storeKey, slot: `${storeKey}:${key}`, key };
};

const two = fc.nat(1);
export const firstCustomer = slotOf("c", 0);
export const customer = two.map((number) => slotOf("c", number));
/** The slot of a guest, which no customer has. */
export const guestSlot = slotOf("g", 0);
export const product = two.map((number) => slotOf("p", number));
export const order = two.map((number) => slotOf("r", number));
export const index = fc.nat(3);
export const number = fc.integer({ min: 1, max: 5 });
export const option = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
export const clearable = <T>(value: fc.Arbitrary<T>) =>
  fc.option(fc.option(value), { nil: undefined, freq: 2 });
export const name = fc.constantFrom("a", "b");
export const time = fc.constantFrom("2023-01-01T00:00:00.000Z", "2030-01-01T00:00:00.000Z");

/** Identities that name the same variants in several ways, as with a catalogue that loses and gets products. */
export const identity = fc.record(
  {
    productId: name,
    selectedVariantId: name,
    productRef: fc.constant("p"),
    selectedVariantRef: name,
  },
  { requiredKeys: ["productRef", "selectedVariantRef"] },
);
export const item = fc.record(
  { product: identity, wishlistItemRef: fc.option(name), notifyMe: fc.boolean(), prerelease: fc.boolean() },
  { requiredKeys: ["product"] },
);
export const contact = {
  email: clearable(fc.constantFrom("ann@example.com", "Bob@example.com")),
  phone: clearable(fc.constantFrom("+1", "+2")),
};
export const thresholds = { threshold: 1, lowStockThreshold: 1 };
export const variant = fc.record(
  {
    variantRef: name,
    sku: fc.option(name),
    gtin: fc.option(name),
    price: fc.constantFrom("1", "2"),
    available: fc.option(fc.nat(2)),
  },
  { requiredKeys: ["variantRef"] },
);
export const line = fc.record(
  {
    lineRef: name,
    isUndone: fc.boolean(),
    units: fc.constant(1),
    revenue: fc.constant({ amount: "1.50", currency: "EUR" }),
    candidates: fc.array(fc.record({ rule: fc.constant("rule"), product: identity }), { maxLength: 2 }),
  },
  { requiredKeys: ["lineRef", "isUndone", "units", "candidates"] },
);
export const alert = {
  alert: fc.constantFrom("back_in_stock", "register_interest", "price_drop", "low_stock"),
  variant: identity,
  cycle: fc.nat(1),
  hasReleases: fc.boolean(),
};
export const wishes = fc.array(fc.tuple(index, number), { maxLength: 3 });
export const alertNames = fc.array(fc.constantFrom("back_in_stock 1 a", "low_stock 0 w1:pa"), {
  maxLength: 2,
});

/** Items to move: mostly one that often exists. */
export const mostlyFirst: fc.Arbitrary<(string | number)[]> = fc.oneof(
  { weight: 3, arbitrary: fc.constant(1).map((first) => [first]) },
  { weight: 1, arbitrary: fc.array(fc.oneof(number, name), { minLength: 1, maxLength: 3 }) },
);
