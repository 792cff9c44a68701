import { type Mutant, of } from "./mutant.ts";

/** Permissions, limits, and addresses of receivers. */
const VARIANT_NAMES = "test/http/wishlists/variant-names.test.ts";

export const HTTP_MUTANTS: Mutant[] = [
  ...of("src/http/middleware/endpoint.ts", ["test/http/limits/request-slots.test.ts"], {
    "slots: a request whose client has gone is carried out": [
      "if (ctx.req.socket.destroyed) throw clientGone();",
      "",
    ],
  }),
  ...of("src/http/middleware/body/deadline.ts", ["test/http/limits/slow-bodies.test.ts"], {
    "bodies: the time limit also runs while a request waits": ['req.once("resume", start)', "start(), req"],
  }),
  ...of("src/http/route-index.ts", ["test/http/document/methods.test.ts"], {
    "routes: a path with an id of the service has the word of another path": ["firm.length > 0", "false"],
  }),
  ...of("src/http/middleware/sender-network.ts", ["test/http/access/sender-network.test.ts"], {
    "limits: each IPv6 address counts for itself": ["parsed.parts.slice(0, NETWORK_GROUPS)", "parsed.parts"],
  }),
  ...of("src/http/middleware/check-query.ts", ["test/http/retailer/lists.test.ts"], {
    "query: a handler gets parameters of other routes": [
      ".filter(([name]) => Object.hasOwn(parameters, name))",
      "",
    ],
    "query: a page for people uses a parameter that cannot be decoded": [
      "known.every(isDecodable) && isValid(query)",
      "isValid(query)",
      ["test/http/wishlists/decorated-links.test.ts"],
    ],
  }),
  ...of("src/ingest/read/customers.ts", ["test/http/retailer/shopify-customers.test.ts"], {
    "shopify: a customer with a taken e-mail address is not written": ["!DISPENSABLE.includes(path)", "true"],
    "shopify: a customer with an invalid member is not written": [
      "validate, body, DISPENSABLE",
      "validate, body, []",
    ],
    "shopify: a consent outlives its e-mail address": ["consent === null &&", "!consent && false &&"],
    "shopify: a missing consent withdraws": ["&& customer.email === null", ""],
  }),
  ...of("src/http/overload/request-slots.ts", ["test/http/limits/request-slots.test.ts"], {
    "slots: a tenant has any number": ["current.open + previous.open < MAX_OPEN", "true"],
    "slots: requests that take long count forever": [
      "if (now < slots.endsAt) return;",
      "if (now >= 0) return;",
    ],
    "slots: an old timer deletes those of the next requests": ["clearTimeout(slots.timer);", ""],
    "slots: a new request overtakes waiting ones": [
      "slots.waiting.length === 0 && hasRoom(slots)",
      "hasRoom(slots)",
    ],
  }),
  ...of("src/ingest/sent-names.ts", ["test/ingest/sent-names.test.ts"], {
    "rows: the errors of a platform's row have the service's names": [
      "if (sent === undefined) continue;",
      "if (sent === undefined || length > 2) continue;",
    ],
  }),
  ...of("src/http/middleware/body/read-body.ts", ["test/http/attacks/bodies.test.ts"], {
    "bodies: they may be of any size": ["textLimit: limit,", 'textLimit: "1gb",'],
    "bodies: a compressed one is read as it is": ['encoding.toLowerCase() !== "identity"', "false"],
    "bodies: any media type is read": ["mediaTypeOf(ctx) !== mediaType", "false"],
    "bodies: bytes that are no UTF-8 are read": ["!isUtf8(bytes)", "false"],
  }),
  ...of("src/ingest/named-customer.ts", ["test/http/customers/recreated-customers.test.ts"], {
    "customers: the id of a deleted one finds its successor": [
      "!record || !isNamedCustomer({ record, former: null }, { customerId, customerRef })",
      "!record",
    ],
  }),
  ...of("src/actors/privacy/personal-data.ts", ["test/http/customers/recreated-customers.test.ts"], {
    "privacy: the id of a deleted customer names its successor": [
      "record && !isNamedCustomer({ record, former: null }, name) ? undefined : address",
      "address",
    ],
  }),
  ...of("src/actors/privacy/personal-data.ts", ["test/http/customers/interrupted-erasure.test.ts"], {
    "privacy: a repeated erasure does not find what the first one found": [
      "!record || customerIds.includes(record.svc_customer_id)",
      "false",
    ],
    "privacy: the receipt of a repeated erasure counts only the rest": [
      "Math.max(erased[kind] ?? 0, count)",
      "erased[kind] ?? 0",
    ],
  }),
  ...of("src/store/read/products.ts", ["test/http/retailer/products.test.ts"], {
    "products: the id of a deleted one finds its successor": [
      "address && product?.productId === refOrId",
      "address && product",
    ],
  }),
  ...of("src/http/middleware/preconditions.ts", ["test/http/wishlists/entity-tags.test.ts"], {
    "entity tags: a write ignores If-None-Match": ['ctx.req.headers["if-none-match"] !== undefined', "false"],
    "entity tags: a weak one matches": ["isWeak ? [] : [tag]", "[tag]"],
    "entity tags: text between them is skipped": [
      "tags.length === 0 || !BETWEEN_TAGS.test",
      "tags.length === 0 && !BETWEEN_TAGS.test",
    ],
    "entity tags: a write that compares none ignores them": ["conditional === false", "false"],
    "entity tags: any version is known": ['tag === "*" || tag === version', "tag !== undefined"],
  }),
  ...of("src/store/read/wishlists.ts", ["test/http/wishlists/change-items.test.ts"], {
    "items by reference: the reference of the wishlist is ignored": [
      "wishlistRef !== undefined && meta.wishlistRef !== wishlistRef",
      "false",
    ],
  }),
  ...of("src/ingest/wishes/complete-item.ts", ["test/http/retailer/products.test.ts"], {
    "wishes: the catalogue replaces names that were sent": ["identity[name] === known[name]", "true"],
  }),
  ...of("src/ingest/wishes/complete-item.ts", [VARIANT_NAMES], {
    "wishes: the names of two variants are one wish": ["if (named || !refusal ||", "if (named || refusal ||"],
    "wishes: names of the former variant decide": ["withoutFormerNames(current, sent)", "sent"],
  }),
  ...of("src/actors/wishlist/items/add-item.ts", [VARIANT_NAMES], {
    "wishes: the same wish gets the reference of another variant": [
      'isOther("productRef") || isOther("selectedVariantRef")',
      'isOther("productRef")',
    ],
  }),
  ...of("src/http/middleware/authenticate.ts", ["test/http/access/isolation.test.ts"], {
    "tenants: a token holds for any tenant": [
      "named.every((name) => name === tenant)",
      "tenant !== undefined",
    ],
    "scopes: none is needed": [
      "if (scopes.some((one) => session.permissions.has(one))) return;",
      "if (scopes.length > 0) return;",
      ["test/http/access/token.test.ts"],
    ],
  }),
  ...of("src/http/auth/token-verifier.ts", ["test/http/access/token-verifier.test.ts"], {
    "tokens: one of an owner is not checked again": ['caller === "owner" ?', "false ?"],
    "tokens: one that is revoked holds": ['claims?.["gen"] !== tenant.generation', "!claims"],
    "tokens: that of a disabled client holds": ["!holder || holder.disabled ||", "!holder ||"],
    "tokens: one that has ended is remembered": [" && cached.until > this.#settings.now()", ""],
  }),
  ...of("src/actors/wishlist/chosen-refs.ts", ["test/http/access/shopper-isolation.test.ts"], {
    "shoppers: they choose references": ["!byShopper ||", "byShopper ||"],
    "shoppers: they cannot send back a reference": ["after === (before ?? null)", "false"],
  }),
  ...of("src/actors/wishlist/items/staff-fields.ts", ["test/http/access/shopper-isolation.test.ts"], {
    "shoppers: they speak for staff": ["(after[name] ?? false) !== (before[name] ?? false)", "!name"],
    "shoppers: what they send back as they read it is refused": [
      "(after[name] ?? false) !== (before[name] ?? false)",
      "after[name] !== before[name]",
    ],
  }),
  ...of("src/actors/privacy/person-dead-letters.ts", ["test/http/customers/privacy-dead-letters.test.ts"], {
    "erasure: a dead letter of a customer who was not created is missed": [
      "return isNamedBy(layout, names, person);",
      "return false;",
    ],
    "erasure: a dead letter that cannot be decoded stops it": [
      "if (command && isAbout",
      "if (!command || isAbout",
    ],
  }),
  ...of("src/store/records/guests.ts", ["test/http/wishlists/expired-guests.test.ts"], {
    "guests: a wishlist lapses though its last use is not recorded": [
      "days * DAY_MS + USE_NOTED_MS",
      "days * DAY_MS",
    ],
  }),
  ...of("src/http/middleware/rate-limit.ts", ["test/http/limits/tenant-limits.test.ts"], {
    "rate limit: it is not divided among processes": ["Math.ceil(limit / this.#share())", "limit"],
    "rate limit: a process of many lets nothing through": [
      "Math.max(1, Math.ceil(limit",
      "Math.max(0, Math.floor(limit",
    ],
    "rate limit: one tenant's requests count for all": ["limiter, tenant.id, policy", 'limiter, "", policy'],
    "rate limit: a tenant's own is ignored": ["tenant.rateLimit ?? this.#default", "this.#default"],
  }),
  ...of("src/http/idempotency/held-key.ts", ["test/http/retries/command-gateway.test.ts"], {
    "idempotency: a key says done before it is durable": ["(durably ? durably(run) : run())", "run()"],
  }),
  ...of("src/http/idempotency/key-claims.ts", ["test/http/retries/kept-answers.test.ts"], {
    "idempotency: a key serves another request": ["record.fingerprint !== fingerprint", "false"],
    "idempotency: a retry after the upgrade is another request": [
      "record.fingerprint !== formerFingerprint?.()",
      "true",
    ],
    "idempotency: a request that runs counts as over": [
      "this.#ageOf(record) < this.settings.runningMs",
      "false",
    ],
    "idempotency: a request from a clock that was ahead runs for ever": [
      "return seenAt - firstSeenAt;",
      "return age;",
    ],
  }),
  ...of("src/http/idempotency/key-claims.ts", ["test/http/limits/keys-budget.test.ts"], {
    "budgets: new keys are not refused": [
      "if (tenant && !isAlwaysAccepted) this.settings.budget.check(tenant);",
      "",
    ],
    "budgets: retries count as new keys": [
      "if (!present) this.count(idempotency);",
      "this.count(idempotency);",
    ],
  }),
  ...of("src/ingest/budgets/keys-budget.ts", ["test/http/limits/keys-budget.test.ts"], {
    "budgets: a raised limit of keys waits for the old one": [
      "this.#limitOf(tenant) === next.limit && waitMs > 0",
      "waitMs > 0",
    ],
  }),
  ...of("src/http/idempotency/command-gateway.ts", ["test/http/limits/keys-budget.test.ts"], {
    "budgets: the rows of a request are not counted": ["this.#claims.count(idempotency);", ""],
  }),
  ...of("src/store/redis/connection/effects.ts", ["test/faults/writes/lost-replies.test.ts"], {
    "outcomes: a write whose reply was lost counts as not sent": [
      "wasNeverSent(err) || wasRefused(err)",
      "true",
    ],
    "outcomes: what was written before a failure is forgotten": ["return this.#count > 0;", "return false;"],
  }),
  ...of("src/http/page-cache.ts", ["test/http/document/page-cache.test.ts"], {
    "pages: an outdated one is answered": ["meta?.version === kept.version", "meta"],
    "pages: one is for all sizes": ["${request.size} ", ""],
  }),
  ...of("src/store/lua/read/lookup-wishlists.lua", ["test/http/document/lookup-cache.test.ts"], {
    "look-ups: an outdated one is answered": ["if table.concat(state, '\\n') == known then", "if true then"],
  }),
  ...of("src/http/routes/query.ts", ["test/http/wishlists/paging.test.ts"], {
    "paging: a page is as large as asked for": ["Math.min(pageSize, MAX_PAGE_SIZE)", "pageSize"],
  }),
  ...of("src/ingest/shopify/products-csv.ts", ["test/ingest/shopify-products-csv.test.ts"], {
    "feeds: a file of products without stock makes all variants untracked": ["hasTracker && ", ""],
    "feeds: an active product that is not published is shown": [' || status === "active"', ""],
    "feeds: variants with one SKU have one reference": ["return first === ref ? sku : ref;", "return sku;"],
    "feeds: variants of two products with one SKU are of one product": [
      "handle !== product ||",
      "!handle ||",
    ],
  }),
  ...of("src/ingest/read/products.ts", ["test/ingest/catalogue-rows.test.ts"], {
    "catalogue: a product that lists some of its variants withdraws the others": [
      "all.length === variants.length",
      "true",
    ],
  }),
  ...of("src/actors/wishlist/items/update-item.ts", ["test/actors/wishlist/quantities.test.ts"], {
    "items: a purchase goes with the wish to another variant": [
      "boughtUnits(item) > 0 &&",
      "boughtUnits(item) < 0 &&",
    ],
  }),
  ...of("src/actors/catalogue/product-variants.ts", ["test/http/retailer/shopify.test.ts"], {
    "stock: a removed variant gets stock": ["isWithdrawn: true,", ""],
    "stock: a variant that is listed again does not get the stock that waits": [
      "before?.isWithdrawn === true && !after.isWithdrawn",
      "false",
    ],
  }),
  ...of("src/ingest/shopify/compliance.ts", ["test/http/retailer/shopify-redeliveries.test.ts"], {
    "privacy: a data request that is delivered again is recorded again": [
      "{ storeKey, isDone }, body) => {\n  if (isDone) return undefined;",
      "{ storeKey }, body) => {",
    ],
  }),
  ...of("src/http/middleware/body/deadline.ts", ["test/http/limits/slow-bodies.test.ts"], {
    "bodies: the time limit outlives its connection": ['req.socket.once("close", stop);', ""],
  }),
];
