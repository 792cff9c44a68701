import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { before, describe, it } from "node:test";
import { atEnd } from "../support/redis.ts";
import {
  type Caller,
  CS,
  given,
  type Json,
  type Service,
  startService,
  unique,
  WS,
} from "../support/service.ts";

const suite = atEnd();
let service: Service;
let shop: Caller;
before(async () => {
  service = await startService(suite);
  shop = await service.newCaller();
});

const ITEMS = `${WS}/wishlist/items`;
const key = (value = unique("key")) => ({ headers: { "Idempotency-Key": value } });
const isReplay = (answer: { headers: Json }) => answer.headers["idempotency-replayed"] === "true";

describe("Idempotency-Key", () => {
  it("answers the same request with the first answer, and changes nothing again", async () => {
    const customer = await shop.newCustomer();
    const list = await shop.newWishlist();
    const item = await shop.newItem(list.id);
    const product = { productRef: "p", selectedVariantRef: unique("v") };
    const requests: [string, string, Json?][] = [
      ["POST", `${CS}/customers`, { id: unique("c") }],
      ["PUT", `${CS}/customers`, { id: customer.id, note: "x" }],
      ["POST", `${WS}/wishlists`, { customerRef: customer.id, name: "list" }],
      ["PUT", `${WS}/wishlists`, { id: list.id, name: "renamed" }],
      ["POST", ITEMS, { wishlistId: list.id, product }],
      [
        "POST",
        `${WS}/wishlist/add-items`,
        { wishlistId: list.id, itemRef: [{ productRef: "p", selectedVariantRef: "x" }] },
      ],
      ["PUT", `${ITEMS}/id=${item.id}`, { notifyMe: true }],
      ["DELETE", `${ITEMS}/${item.id}`],
      [
        "POST",
        `${CS}/upload-customers`,
        { customers: [{ id: unique("c") }, { phone: "1" }, { first_name: "x" }] },
      ],
      ["DELETE", `${WS}/wishlists/customer?customerRef=${list.customerRef}`],
      ["DELETE", `${CS}/customers/${customer.id}`],
    ];
    for (const [method, path, body] of requests) {
      const options = key();
      const first = await shop.send(method, path, body, options);
      const again = await shop.send(method, path, body, options);
      assert.ok(first.status < 300, `${method} ${path}: ${first.status} ${first.text}`);
      assert.equal(again.status, first.status, `${method} ${path}`);
      assert.equal(again.text, first.text);
      assert.equal(again.headers.etag, first.headers.etag);
      assert.ok(!isReplay(first) && isReplay(again), `${method} ${path}`);
    }
  });

  it("costs less than 640 bytes of Redis for a day, where the answer alone has 400", async () => {
    const { redis, prefix } = service;
    const keysNow = async () => {
      const found: string[] = [];
      for await (const names of redis.scanStream({ match: `${prefix}*`, count: 1000 }))
        found.push(...(names as string[]).filter((name) => /:(?:answer|kept|idempotency):/.test(name)));
      return found;
    };
    const list = await shop.newWishlist();
    const product = { productRef: "p1234567890", selectedVariantRef: unique("v") };
    const attributeGroups = { gift: { attributes: { note: "For the summer holidays" } } };
    const before = new Set(await keysNow());
    const { text } = await shop.post(ITEMS, { wishlistId: list.id, product, attributeGroups }, key());
    assert.ok(text.length > 400, text);
    const kept = (await keysNow()).filter((name) => !before.has(name));
    const sizes = await Promise.all(kept.map((name) => redis.memory("USAGE", name)));
    assert.equal(kept.length, 3, "the claim, the answer, and the index of answers about the wishlist");
    const total = sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0);
    assert.ok(total < 640, `${total}: ${kept.map((name, i) => `${name} ${sizes[i]}`).join(", ")}`);
  });

  it("gives a refusal again too, whether an actor refused or nobody was asked", async () => {
    const list = await shop.newWishlist();
    await shop.newItem(list.id, { wishlistItemRef: "taken" });
    const product = { productRef: "p", selectedVariantRef: unique("v") };
    const customerRef = unique("c");
    const requests: [string, string, Json, number][] = [
      ["POST", ITEMS, { wishlistId: list.id, product, wishlistItemRef: "taken" }, 405],
      ["POST", `${WS}/wishlists`, { customerRef, name: "list" }, 404],
      ["PUT", `${WS}/wishlists`, { wishlistRef: "none", name: "x" }, 404],
    ];
    for (const [method, path, body, status] of requests) {
      const options = key();
      const first = await shop.send(method, path, body, options);
      if (path.endsWith("/wishlists") && method === "POST") await shop.newCustomer({ id: customerRef });
      const again = await shop.send(method, path, body, options);
      assert.equal(first.status, status);
      assert.equal(again.status, status);
      assert.equal(again.body.code, first.body.code);
      assert.ok(isReplay(again), path);
    }
  });

  it("is 422 with another request: another body, path, method or precondition", async () => {
    const list = await shop.newWishlist();
    const options = key();
    const body = { id: list.id, name: "one" };
    assert.equal((await shop.put(`${WS}/wishlists`, body, options)).status, 200);
    const others = [
      await shop.put(`${WS}/wishlists`, { ...body, name: "two" }, options),
      await shop.post(`${WS}/wishlists`, { customerRef: list.customerRef, name: "one" }, options),
      await shop.put(`${WS}/wishlists`, body, { headers: { ...options.headers, "If-Match": "*" } }),
    ];
    for (const { status, body: problem } of others) {
      assert.equal(status, 422);
      assert.equal(problem.code, "IdempotencyKeyReused");
    }
  });

  it("remembers nothing of a request that breaks a rule: the mended one may use the key", async () => {
    const customer = await shop.newCustomer();
    const options = key();
    const bad = await shop.post(`${WS}/wishlists`, { customerRef: customer.id }, options);
    assert.equal(bad.status, 405);
    const good = await shop.post(`${WS}/wishlists`, { customerRef: customer.id, name: "list" }, options);
    assert.equal(good.status, 201);
  });

  it("is of one tenant, store and client", async () => {
    const other = await service.newCaller();
    const second = await service.callerFor(await service.tenants.createClient(shop.tenantId, {}));
    const options = key();
    const id = unique("c");
    const answers = [];
    for (const caller of [shop, other, second]) {
      answers.push(await caller.post(`${CS}/customers`, { id: caller === second ? `${id}x` : id }, options));
    }
    assert.deepEqual(
      answers.map(({ status }) => status),
      [201, 201, 201],
    );
    assert.ok(answers.every((answer) => !isReplay(answer)));
  });

  it("is 400 when it is empty, too long, not printable, or sent twice", async () => {
    const send = (value: string | string[]) =>
      shop.post(`${CS}/customers`, { id: unique("c") }, { headers: { "Idempotency-Key": value } });
    for (const value of ["", "k".repeat(256), "k\u00e4", ["a", "b"]]) {
      const { status, body } = await send(value);
      assert.equal(status, 400, JSON.stringify(value).slice(0, 40));
      assert.equal(body.code, "InvalidParameter");
    }
    assert.equal((await send("k".repeat(255))).status, 201);
  });

  it("says that what it made was deleted, and makes nothing anew", async () => {
    const customer = await shop.newCustomer();
    const options = key();
    const body = { customerRef: customer.id, name: "list" };
    const made = await shop.post(`${WS}/wishlists`, body, options);
    await shop.delete(`${WS}/wishlists?id=${made.body.id}`);
    const again = await shop.post(`${WS}/wishlists`, body, options);
    assert.equal(again.status, 404);
    assert.ok(isReplay(again));
    assert.equal((await shop.get(`${WS}/wishlists/lookup?customerRef=${customer.id}`)).status, 404);
  });
});

describe("a long answer under an Idempotency-Key", () => {
  /** The most bytes that Redis keeps of an answer of this tenant's partitions. */
  async function longestKept(): Promise<number> {
    const sizes: number[] = [];
    for await (const keys of service.redis.scanStream({ match: "*answer:*", count: 1000 }))
      for (const name of keys as string[]) sizes.push(await service.redis.strlen(name));
    return Math.max(...sizes);
  }
  const words = (count: number) => Array.from({ length: count }, (_, i) => `${i}${"é".repeat(90)}`);
  /** Texts of 84 characters that hardly compress. */
  const noise = (count: number) =>
    Array.from({ length: count }, (_, i) => {
      const digits = ["a", "b"].map((half) => createHash("sha512").update(`${half}${i}`).digest("hex"));
      const characters = digits.flatMap((half) => half.match(/.{3}/g) ?? []);
      return characters.map((three) => String.fromCodePoint(0x4e00 + parseInt(three, 16))).join("");
    });
  const groupsOf = (texts: string[]) => ({
    gift: { attributes: Object.fromEntries(texts.map((text, i) => [`word${i}`, text])) },
  });
  const attributeGroups = groupsOf(noise(80));
  const product = { productRef: "p", selectedVariantRef: "v" };

  it("is kept in 8 kB at most, and given again whole while the record is the same", async () => {
    const customer = await shop.newCustomer();
    const list = await shop.newWishlist();
    const rows = Array.from({ length: 500 }, (_, i) => ({ productRef: "p", selectedVariantRef: `v${i}` }));
    const tags = noise(80).join();
    const requests: [string, string, Json][] = [
      ["POST", `${CS}/customers`, { id: unique("c"), tags }],
      ["PUT", `${CS}/customers`, { id: customer.id, tags, note: "n".repeat(5000) }],
      ["POST", `${WS}/wishlists`, { customerRef: customer.id, name: "list", attributeGroups }],
      ["PUT", `${WS}/wishlists`, { id: list.id, attributeGroups }],
      ["POST", ITEMS, { wishlistId: list.id, product, attributeGroups }],
      ["POST", `${WS}/wishlist/add-items`, { wishlistId: list.id, itemRef: rows }],
    ];
    for (const [method, path, body] of requests) {
      const options = key();
      const first = await shop.send(method, path, body, options);
      assert.ok(
        first.status < 300 && Buffer.byteLength(first.text) > 8192,
        `${path}: ${first.status} ${first.text.length}`,
      );
      const again = await shop.send(method, path, body, options);
      assert.deepEqual(
        [again.status, again.headers.etag, isReplay(again)],
        [first.status, first.headers.etag, true],
      );
      assert.equal(again.text, first.text);
    }
    assert.ok((await longestKept()) <= 8192);
  });

  it("is given again whole after a change too, where compression makes it short enough", async () => {
    const list = await shop.newWishlist();
    const options = key();
    const body = { wishlistId: list.id, product, attributeGroups: groupsOf(words(100)) };
    const first = await shop.post(ITEMS, body, options);
    await shop.put(`${ITEMS}/id=${first.body.id}`, { notifyMe: true });
    const again = await shop.post(ITEMS, body, options);
    assert.deepEqual([again.status, again.headers.etag, isReplay(again)], [200, first.headers.etag, true]);
    assert.ok(first.text.length > 8192);
    assert.equal(again.text, first.text);
  });

  it("has else the status, the id and the version of the first, once the record has changed", async () => {
    const list = await shop.newWishlist();
    const options = key();
    const body = { wishlistId: list.id, product, attributeGroups };
    const first = await shop.post(ITEMS, body, options);
    await shop.put(`${ITEMS}/id=${first.body.id}`, { notifyMe: true });
    const again = await shop.post(ITEMS, body, options);
    assert.deepEqual([again.status, again.headers.etag, isReplay(again)], [200, first.headers.etag, true]);
    assert.deepEqual(again.body, { id: first.body.id });
    const customer = { id: unique("c"), tags: noise(80).join() };
    const made = await shop.post(`${CS}/customers`, customer, key(`${customer.id}-key`));
    await shop.put(`${CS}/customers`, { id: customer.id, note: "new" });
    const remade = await shop.post(`${CS}/customers`, customer, key(`${customer.id}-key`));
    assert.deepEqual(remade.body, { id: customer.id, svc_customer_id: made.body.svc_customer_id });
    assert.deepEqual([remade.status, remade.headers.etag], [201, made.headers.etag]);
  });

  it("goes with what it told of", async () => {
    const list = await shop.newWishlist();
    const options = key();
    const body = { wishlistId: list.id, product, attributeGroups };
    assert.equal((await shop.post(ITEMS, body, options)).status, 200);
    await shop.delete(`${WS}/wishlists?id=${list.id}`);
    const again = await shop.post(ITEMS, body, options);
    assert.deepEqual([again.status, isReplay(again)], [404, true]);
  });
});

describe("an Idempotency-Key of a write that no actor commits", () => {
  const EXPORTS = `${WS}/exports`;
  const ENDPOINTS = `${WS}/webhook-endpoints`;
  const endpoint = { url: "https://hooks.example/wishes" };
  const exported = { name: "Nightly", connector: { type: "file" }, mode: "full" };

  it("makes one export and one endpoint of requests that come to two processes at once", async (t) => {
    const second = await startService(t, {}, { prefix: service.prefix });
    const owner = await service.newCaller();
    const callers = [owner, await second.callerFor(owner.credentials)];
    const cases: [string, Json, string][] = [
      [EXPORTS, exported, "exports"],
      [ENDPOINTS, endpoint, "endpoints"],
    ];
    for (const [path, body, list] of cases) {
      const options = key();
      const sent = Array.from({ length: 10 }, (_, i) => given(callers[i % 2]).post(path, body, options));
      const answers = await Promise.all(sent);
      const made = answers.filter(({ status }) => status === 201);
      assert.ok(made.length > 0, path);
      for (const answer of answers.filter(({ status }) => status !== 201)) {
        assert.deepEqual([answer.status, answer.body.code], [409, "RequestInProgress"], answer.text);
        assert.equal(answer.headers["retry-after"], "1");
      }
      assert.equal(made.filter((answer) => !isReplay(answer)).length, 1, path);
      assert.equal(new Set(made.map(({ text }) => text)).size, 1, path);
      assert.equal((await owner.get(path)).body[list].length, 1, path);
    }
  });

  it("shows a new secret again, and keeps none in the clear", async () => {
    const caller = await service.newCaller();
    const options = key();
    const { secret, id } = (await caller.post(ENDPOINTS, endpoint, options)).body;
    assert.match(secret, /^whsec_/);
    assert.equal((await caller.post(ENDPOINTS, endpoint, options)).body.secret, secret);
    const rotated = await caller.post(`${ENDPOINTS}/${id}/rotate-secret`, undefined, options);
    assert.equal(rotated.status, 422);
    for await (const names of service.redis.scanStream({
      match: `${service.prefix}*idempotency:*`,
      count: 1000,
    }))
      for (const name of names as string[])
        assert.doesNotMatch((await service.redis.get(name)) ?? "", /whsec_/, name);
  });

  it("answers with the same feed whatever the file, and lets a refused file come again", async () => {
    const caller = await service.newCaller();
    const options = { headers: { ...key().headers, "Content-Type": "text/csv" } };
    const feed = (raw: string) => caller.post(`${WS}/feeds/stock-levels`, undefined, { ...options, raw });
    const refused = await feed("no,such,columns\n1,2,3\n");
    assert.equal(refused.status, 400, refused.text);
    const first = await feed("sku,available\nA,1\n");
    assert.equal(first.status, 202, first.text);
    assert.ok(!isReplay(first));
    const again = await feed("sku,available\nB,2\n".repeat(200_000));
    assert.deepEqual([again.status, again.text, isReplay(again)], [202, first.text, true]);
    assert.equal(again.headers.location, first.headers.location);
  });

  it("finds a person's data anew, notes one export, and gives nothing once the person is erased", async () => {
    const caller = await service.newCaller();
    const { id } = await caller.newCustomer({ note: "kept" });
    const ask = { customerRef: id };
    const options = key();
    const first = await caller.post(`${WS}/privacy/export`, ask, options);
    assert.equal(first.status, 200, first.text);
    await caller.put(`${CS}/customers`, { id, note: "new" });
    const again = await caller.post(`${WS}/privacy/export`, ask, options);
    assert.deepEqual([again.status, isReplay(again), again.body.time], [200, true, first.body.time]);
    assert.equal(again.body.data.customers[0].note, "new");
    const erasure = key();
    const receipt = await caller.post(`${WS}/privacy/erase`, ask, erasure);
    assert.equal((await caller.post(`${WS}/privacy/erase`, ask, erasure)).text, receipt.text);
    assert.equal((await caller.post(`${WS}/privacy/export`, ask, options)).status, 404);
    const { requests } = (await caller.get(`${WS}/privacy/requests`)).body;
    assert.deepEqual(
      requests.map(({ kind }: Json) => kind),
      ["export", "erasure"],
    );
  });
});

describe("entity tags", () => {
  it("come with reads and writes of wishlists and customers, and change with every change", async () => {
    const list = await shop.newWishlist();
    const read = async () => (await shop.get(`${WS}/wishlists?id=${list.id}`)).headers.etag;
    const seen = new Set([await read()]);
    const note = async (answer: Promise<{ headers: Json }>) => {
      const { etag } = (await answer).headers;
      assert.equal(await read(), etag);
      assert.ok(!seen.has(etag), "the tag is new");
      seen.add(etag);
    };
    const product = { productRef: "p", selectedVariantRef: "v" };
    const item = await shop.post(ITEMS, { wishlistId: list.id, product });
    await note(Promise.resolve(item));
    await note(shop.put(`${WS}/wishlists`, { id: list.id, name: "x" }));
    await note(shop.put(`${ITEMS}/id=${item.body.id}`, { notifyMe: true }));
    await note(
      shop.post(`${WS}/wishlist/add-items`, {
        wishlistId: list.id,
        itemRef: [{ productRef: "p", selectedVariantRef: "w" }],
      }),
    );
    await note(shop.delete(`${ITEMS}/${item.body.id}`));
    for (const path of [`${ITEMS}?id=${list.id}`])
      assert.equal((await shop.get(path)).headers.etag, await read());

    const made = await shop.post(`${CS}/customers`, { id: unique("c") });
    const found = await shop.get(`${CS}/customers/${made.body.id}`);
    assert.equal(found.headers.etag, made.headers.etag);
    const changed = await shop.put(`${CS}/customers`, { id: made.body.id, note: "x" });
    assert.notEqual(changed.headers.etag, made.headers.etag);
  });

  it("stay when a repeated wish brings nothing new", async () => {
    const list = await shop.newWishlist();
    const wish = {
      wishlistId: list.id,
      product: { productRef: "p", selectedVariantRef: "v" },
      notifyMe: true,
    };
    const first = await shop.post(ITEMS, wish);
    assert.equal((await shop.post(ITEMS, wish)).headers.etag, first.headers.etag);
  });

  it("make a stale change 412, and let a fresh one through", async () => {
    const list = await shop.newWishlist();
    const item = await shop.newItem(list.id);
    const customer = await shop.newCustomer();
    const tags = async () => ({
      list: (await shop.get(`${WS}/wishlists?id=${list.id}`)).headers.etag ?? "",
      customer: (await shop.get(`${CS}/customers/${customer.id}`)).headers.etag ?? "",
    });
    const product = () => ({ productRef: "p", selectedVariantRef: unique("v") });
    const writes: [string, string, () => Json, "list" | "customer"][] = [
      ["PUT", `${WS}/wishlists`, () => ({ id: list.id, name: unique("n") }), "list"],
      ["POST", ITEMS, () => ({ wishlistId: list.id, product: product() }), "list"],
      ["POST", `${WS}/wishlist/add-items`, () => ({ wishlistId: list.id, itemRef: [product()] }), "list"],
      ["PUT", `${ITEMS}/id=${item.id}`, () => ({ notifyMe: true }), "list"],
      ["DELETE", `${ITEMS}/${item.id}`, () => undefined, "list"],
      ["DELETE", `${WS}/wishlists?id=${list.id}`, () => undefined, "list"],
      ["PUT", `${CS}/customers`, () => ({ id: customer.id, note: unique("n") }), "customer"],
      ["DELETE", `${CS}/customers/${customer.id}`, () => undefined, "customer"],
    ];
    for (const [method, path, body, whose] of writes) {
      const { [whose]: tag } = await tags();
      const stale = { headers: { "If-Match": '"older", W/"weak"' } };
      const refused = await shop.send(method, path, body(), stale);
      assert.equal(refused.status, 412, `${method} ${path}`);
      assert.equal(refused.body.code, "PreconditionFailed");
      assert.equal((await tags())[whose], tag, "nothing has changed");
      const fresh = await shop.send(method, path, body(), { headers: { "If-Match": `"older", ${tag}` } });
      assert.ok(fresh.status < 300, `${method} ${path}: ${fresh.status} ${fresh.text}`);
    }
  });

  it("never match when they are weak, and always when any will do", async () => {
    const list = await shop.newWishlist();
    const { etag = "" } = (await shop.get(`${WS}/wishlists?id=${list.id}`)).headers;
    const put = (tag: string) =>
      shop.put(`${WS}/wishlists`, { id: list.id, name: "x" }, { headers: { "If-Match": tag } });
    assert.equal((await put(`W/${etag}`)).status, 412);
    assert.equal((await put("*")).status, 200);
    assert.equal((await put("no quotes")).status, 400);
  });

  it("make an unchanged read 304 without a body", async () => {
    const list = await shop.newWishlist();
    const item = await shop.newItem(list.id);
    const customer = await shop.newCustomer();
    const paths = [
      `${WS}/wishlists?id=${list.id}`,
      `${ITEMS}?id=${list.id}`,
      `${ITEMS}/${item.id}`,
      `${CS}/customers/${customer.id}`,
    ];
    for (const path of paths) {
      const { etag = "" } = (await shop.get(path)).headers;
      for (const tag of [etag, `W/${etag}`, `"x", ${etag}`, "*"]) {
        const { status, text, headers } = await shop.get(path, { headers: { "If-None-Match": tag } });
        assert.equal(status, 304, path);
        assert.equal(text, "");
        assert.equal(headers.etag, etag);
      }
      assert.equal((await shop.get(path, { headers: { "If-None-Match": '"other"' } })).status, 200);
    }
  });

  it("let exactly one of many changes to the same version through", async () => {
    const list = await shop.newWishlist();
    const { etag = "" } = (await shop.get(`${WS}/wishlists?id=${list.id}`)).headers;
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        shop.put(`${WS}/wishlists`, { id: list.id, name: `n${i}` }, { headers: { "If-Match": etag } }),
      ),
    );
    const statuses = answers.map(({ status }) => status).sort();
    assert.deepEqual(statuses, [200, ...Array<number>(19).fill(412)]);
  });
});
