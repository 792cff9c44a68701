import assert from "node:assert/strict";
import { request } from "node:http";
import { text } from "node:stream/consumers";
import { before, describe, it } from "node:test";
import { pino } from "pino";
import { RequestSlots, type Slot } from "../../../src/http/overload/request-slots.ts";
import { partitionOfWishlist } from "../../../src/store/ids/ids.ts";
import { scanKeys } from "../../../src/store/redis/scan.ts";
import { TenantData } from "../../../src/store/tenants/tenant-data.ts";
import { NDJSON } from "../../support/data/feeds.ts";
import { atEnd } from "../../support/redis.ts";
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
import { settled } from "../../support/settled.ts";
import { until } from "../../support/until.ts";

const suite = atEnd();
const log: Json[] = [];
let service: Service;
before(async () => {
  const write = (line: string) => void log.push(JSON.parse(line));
  service = await startService(suite, {}, { log: pino({ level: "warn" }, { write }) });
});

const REFUSAL = [403, "Forbidden", "The tenant is suspended."];

/** A request whose body arrives bit by bit. */
function openRequest({ baseUrl, headers }: Caller, path: string, type: string) {
  const req = request(`${baseUrl}${path}`, { method: "POST", headers: { ...headers, "Content-Type": type } });
  const answer = new Promise<Json[]>((resolve, reject) => {
    req.on("error", reject);
    req.on("response", (res) => {
      text(res).then((body) => {
        const { code, detail } = JSON.parse(body);
        resolve([res.statusCode, code, detail]);
      }, reject);
    });
  });
  return { write: (part: string) => void req.write(part), end: (rest: string) => void req.end(rest), answer };
}

const rows = (count: number) => `${JSON.stringify({ id: unique("c") })}\n`.repeat(count);

async function suspend(shop: Caller): Promise<void> {
  await service.tenants.setState(shop.tenantId, "suspended");
  await until("it is suspended", async () => (await shop.get(`${WS}/settings`)).status === 403);
}

async function keysOf(shop: Caller): Promise<string[]> {
  const found: string[] = [];
  for await (const keys of scanKeys(service.redis, service.keys.every, 100))
    found.push(...keys.filter((key) => key.includes(`${shop.tenantId}/`)));
  return found;
}

/** An upload of which the first rows are stored. */
async function begunUpload(shop: Caller) {
  const upload = openRequest(shop, `${WS}/feeds/customers`, NDJSON);
  upload.write(rows(500));
  await until("the feed has begun", async () => {
    const { feeds } = (await shop.get(`${WS}/feeds`)).body;
    return feeds[0]?.counts.read === 500;
  });
  return upload;
}

describe("a write of a tenant that is suspended while it waits for a slot", () => {
  it("is refused, and writes nothing", async (t) => {
    const shop = await service.newCaller();
    let give = (_: Slot): void => assert.fail("no request waits");
    const take = t.mock.method(RequestSlots.prototype, "take", (tenant: string) =>
      tenant === shop.tenantId
        ? new Promise<Slot>((resolve) => (give = resolve))
        : assert.fail("another tenant sends"),
    );
    const answer = shop.post(`${CS}/customers`, { id: unique("c") });
    await until("the write waits", () => take.mock.callCount() === 1);
    take.mock.restore();
    await suspend(shop);
    give({ period: { open: 1 }, since: performance.now() });
    const { status, body } = await answer;
    assert.deepEqual([status, body.code, body.detail], REFUSAL);
    assert.deepEqual(await keysOf(shop), []);
  });
});

describe("a request of a tenant that is deleted while its body arrives", () => {
  for (const [what, rest] of [
    ["at the end of the file", ""],
    ["with further rows", rows(600)],
  ] as const)
    it(`is refused as the tenant's other requests are, if it is an upload ${what}`, async () => {
      const shop = await service.newCaller();
      const upload = await begunUpload(shop);
      await service.tenants.setState(shop.tenantId, "suspended");
      await new TenantData(service.redis, service.keys, shop.tenantId).eraseKeys();
      upload.end(rest);
      assert.deepEqual(await upload.answer, REFUSAL);
      const feeds = (await keysOf(shop)).filter((key) => key.includes("feed"));
      assert.deepEqual(feeds, []);
      assert.deepEqual(
        log.filter(({ level }) => level >= 50),
        [],
      );
    });

  it("writes nothing if its body, or its first row, arrives after the suspension", async () => {
    const shop = await service.newCaller();
    const upload = openRequest(shop, `${WS}/feeds/customers`, NDJSON);
    upload.write("\n");
    const post = openRequest(shop, `${CS}/customers`, "application/json");
    post.write("{");
    // Both have been permitted when a later request is answered.
    assert.equal((await shop.get(`${WS}/settings`)).status, 200);
    await suspend(shop);
    upload.end(rows(1));
    post.end(`"id":"late"}`);
    assert.deepEqual([await upload.answer, await post.answer], [REFUSAL, REFUSAL]);
    assert.deepEqual(await keysOf(shop), []);
  });
});

describe("the deletion of a tenant", () => {
  it("is not stopped by records that are cut off, and leaves those of others", async () => {
    const [shop, other] = [await service.newCaller(), await service.newCaller()];
    const hashes = await Promise.all(
      [shop, other].map(async (caller) => {
        const { id } = await caller.newWishlist();
        await caller.newItem(id);
        const hash = service.keys.wishlist(given(partitionOfWishlist(id)), id);
        const meta = await service.redis.hget(hash, "m");
        await service.redis.hset(hash, "m", meta?.slice(0, -5) ?? "");
        return hash;
      }),
    );
    // Events that are still to be relayed would be counted after the deletion.
    await settled(service);
    await service.tenants.setState(shop.tenantId, "suspended");
    const ofAll = [service.keys.shops, service.keys.redactions];
    for (const hash of ofAll) await service.redis.hset(hash, "broken.example", '{"domain":');
    const data = new TenantData(service.redis, service.keys, shop.tenantId);
    await data.eraseKeys();
    await data.leaveLists();
    for (const hash of ofAll) assert.equal(await service.redis.hexists(hash, "broken.example"), 1);
    const left = await Promise.all(hashes.map((hash) => service.redis.exists(hash)));
    assert.deepEqual(left, [0, 1]);
    assert.deepEqual(await keysOf(shop), []);
  });
});
