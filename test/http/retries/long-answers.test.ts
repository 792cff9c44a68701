import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { before, describe, it } from "node:test";
import { atEnd, keysLike } from "../../support/redis.ts";
import {
  type Caller,
  CS,
  given,
  type Json,
  type Service,
  startService,
  unique,
  WS,
} from "../../support/service.ts";

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

describe("a long answer under an Idempotency-Key", () => {
  /** The largest stored answer in this tenant's partitions, in bytes. */
  async function longestKept(): Promise<number> {
    const kept = await keysLike(service.redis, `${service.prefix}*answer:*`);
    return Math.max(...(await Promise.all(kept.map((name) => service.redis.strlen(name)))));
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

  it("is stored in at most 8 kB, and repeated completely while the record is the same", async () => {
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

  it("shows an item with the present reference of its list, until the list has another one", async () => {
    const list = await shop.newWishlist({ wishlistRef: unique("list") });
    const rename = () => shop.put(`${WS}/wishlists`, { id: list.id, wishlistRef: unique("new") });
    const add = (options?: ReturnType<typeof key>) =>
      shop.post(ITEMS, { wishlistId: list.id, product, attributeGroups }, options);
    const { id } = (await add()).body;
    await rename();
    const options = key();
    const first = await add(options);
    assert.ok(Buffer.byteLength(first.text) > 8192);
    assert.equal((await add(options)).text, first.text);
    await rename();
    assert.deepEqual((await add(options)).body, { id });
  });

  it("is repeated completely after a change too, if it is short enough after compression", async () => {
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

  it("has otherwise the status, the id and the version of the first, once the record has changed", async () => {
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

  it("is deleted with its record", async () => {
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

  it("creates one export and one endpoint from concurrent requests to two processes", async (t) => {
    const second = await startService(t, {}, { prefix: service.prefix });
    const first = await service.newCaller();
    const callers = [first, await second.callerFor(first.credentials)];
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
      assert.equal((await first.get(path)).body[list].length, 1, path);
    }
  });

  it("shows a new secret again, and stores none in plain text", async () => {
    const caller = await service.newCaller();
    const options = key();
    const { secret, id } = (await caller.post(ENDPOINTS, endpoint, options)).body;
    assert.match(secret, /^whsec_/);
    assert.equal((await caller.post(ENDPOINTS, endpoint, options)).body.secret, secret);
    const rotated = await caller.post(`${ENDPOINTS}/${id}/rotate-secret`, undefined, options);
    assert.equal(rotated.status, 422);
    const kept = await keysLike(service.redis, `${service.prefix}*idempotency:*`);
    assert.ok(kept.length > 0);
    for (const name of kept) assert.doesNotMatch((await service.redis.get(name)) ?? "", /whsec_/, name);
  });

  it("answers with the same feed for any file, and allows a refused file again", async () => {
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

  it("reads a person's data again, records one export, and returns nothing once the person is erased", async () => {
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
