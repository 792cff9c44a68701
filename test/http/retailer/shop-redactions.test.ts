import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import type { Queue } from "bullmq";
import { PersonalData } from "../../../src/actors/privacy/personal-data.ts";
import { encodeCommand } from "../../../src/actors/runtime/envelope.ts";
import { deadLetterFields, DeadLetters } from "../../../src/store/partition/dead-letters.ts";
import { type Redaction, Redactions } from "../../../src/store/privacy/redactions.ts";
import { Shops } from "../../../src/store/tenants/shops.ts";
import { SECRET, sendWebhook } from "../../support/data/shopify.ts";
import { runNightly } from "../../support/jobs/nightly.ts";
import { queueOf } from "../../support/jobs/queue.ts";
import { atEnd } from "../../support/redis.ts";
import { CS, given, type Json, type Service, startService, unique, WS } from "../../support/service.ts";
import { settled } from "../../support/settled.ts";
import { tool, toolEnv } from "../../support/tool.ts";

const suite = atEnd();
let service: Service;
let redactions: Redactions;
let maintenance: Queue;
before(async () => {
  service = await startService(suite);
  redactions = new Redactions(service.redis, service.keys);
  maintenance = queueOf(suite, service, "maintenance");
});

describe("the redaction of a shop", () => {
  for (const state of ["waiting", "running"] as const) {
    it(`is carried out although its job is lost, if the redaction is ${state}`, async () => {
      const leaving = await service.newCaller();
      const { id } = await leaving.newCustomer({ id: unique("gone") });
      const past = new Date(0).toISOString();
      const domain = `${unique("leaving")}.myshopify.com`;
      const storeKey = `${leaving.tenantId}/default`;
      const redaction: Redaction = {
        ...{ domain, storeKey, webhookId: "", state },
        ...{ requestedTime: past, dueTime: past },
      };
      await service.redis.hset(service.keys.redactions, domain, JSON.stringify(redaction));
      await maintenance.add("sweep-references", {});
      await settled(service, { withinMs: 0 });
      assert.equal((await redactions.find(domain))?.state, "done");
      assert.equal((await leaving.get(`${CS}/customers/${id}`)).status, 404);
    });
  }

  it("searches in the dead letters once, not for each customer, and deletes those of the store, also new ones", async (t) => {
    const [leaving, staying] = [await service.newCaller(), await service.newCaller()];
    for (let i = 0; i < 3; i++) await leaving.newCustomer({ id: unique("gone") });
    const letterOf = async ({ tenantId }: { tenantId: string }) => {
      const command = { type: "DeleteWishlist", storeKey: `${tenantId}/default`, wishlistId: "w" } as const;
      const payload = encodeCommand({ instance: "i", requestId: "r", command });
      const fields = deadLetterFields({ payload, reason: "test", entryId: "1-0" });
      return `0/${given(await service.redis.xadd(service.keys.deadLetters(0), "*", ...fields))}`;
    };
    const [gone, kept] = [await letterOf(leaving), await letterOf(staying)];
    const late: string[] = [];
    const original = given(Object.getOwnPropertyDescriptor(PersonalData.prototype, "personAt"));
    const personAt = original.value as PersonalData["personAt"];
    const personAtLate: PersonalData["personAt"] = async function (this: PersonalData, ...args) {
      if (late.length === 0) late.push(await letterOf(leaving));
      return personAt.apply(this, args);
    };
    t.mock.method(PersonalData.prototype, "personAt", personAtLate);
    const domain = `${unique("leaving")}.myshopify.com`;
    const past = new Date(0).toISOString();
    const redaction: Redaction = {
      ...{ domain, storeKey: `${leaving.tenantId}/default`, webhookId: "", state: "waiting" },
      ...{ requestedTime: past, dueTime: past },
    };
    await service.redis.hset(service.keys.redactions, domain, JSON.stringify(redaction));
    const searches = t.mock.method(DeadLetters.prototype, "all");
    await maintenance.add("sweep-references", {});
    await settled(service, { withinMs: 0 });
    assert.equal((await redactions.find(domain))?.state, "done");
    assert.equal(searches.mock.callCount(), 1);
    const letters = new DeadLetters(service.redis, service.keys, 1);
    assert.equal(await letters.find(gone), undefined);
    assert.equal(await letters.find(given(late[0])), undefined);
    assert.ok(await letters.find(kept));
    assert.ok(await letters.discard(kept));
    const { requests } = (await leaving.get(`${WS}/privacy/requests`)).body;
    assert.deepEqual([requests.at(-1).erased.customers, requests.at(-1).erased.deadLetters], [3, 2]);
  });

  it("is not carried out while another shop feeds the store, and can be repeated", async () => {
    const leaving = await service.newCaller();
    const { id } = await leaving.newCustomer({ id: unique("gone") });
    const shops = new Shops(service.redis, service.keys);
    const [domain, other] = [`${unique("leaving")}.myshopify.com`, `${unique("other")}.myshopify.com`];
    for (const each of [domain, other])
      await shops.put({ domain: each, storeKey: `${leaving.tenantId}/default` }, SECRET, 0);
    const headers = { "X-Shopify-Shop-Domain": domain };
    const body = JSON.stringify({ shop_domain: domain });
    assert.equal((await sendWebhook(service, "shop/redact", body, headers)).status, 200);
    const waits = given(await redactions.find(domain));
    assert.equal(waits.state, "waiting");
    const due = { ...waits, dueTime: new Date(0).toISOString() };
    await service.redis.hset(service.keys.redactions, domain, JSON.stringify(due));
    const jobs = await maintenance.getDelayed();
    await given(jobs.find(({ data }) => (data as { domain?: string }).domain === domain)).promote();
    await settled(service, { withinMs: 0 });
    assert.equal((await redactions.find(domain))?.state, "cancelled");
    assert.equal((await leaving.get(`${CS}/customers/${id}`)).status, 200);
    await shops.remove(other);
    const repeat = ["shopify", "repeat-redaction", domain];
    assert.equal((await tool(repeat, toolEnv(service))).code, 0);
    assert.equal((await tool(repeat, toolEnv(service))).code, 1);
    await maintenance.add("sweep-references", {});
    await settled(service, { withinMs: 0 });
    assert.equal((await redactions.find(domain))?.state, "done");
    assert.equal((await leaving.get(`${CS}/customers/${id}`)).status, 404);
    const { requests } = (await leaving.get(`${WS}/privacy/requests`)).body;
    assert.deepEqual(
      requests.map(({ kind, source }: Json) => `${source} ${kind.replace("store_erasure", "")}`),
      ["shopify _requested", "shopify _cancelled", "operator _requested", "shopify "],
    );
  });

  it("is in the privacy log once, with the numbers of all erased records, also if it was interrupted twice", async (t) => {
    const leaving = await service.newCaller();
    for (let i = 0; i < 3; i++) await leaving.newWishlist();
    const [domain, storeKey] = [`${unique("leaving")}.myshopify.com`, `${leaving.tenantId}/default`];
    const past = new Date(0).toISOString();
    const redaction: Redaction = {
      ...{ domain, storeKey, webhookId: "", state: "waiting" },
      ...{ requestedTime: past, dueTime: past },
    };
    await service.redis.hset(service.keys.redactions, domain, JSON.stringify(redaction));
    const carryOut = async () => {
      await maintenance.add("redact-shop", { domain, storeKey }, { attempts: 1 });
      await settled(service, { withinMs: 0 });
    };
    const personAt = t.mock.method(PersonalData.prototype, "personAt");
    personAt.mock.mockImplementationOnce(() => Promise.reject(new Error("interrupted")), 1);
    await carryOut();
    const finish = t.mock.method(Redactions.prototype, "finish");
    finish.mock.mockImplementationOnce(() => Promise.reject(new Error("interrupted")));
    await carryOut();
    assert.equal((await redactions.find(domain))?.state, "running");
    await carryOut();
    assert.equal((await redactions.find(domain))?.state, "done");
    const { requests } = (await leaving.get(`${WS}/privacy/requests`)).body;
    assert.deepEqual(
      requests.map(({ kind, erased: { customers, wishlists } }: Json) => [kind, customers, wishlists]),
      [["store_erasure", 3, 3]],
    );
  });

  it("has all its changes in the privacy log, also those whose process died before it could log them", async () => {
    const leaving = await service.newCaller();
    const storeKey = `${leaving.tenantId}/default`;
    const shops = new Shops(service.redis, service.keys);
    const [domain, other] = [`${unique("leaving")}.myshopify.com`, `${unique("other")}.myshopify.com`];
    for (const each of [domain, other]) await shops.put({ domain: each, storeKey }, SECRET, 0);
    const log = service.keys.privacyLog(storeKey);
    /** Carries out a change while nothing can be added to the log. */
    const unlogged = async (change: () => Promise<unknown>) => {
      const isThere = (await service.redis.exists(log)) === 1;
      if (isThere) await service.redis.rename(log, `${log}:kept`);
      await service.redis.set(log, "a value of another type");
      await change();
      await service.redis.del(log);
      if (isThere) await service.redis.rename(`${log}:kept`, log);
    };
    const headers = { "X-Shopify-Shop-Domain": domain, "X-Shopify-Webhook-Id": unique("webhook") };
    const demand = async () =>
      (await sendWebhook(service, "shop/redact", JSON.stringify({ shop_domain: domain }), headers)).status;
    await unlogged(async () => assert.equal(await demand(), 500));
    assert.equal(await demand(), 200);

    const due = { ...given(await redactions.find(domain)), dueTime: new Date(0).toISOString() };
    await service.redis.hset(service.keys.redactions, domain, JSON.stringify(due));
    // The job of the due time fails here, and is not tried again before the night.
    const jobs = await maintenance.getDelayed();
    const job = given(jobs.find(({ data }) => (data as { domain?: string }).domain === domain));
    await job.remove();
    await unlogged(async () => {
      await maintenance.add("redact-shop", job.data, { jobId: given(job.id), attempts: 1 });
      await settled(service, { withinMs: 0 });
      assert.equal((await redactions.find(domain))?.state, "cancelled");
    });
    await runNightly(service);

    await shops.remove(other);
    const repeat = ["shopify", "repeat-redaction", domain];
    await unlogged(() => assert.rejects(tool(repeat, toolEnv(service)), /WRONGTYPE/));
    await runNightly(service);
    assert.equal((await redactions.find(domain))?.state, "done");
    const { requests } = (await leaving.get(`${WS}/privacy/requests`)).body;
    assert.deepEqual(
      requests.map(({ kind, source }: Json) => `${source} ${kind.replace("store_erasure", "")}`),
      ["shopify _requested", "shopify _cancelled", "operator _requested", "shopify "],
    );
  });
});
