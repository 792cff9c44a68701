import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { CONSENTING, EXPORTS, linesOf, newExport, newWisher, runOf } from "../../support/exports.ts";
import { ExportModel, heardOf } from "../../support/models/export.ts";
import { startSegment } from "../../support/platforms/segment.ts";
import { atEnd } from "../../support/redis.ts";
import { type Caller, CS, type Json, type Service, startService, WS } from "../../support/service.ts";
import { newGuestList } from "../../support/shop.ts";

const suite = atEnd();

let service: Service;
let newShop: Service["newCaller"];
before(async () => {
  service = await startService(suite, { ALLOW_PRIVATE_TARGETS: "true" });
  newShop = service.newCaller;
});

const WORLDS = 6;

/** Random numbers from 0 to 1, the same for the same seed. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
const lines = (run: Json) => linesOf(service.dataDir, run);

describe("an export to a platform", () => {
  it("sends every change once, and in the end the platform has exactly the permitted data", async (t) => {
    await Promise.all(
      Array.from({ length: WORLDS }, async (_, world) => {
        const shop = await newShop();
        const segment = await startSegment(t);
        const connector = { type: "segment", baseUrl: segment.url, writeKey: "segment-secret" };
        const { id } = await newExport(shop, { connector });
        const next = randomNumbers(world * 7919 + 77);
        const model = new ExportModel(service, shop, (count) => Math.floor(next() * count));
        for (let i = 0; i < 3; i++) await model.addCustomer();
        for (let span = 0; span < 5; span++) {
          for (let i = 0; i < 8; i++) await model.step();
          await model.run(id);
          const { counts, items } = heardOf(segment.taken.values());
          const sorted = (counted: Map<string, number>) => [...counted].sort(([a], [b]) => (a < b ? -1 : 1));
          assert.deepEqual(sorted(counts), sorted(model.expected), `events of world ${world}, run ${span}`);
          assert.deepEqual(items, model.items, `items of world ${world}, run ${span}`);
        }
        const users = new Set([...segment.taken.values()].flatMap(({ userId }) => userId ?? []));
        for (const { ref, isNameless } of model.customers) assert.ok(!(isNameless && users.has(ref)));
      }),
    );
  });
});

describe("a wish that came from another wishlist", () => {
  it("is exported once if its customer consents, or its list becomes public, before the same run", async () => {
    const shop = await newShop();
    const { person: claimant } = await newWisher(shop, 0, {});
    const { guestToken } = await newGuestList(shop, 1);
    const {
      person: mover,
      wishlist: from,
      items,
    } = await newWisher(shop, 1, CONSENTING, { isPrivate: true });
    const to = await shop.newWishlist({ customerRef: mover.id, isPrivate: true });
    const { id } = await newExport(shop);
    assert.deepEqual(lines(await runOf(shop, id)), []);
    const moving = { wishlistId: from.id, toWishlistId: to.id, itemId: items.map((item) => item.id) };
    const claim = { guestToken, customerRef: claimant.id, mode: "keep" };
    const answers = [
      await shop.put(`${CS}/customers`, { id: claimant.id, ...CONSENTING }),
      await shop.post(`${WS}/wishlists/claim`, claim),
      await shop.post(`${WS}/wishlist/items/move`, moving),
      await shop.put(`${WS}/wishlists`, { id: to.id, isPrivate: false }),
    ];
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200, 200],
    );
    const exported = lines(await runOf(shop, id)).map(
      ({ change, customer }) => `${change} ${customer.customerRef}`,
    );
    assert.deepEqual(exported.sort(), [`added ${claimant.id}`, `added ${mover.id}`].sort());
  });
});

describe("exports", () => {
  it("belong to one store", async () => {
    const [shop, other] = [await newShop(), await newShop()];
    await newWisher(shop);
    const { id } = await newExport(shop);
    const run = await runOf(shop, id);
    for (const path of [id, `${id}/runs`, `${id}/runs/${run.id}`])
      assert.equal((await other.get(`${EXPORTS}/${path}`)).status, 404);
    assert.equal((await other.put(`${EXPORTS}/${id}`, { name: "x" })).status, 404);
    assert.equal((await other.post(`${EXPORTS}/${id}/runs`)).status, 404);
    assert.equal((await other.delete(`${EXPORTS}/${id}`)).status, 404);
    assert.deepEqual((await other.get(EXPORTS)).body.exports, []);
    const { id: theirs } = await newExport(other);
    assert.equal((await other.get(`${EXPORTS}/${theirs}/runs/${run.id}`)).status, 404);
    assert.deepEqual(lines(await runOf(other, theirs)), []);
  });

  it("need another scope for private lists or customers without consent", async () => {
    const shop = await newShop();
    await newWisher(shop, 1, {});
    const clerk = await service.callerFor(shop.credentials, "exports:read exports:write");
    const { id } = await newExport(shop, { onlyConsenting: false });
    const own = await newExport(clerk);
    const expectForbidden = ({ status, body, headers }: Awaited<ReturnType<Caller["get"]>>) => {
      assert.deepEqual([status, /exports:personal/.test(body.detail)], [403, true]);
      assert.match(headers["www-authenticate"] ?? "", /scope="exports:personal"/);
    };
    for (const flags of [{ onlyConsenting: false }, { includePrivate: true }]) {
      const fields = { name: "x", connector: { type: "file" }, mode: "full", ...flags };
      expectForbidden(await clerk.post(EXPORTS, fields));
      expectForbidden(await clerk.put(`${EXPORTS}/${own.id}`, flags));
    }
    expectForbidden(await clerk.put(`${EXPORTS}/${id}`, { connector: { type: "file", gzip: true } }));
    assert.equal((await clerk.put(`${EXPORTS}/${own.id}`, { onlyConsenting: true })).status, 200);
    // The existing export continues, and may be restricted.
    assert.equal((await runOf(clerk, id)).counts.accepted, 1);
    assert.equal((await clerk.put(`${EXPORTS}/${id}`, { onlyConsenting: true })).status, 200);
  });

  it("describe the error of each invalid field", async () => {
    const shop = await newShop();
    const good = { name: "x", connector: { type: "file", format: "ndjson" }, mode: "changed" };
    const cases: [object, string][] = [
      [{ name: "" }, "/name"],
      [{ name: "  " }, "/name"],
      [{ connector: { type: "fax" } }, "/connector/type"],
      [{ connector: { type: "file", format: "xls" } }, "/connector/format"],
      [{ mode: "some" }, "/mode"],
      [{ schedule: { cron: "61 * * * *", timezone: "UTC" } }, "/schedule/cron"],
      [{ schedule: { cron: "0 6 31 2,4 *", timezone: "UTC" } }, "/schedule/cron"],
      [{ schedule: { cron: "*/4 * * * *", timezone: "UTC" } }, "/schedule/cron"],
      [{ schedule: { cron: "0 6 * * *", timezone: "Europe/Atlantis" } }, "/schedule/timezone"],
      [{ events: ["order.received"] }, "/events/0"],
      [{ mode: "full", events: ["wishlist.item.added"] }, "/events"],
      [{ mapping: { a: "item..id" } }, "/mapping/a"],
      [{ mapping: { "a/b": "item.productRef" } }, "/mapping/a~1b"],
    ];
    for (const [wrong, path] of cases) {
      const { status, body } = await shop.post(EXPORTS, { ...good, ...wrong });
      assert.deepEqual([status, body.errors?.[0]?.path], [400, path], JSON.stringify(body));
    }
  });
});
