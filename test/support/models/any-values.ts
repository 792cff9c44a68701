import fc from "fast-check";

export const storeKey = "t/s";
const slotOf = (kind: string, number: number) => {
  const key = `${kind}${number}`.padEnd(16, "0");
  return { storeKey, slot: `${storeKey}:${key}`, key };
};

/** Mostly the first value, so that commands meet; the others make sure that they do not all meet. */
const mostly = <const T>(first: T, ...others: T[]): fc.Arbitrary<T> =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constant(first) },
    { weight: 1, arbitrary: fc.constantFrom(...others) },
  );

const two = fc.nat(1);
export const customerAt = (number: number) => slotOf("c", number);
export const firstCustomer = customerAt(0);
export const customer = two.map(customerAt);
/** The slot of a guest, which no customer has. */
export const guestSlot = slotOf("g", 0);
export const product = two.map((number) => slotOf("p", number));
export const order = two.map((number) => slotOf("r", number));
/** Places of wishlists, and the place of a wishlist that items are moved to. */
export const index = mostly(0, 1, 2, 3);
export const otherIndex = mostly(1, 0, 2, 3);
/** Numbers of items, and of claims. */
export const number = mostly(1, 2, 3, 4, 5);
export const option = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
export const clearable = <T>(value: fc.Arbitrary<T>) =>
  fc.option(fc.option(value), { nil: undefined, freq: 2 });
export const name = fc.constantFrom("a", "b");
export const time = fc.constantFrom("2023-01-01T00:00:00.000Z", "2030-01-01T00:00:00.000Z");

const references = { productRef: fc.constant("p"), selectedVariantRef: mostly("a", "b") };
/** Identities that name the same variants in several ways, as with a catalogue that loses and gets products. */
export const identity = fc.oneof(
  { weight: 2, arbitrary: fc.record(references) },
  {
    weight: 1,
    arbitrary: fc.record(
      { productId: name, selectedVariantId: name, ...references },
      { requiredKeys: ["productRef", "selectedVariantRef"] },
    ),
  },
);
const flags = {
  notifyMe: mostly(true, false),
  prerelease: mostly(true, false),
  disableNotification: mostly(false, true),
  purchasedAndRemoved: fc.boolean(),
};
const units = fc.integer({ min: 1, max: 3 });
export const item = fc.record(
  { product: identity, wishlistItemRef: fc.option(name), quantity: units, locationRef: name, ...flags },
  { requiredKeys: ["product", "notifyMe", "prerelease"] },
);
/** Changes of an item that leave its variant and its reference. */
export const itemChanges = fc.record(
  { quantity: fc.option(units), locationRef: fc.option(name), note: fc.option(name), ...flags },
  { requiredKeys: [] },
);
export const contact = {
  accepts_marketing: fc.boolean(),
  marketing_opt_in_level: fc.constantFrom("single_opt_in" as const, "unknown" as const, null),
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
    units,
    revenue: fc.constant({ amount: "1.50", currency: "EUR" }),
    candidates: fc.array(fc.record({ rule: fc.constant("rule"), product: identity }), { maxLength: 2 }),
  },
  { requiredKeys: ["lineRef", "isUndone", "units", "candidates"] },
);
/** Maximum number of wishlists of a customer. */
export const most = mostly(1000, 1, 2);
export const productFields = fc.record(
  {
    prerelease: fc.boolean(),
    status: mostly("active" as const, "draft", "archived"),
    publishedTime: fc.option(time),
    updatedTime: fc.constantFrom("2023-01-01T00:00:00.000Z", "2024-01-01T00:00:00.000Z"),
  },
  { requiredKeys: [] },
);
export const orderLine = fc.record({ quantity: fc.nat(3), refundedQuantity: fc.nat(2) });
/** Times of refunds: some are before the order. */
export const amendedTime = mostly("2030-01-02T00:00:00.000Z", "2020-01-02T00:00:00.000Z");
export const alert = {
  alert: mostly("back_in_stock", "register_interest", "price_drop", "low_stock"),
  variant: identity,
  cycle: mostly(1, 0),
  hasReleases: fc.boolean(),
};
export const wishes = fc.array(fc.tuple(index, number), { minLength: 1, maxLength: 3 });
/** Names of alerts: mostly of the one that is raised most often. */
export const alertNames = fc.uniqueArray(
  mostly("back_in_stock 1 w1:pa", "low_stock 1 w1:pa", "register_interest 1 w1:pa", "back_in_stock 1 a"),
  { minLength: 1, maxLength: 2 },
);
export const mailStatus = mostly("failed", "sent", "suppressed");

/** Items to move: mostly one that often exists. */
export const mostlyFirst: fc.Arbitrary<(string | number)[]> = fc.oneof(
  { weight: 3, arbitrary: fc.constant(1).map((first) => [first]) },
  { weight: 1, arbitrary: fc.array(fc.oneof(number, name), { minLength: 1, maxLength: 3 }) },
);
