import { type Mutant, of } from "./mutant.ts";

/** How the actors place, move and drop what they keep, and how commands reach them. */
export const ACTOR_MUTANTS: Mutant[] = [
  ...of("src/actors/wishlist/state/removed-items.ts", ["test/actors/wishlist/removed-items.test.ts"], {
    "removed items: restored ones are dropped": [
      "const item = draft.current(removedStateKey(wishlistId, number), loaded);",
      "const item = loaded;",
    ],
    "removed items: a batch drops the same ones twice": ["draft.put(excess, null);", ""],
    "removed items: purchased ones are dropped like others": [
      "Number(a.purchased) - Number(b.purchased) || ",
      "",
    ],
  }),
  ...of("src/actors/catalogue/product.ts", ["test/actors/runtime/cancelled-products.test.ts"], {
    "catalogue: each attempt to create a product takes a place": [
      "holder: productHolder(productId)",
      "holder: productId",
    ],
  }),
  ...of("src/actors/runtime/batch/batch-claims.ts", ["test/actors/runtime/batch-claims.test.ts"], {
    "claims: one that is made again is released": [
      "if (claim && !isShared(claim)) this.#unused",
      "if (claim) this.#unused",
    ],
    "claims: one that could not be released early is forgotten": [
      "this.#early = this.#unused.length;",
      "this.#unused.splice(0);",
      ["test/actors/runtime/replay.test.ts"],
    ],
  }),
  ...of("src/actors/runtime/batch/partition-batch.ts", ["test/actors/runtime/replay.test.ts"], {
    "batches: a later command gets a reference that is known later for an earlier one": [
      "!this.#claims.holdersOf(taken).some(isLater)",
      "true",
    ],
    "batches: a claim that another command has loaded is not tried again": [
      "this.#claims.areFreed(taken, this.releases)",
      "false",
    ],
  }),
  ...of("src/actors/state/full-ledgers.ts", ["test/actors/state/full-ledgers.test.ts"], {
    "ledgers: the first price drop is dropped like others": ["Number(a.isLast) - Number(b.isLast) || ", ""],
    "ledgers: orders that bought a wish are dropped": [" || Object.keys(purchase.lines).length > 0", ""],
  }),
  ...of("src/actors/wishlist/state/answers.ts", ["test/http/retries/many-answers.test.ts"], {
    "answers: only the oldest are erased": [">= ANSWERS_READ", "> ANSWERS_READ"],
    "answers: erased ones are read again": [
      'draft.put({ kind: "answerIndex", id, field: digest }, null);',
      "",
    ],
  }),
  ...of("src/actors/runtime/dispatcher.ts", ["test/actors/runtime/request-sends.test.ts"], {
    "durability: a request waits for what was sent for others": [
      "unwatched(() => void this.#flush())",
      "void this.#flush()",
    ],
    "outcomes: a command that was applied is no effect": ["watcher.onApplied?.()", "undefined"],
    "outcomes: a command whose append was not answered counts as not sent": [
      "else if (!wasNeverSent(cause) && !wasRefused(cause)) {",
      "else if (cause === undefined) {",
      ["test/actors/runtime/dispatcher.test.ts", "test/actors/runtime/lost-appends.test.ts"],
    ],
  }),
  ...of("src/actors/runtime/unanswered.ts", ["test/actors/runtime/dispatcher.test.ts"], {
    "outcomes: an unknown one counts as not applied": [
      'Unavailable("it is unknown whether the write was applied", { isUnknown: true })',
      'Unavailable("it is unknown whether the write was applied")',
    ],
    "outcomes: a command is called cancelled and is not": [
      "outcome = await this.#cancel(requestId, pending);",
      'outcome = await Promise.resolve("cancelled" as const);',
    ],
  }),
  ...of("src/actors/wishlist/items/move-items.ts", ["test/actors/wishlist/move-items.test.ts"], {
    "moves: an item stays where it was, too": [
      "if (!isCopy) takeOff(draft, command, choice, placed.item.id, context);",
      "",
    ],
    "moves: a copy takes the place of the item": ["if (!isCopy) takeOff(draft", "takeOff(draft"],
  }),
  ...of("src/actors/wishlist/items/place-item.ts", ["test/actors/wishlist/move-items.test.ts"], {
    "moves: an item names its former list": ["{ wishlistRef: _, ...from }: ItemRecord", "from: ItemRecord"],
  }),
  ...of("src/actors/wishlist/list/update-wishlist.ts", ["test/actors/wishlist/changed-reference.test.ts"], {
    "references: items keep the former one of their list": ["{ hasFormerRefs: true }", "{}"],
    "references: a restored item has a former one of its list": ["meta.lastNumber > 0", "meta.count > 0"],
  }),
  ...of("src/actors/state/draft.ts", ["test/actors/state/items-of-lists.test.ts"], {
    "references: an item depends on what its batch has loaded": [
      "if (meta === undefined) return undefined;",
      "if (meta === undefined) return item;",
    ],
  }),
  ...of("src/actors/record-size.ts", ["test/actors/wishlist/changed-reference.test.ts"], {
    "sizes: a longer reference of its list stops the changes of an item": [
      'kind !== "item" || !("wishlistRef" in record)',
      "kind !== undefined",
    ],
  }),
  ...of("src/actors/record-size.ts", ["test/actors/record-size.test.ts"], {
    "sizes: a flag of a record at its limit cannot be reset": ['typeof value !== "boolean" && ', ""],
    "sizes: a consent of a record at its limit cannot be withdrawn": [
      '  "accepts_marketing_updated_at",\n',
      "",
    ],
  }),
  ...of("src/store/records/served-item.ts", ["test/store/records/served-item.test.ts"], {
    "references: a removed item has a later one of its list": ['"deletedTime" in stored || ', ""],
  }),
  ...of("src/store/records/wishlist-meta.ts", ["test/store/records/served-item.test.ts"], {
    "references: the next write of a list forgets that its items have former ones": [
      "hasFormerRefs ? 2 : 0",
      "0",
    ],
  }),
  ...of("src/actors/report/record-counters.ts", ["test/actors/report/report-counters.test.ts"], {
    "counters: a claimed wishlist is counted on the day of the guest": [
      "new Date(timeOf(id)).toISOString()",
      "record.createdTime",
    ],
    "counters: what a claim has hidden is counted": ["isHidden ? [] : stored.items", "stored.items"],
  }),
  ...of("src/actors/wishlist/list/erase-items.ts", ["test/actors/wishlist/large-list.test.ts"], {
    "deletion: a reference leads to an item that has lost it": [
      "draft.put(itemIndexStateKey(wishlistId, itemRefTerm(item.wishlistItemRef)), null);",
      ";",
    ],
    "deletion: removed items keep their notes": ["makeRemovedAnonymous(draft, wishlistId, formerly);", ""],
    "deletion: large items are loaded all at once": [
      "meta.lastNumber > MAX_UNCHECKED",
      "meta.lastNumber > 2000",
    ],
    "deletion: a page changes without its version": [
      "draft.put(metaStateKey(id), { ...meta, version });",
      "",
    ],
  }),
  ...of("src/store/records/far-ahead.ts", ["test/actors/future-times.test.ts"], {
    "times: one in the far future is accepted": ["> MAX_AHEAD_MS", "> Number.MAX_VALUE"],
  }),
  ...of("src/actors/catalogue/availability.ts", ["test/actors/future-times.test.ts"], {
    "stock: a stored time in the far future outdates later rows": [
      "updatedTime !== undefined && isFarAhead(updatedTime, now)",
      "updatedTime !== undefined && !now",
    ],
  }),
  ...of("src/actors/catalogue/availability.ts", ["test/ingest/shopify-untracked.test.ts"], {
    "stock: a number of a product ends stock that is not tracked": ["total?.mayBeUncounted &&", "!total &&"],
    "stock: one location without a count hides the counts of others": [
      "mayBeUncounted && rows.every(",
      "mayBeUncounted && rows.some(",
    ],
  }),
  ...of("src/ingest/read/products.ts", ["test/ingest/shopify-untracked.test.ts"], {
    "stock: a product of Shopify never says that its stock is tracked": [
      "isTheirs && !saysWhatIsCounted(fields)",
      "isTheirs",
    ],
  }),
  ...of("src/actors/catalogue/product-variants.ts", ["test/ingest/catalogue-rows.test.ts"], {
    "catalogue: a variant that a whole product lacks stays in stock": [
      "command.isWhole ? withdrawn(before, rowTimeOf(run)) : before",
      "before",
    ],
  }),
  ...of("src/actors/catalogue/product-version.ts", ["test/http/retailer/products.test.ts"], {
    "catalogue: null does not clear a field of every product": [
      "sent === null ? initial : (sent ?? known)",
      "sent ?? known",
    ],
  }),
  ...of("src/actors/catalogue/product-version.ts", ["test/ingest/catalogue-rows.test.ts"], {
    "catalogue: a row of a file replaces a newer one": [
      "arrivedTime: command.arrivedTime",
      "arrivedTime: undefined",
    ],
    "catalogue: a row without a time has no age": [
      "arrivedTime: fields.updatedTime ? undefined : rowTimeOf({ command, context })",
      "arrivedTime: undefined",
    ],
  }),
  ...of("src/actors/runtime/batch/run-batches.ts", ["test/actors/runtime/cancelled-others.test.ts"], {
    "batches: a cancelled command is committed as it was decided": [
      "!cancelled.has(commandId(envelope))",
      "cancelled.size >= 0",
    ],
    "batches: one that is committed again does not know the cancellation": [
      "batch.start.cancelled = cancelled;",
      "",
    ],
  }),
  ...of("src/actors/runtime/worker/partition-leases.ts", ["test/actors/runtime/silent-workers.test.ts"], {
    "leases: a worker that was silent itself takes those of the others": ["isWatching && (isDead", "(isDead"],
  }),
  ...of("src/actors/runtime/worker/partition-worker.ts", ["test/actors/runtime/partition-worker.test.ts"], {
    "worker: nothing is read behind postponed commands": [
      "if (postponed.length >= BATCH_LENGTH) continue;",
      "if (postponed.length > 0) continue;",
    ],
  }),
  ...of("src/actors/wishlist/list/erase-excess.ts", ["test/actors/state/full-ledgers.test.ts"], {
    "alerts: some of very many still name the wishes of a deleted wishlist": [
      "unlinkExcessAlerts(draft, slot, id)",
      "id === slot",
    ],
  }),
  ...of("src/actors/customer/delete-customer.ts", ["test/actors/state/full-ledgers.test.ts"], {
    "alerts: some of very many outlive their customer": [
      "forgetExcessAlerts(draft, command, context) || ",
      "",
    ],
  }),
  ...of("src/store/partition/state/scan-ledger.ts", ["test/store/partition/found-alerts.test.ts"], {
    "alerts: only the oldest follow a moved wish": ["a.id > b.id ? -1 : 1", "a.id < b.id ? -1 : 1"],
  }),
];
