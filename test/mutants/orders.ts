import { type Mutant, of } from "./mutant.ts";

const WIDESPREAD = "test/store/read/widespread-names.test.ts";

/** Orders, and the wishes that they buy. */
export const ORDER_MUTANTS: Mutant[] = [
  ...of("src/actors/order/buyer-names.ts", ["test/actors/order/order-versions.test.ts"], {
    "orders: a former buyer is kept again with each version": ["isSameJson(known, names)", "known === names"],
  }),
  ...of("src/actors/order/bought-variant.ts", [WIDESPREAD], {
    "orders: a code of more products than are listed means these": [
      "(hasMore && ofProduct.length === 0)",
      "false",
    ],
    "orders: a reference of more products than are listed means the only one that is found": [
      'known.byRef.length === 1 && !isIncomplete(known, "byRef")',
      "known.byRef.length === 1",
    ],
  }),
  ...of("src/jobs/orders/line-variants.ts", [WIDESPREAD], {
    "orders: the line's product is sought among the listed ones only": ["hasMore && own ?", "false && own ?"],
  }),
  ...of("src/ingest/variant-finder.ts", [WIDESPREAD], {
    "stock: a name of more products than are listed means the only one that is found": [
      "(hasMore && !isExact)",
      "false",
    ],
    "stock: a name of more products than are listed hides the row's other names": [
      "if (i !== undefined) complete[i] = list;",
      "",
    ],
  }),
  ...of("src/jobs/maintenance/complete-lists.ts", ["test/jobs/complete-lists.test.ts"], {
    "orders: a complete list matches no waiting orders": ["    await matchForNames(deps, batch);\n", ""],
  }),
  ...of("src/actors/order/mark-wish.ts", ["test/actors/order/released-wishes.test.ts"], {
    "orders: a wish that was made again is given back too": [
      "variantTerms(kept.product).some(isUsed)",
      "false",
    ],
    "orders: a reference that another item has got is given back too": [
      "wishlistItemRef !== undefined && isUsed(itemRefTerm(wishlistItemRef));",
      "false;",
    ],
    "orders: a wish that was bought keeps its reference": [
      "    releaseRef(draft, command.storeKey, item);\n",
      "",
    ],
  }),
  ...of("src/actors/order/put-order.ts", ["test/actors/order/order-versions.test.ts"], {
    "orders: an older version replaces a newer one": [
      "isOlderVersion({ updatedTime, arrivedTime }, timesOf(known), now)",
      "!now",
    ],
    "orders: a version of a file replaces a newer one": [
      "isOlderVersion({ updatedTime, arrivedTime }",
      "isOlderVersion({ updatedTime }",
    ],
    "orders: a version without a time has no age": [
      "sent.updatedTime === undefined && next.updatedTime ? receivedTime : undefined",
      "undefined",
    ],
    "orders: one without a time from an earlier version has no age": [
      "updatedTime === undefined ? receivedTime : undefined",
      "undefined",
    ],
    "orders: one of the past is matched again later": ["aheadMs > 0 && ", ""],
    "orders: a newer version drops the refunds that were counted": [
      "refundsAfter(before?.refundIds, refundIds)",
      "refundIds",
    ],
    "orders: a test names its buyer": [
      "before?.forgotten === true || order.test",
      "before?.forgotten === true",
    ],
  }),
  ...of("src/actors/order/note-matches.ts", ["test/actors/order/order-versions.test.ts"], {
    "orders: matches of an older revision are recorded": ["order?.revision !== revision", "!order"],
  }),
  ...of("src/actors/order/renamed-line.ts", ["test/actors/order/renamed-line.test.ts"], {
    "orders: the same reference in another product is the same variant": [
      ' || (shared === "variantRef" && differs(before, now, "productRef"))',
      "",
    ],
  }),
  ...of("src/jobs/orders/match-orders.ts", ["test/actors/privacy/erasure-model.test.ts"], {
    "orders: waiting names of an earlier attempt are forgotten": [
      "while (!isMatched) isMatched = await this.#attempt();",
      "while (!isMatched) {\n      this.#entered.clear();\n      isMatched = await this.#attempt();\n    }",
    ],
  }),
  ...of("src/jobs/orders/match-orders.ts", ["test/jobs/orders/reached-customers.test.ts"], {
    "orders: customers of an earlier attempt keep their purchases": [
      "while (!isMatched) isMatched = await this.#attempt();",
      "while (!isMatched) {\n      this.#reached.length = 0;\n      isMatched = await this.#attempt();\n    }",
    ],
  }),
  ...of("src/actors/order/match-order.ts", ["test/actors/order/released-units.test.ts"], {
    "orders: units that a line releases are lost to the lines after it": [
      "if (mayChangePurchase(known, line)) search?.reset();",
      "",
    ],
  }),
  ...of("src/actors/order/match-order.ts", ["test/jobs/orders/offered-wishes.test.ts"], {
    "orders: a released wish is not offered": ["if (!isErased) offerWishes(", "if (isErased) offerWishes("],
  }),
  ...of("src/actors/order/affected-lines.ts", ["test/jobs/orders/order-stories.test.ts"], {
    "orders: a line that names another variant keeps its wish": ["renamedIn > revision", "renamedIn < 0"],
  }),
  ...of("src/actors/order/match-order.ts", ["test/jobs/orders/killed-matches.test.ts"], {
    "orders: a match whose process has died is not completed": [
      "linesBefore).length === 0) emitMade(",
      "linesBefore).length < 0) emitMade(",
    ],
  }),
  ...of("src/actors/wishlist/items/quantity.ts", ["test/jobs/orders/offered-wishes.test.ts"], {
    "orders: units that are added to a bought wish are not offered": [
      "openUnits(after) > openUnits(before)",
      "openUnits(after) < 0",
    ],
  }),
  ...of("src/actors/wishlist/items/quantity.ts", ["test/actors/wishlist/quantities.test.ts"], {
    "orders: a change of the quantity is the time of the purchase": [
      "item.purchasedDate ?? item.lastPurchaseDate ?? time",
      "time",
    ],
  }),
  ...of("src/http/lists/records.ts", ["test/http/retailer/changed-orders.test.ts"], {
    "orders: a list of changed orders lacks those that found their wishes later": [
      "isRecent(filter, Date.parse(modifiedTimeOf(order))) ? presentOrder",
      "isRecent(filter, Date.parse(order.receivedTime)) ? presentOrder",
    ],
  }),
  ...of("src/actors/order/put-order.ts", ["test/actors/record-size.test.ts"], {
    "orders: the matches of an order count for its size": [
      'refuseOversized("order", next, before && sentFieldsOf(before))',
      'refuseOversized("order", record, before)',
    ],
  }),
  ...of("src/actors/order/amend-order.ts", ["test/actors/order/order-versions.test.ts"], {
    "orders: a refund after a later one is not counted": ["(versionTime ?? updatedTime)", "updatedTime"],
    "orders: a refund replaces the age of a version without a time": ["      arrivedTime,\n", ""],
  }),
  ...of("src/store/partition/state/scan-hash.ts", ["test/store/partition/found-purchases.test.ts"], {
    "orders: only the first page of a customer's orders is read": ['cursor !== "0" && ', 'cursor === "" && '],
  }),
  ...of("src/jobs/orders/offered-wishes.ts", ["test/jobs/orders/offered-variants.test.ts"], {
    "orders: a released wish is offered to all orders": ["open.length === 0 || !offered", "offered"],
  }),
  ...of("src/actors/order/mark-wish.ts", ["test/http/retailer/orders.test.ts"], {
    "orders: a cancelled order leaves its time in the wish": [
      "const time = timesWithout(run, line).sort().at(-1);",
      "const time = timesWithout(run, line).at(-1) && undefined;",
    ],
  }),
  ...of("src/actors/order/put-order.ts", ["test/http/retailer/csv-feeds.test.ts"], {
    "orders: an export replaces a webhook of the same second": [
      "return shareNoLine(sent, known);",
      "return false;",
    ],
  }),
];
