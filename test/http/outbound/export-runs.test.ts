import assert from "node:assert/strict";
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { before, describe, it } from "node:test";
import { pino } from "pino";
import { CONSENTING, EXPORTS, linesOf, newExport, overRun, runOf } from "../../support/exports.ts";
import { answers } from "../../support/platforms/server.ts";
import { startWebhookReceiver } from "../../support/platforms/webhook.ts";
import { metricOf } from "../../support/processes.ts";
import { atEnd, type Cleanup, dump, keysWith, newPrefix } from "../../support/redis.ts";
import { type Caller, type Json, type Service, startService } from "../../support/service.ts";
import { until } from "../../support/until.ts";

const suite = atEnd();

interface Stand extends Service {
  log: string[];
}

async function start(t: Cleanup, env: Record<string, string> = {}, prefix?: string): Promise<Stand> {
  const log: string[] = [];
  const service = await startService(
    t,
    { ALLOW_PRIVATE_TARGETS: "true", EXPORT_MIN_INTERVAL_S: "1", ...env },
    {
      log: pino({ level: "debug" }, { write: (line: string) => void log.push(line) }),
      ...(prefix === undefined ? {} : { prefix }),
    },
  );
  return Object.assign(service, { log });
}

/** For tests that neither stop it nor read its log. */
let service: Stand;
before(async () => void (service = await start(suite)));

const SECRET = `whsec_${Buffer.from("nobody is to see this secret, ever").toString("base64")}`;

async function wish(shop: Caller, count: number): Promise<Json[]> {
  const { id } = await shop.newCustomer(CONSENTING);
  const list = await shop.newWishlist({ customerRef: id });
  const items: Json[] = [];
  for (let i = 0; i < count; i++) items.push(await shop.newItem(list.id));
  return items;
}

const runsOf = async (shop: Caller, id: string): Promise<Json[]> =>
  (await shop.get(`${EXPORTS}/${id}/runs`)).body.runs;

describe("a run to a platform", () => {
  it("continues after the last accepted batch if the platform is away, and sends the same batch again", async (t) => {
    const shop = await service.newCaller();
    const receiver = await startWebhookReceiver(t, { secret: SECRET });
    const items = await wish(shop, 5);
    const connector = { type: "webhook", url: receiver.url, secret: SECRET, batchSize: 2 };
    const { id } = await newExport(shop, { connector });
    receiver.faults.push(undefined, answers(503, "after"));
    const run = await runOf(shop, id);
    assert.deepEqual([run.status, run.counts.accepted, run.reason], ["succeeded", 5, undefined]);
    const batches = receiver.requests.map(({ headers }) => headers["webhook-id"]);
    assert.deepEqual(
      batches,
      [1, 2, 2, 3].map((number) => `${run.id}-0000000${number}`),
    );
    assert.deepEqual(receiver.requests[1]?.body, receiver.requests[2]?.body);
    const sentRecords = [...receiver.taken.values()].flatMap(({ data }) => data.records as Json[]);
    assert.deepEqual(sentRecords.map(({ item }) => item.id).sort(), items.map(({ id: item }) => item).sort());
    assert.equal((await runOf(shop, id)).counts.read, 0);
  });

  it("fails at once if it is refused; the next run does not send again what had arrived", async (t) => {
    const shop = await service.newCaller();
    const receiver = await startWebhookReceiver(t, { secret: SECRET });
    const items = await wish(shop, 4);
    const connector = { type: "webhook", url: receiver.url, secret: SECRET, batchSize: 1 };
    const { id } = await newExport(shop, { connector });
    receiver.faults.push(undefined, answers(410));
    const run = await runOf(shop, id);
    assert.deepEqual([run.status, run.counts.accepted], ["failed", 1]);
    assert.match(run.reason, /^the receiver answered 410/);
    assert.equal(run.reasonCode, "platform_answer");
    items.push(...(await wish(shop, 1)));
    const next = await runOf(shop, id);
    assert.deepEqual([next.status, next.counts.accepted], ["succeeded", 4]);
    const sentRecords = [...receiver.taken.values()].flatMap(({ data }) => data.records as Json[]);
    assert.deepEqual(sentRecords.map(({ item }) => item.id).sort(), items.map(({ id: item }) => item).sort());
  });

  it("keeps the ids of rejected records, and sends the records again on request", async (t) => {
    const shop = await service.newCaller();
    const receiver = await startWebhookReceiver(t, { secret: SECRET });
    await wish(shop, 3);
    const connector = { type: "webhook", url: receiver.url, secret: SECRET };
    const { id } = await newExport(shop, { connector });
    receiver.faults.push(answers(422));
    const rejected = () => metricOf(service, 'wishlist_export_records_total{outcome="rejected"}');
    const rejectedBefore = await rejected();
    const run = await runOf(shop, id);
    assert.deepEqual([run.status, run.counts.accepted, run.counts.failed], ["succeeded", 0, 3]);
    assert.equal(await rejected(), rejectedBefore + 3);
    assert.match(run.rejected[0].reason, /^the receiver answered 422/);
    assert.equal(run.rejected[0].reasonCode, "platform_answer");
    assert.deepEqual(Object.keys(run.rejected[0]).sort(), [
      ...["change", "customerId", "id", "itemId", "reason", "reasonCode", "time", "type", "wishlistId"],
    ]);
    const from = (number: string) => shop.get(`${EXPORTS}/${id}/runs/${run.id}?rejectedFrom=${number}`);
    assert.equal((await from("2")).body.rejected.length, 1);
    assert.equal((await from("18446744073709551615")).status, 400);
    const redrive = `${EXPORTS}/${id}/runs/${run.id}/redrive`;
    const again = await overRun(shop, id, (await shop.post(redrive)).body.id);
    assert.deepEqual([again.trigger, again.redriveOf, again.counts.accepted], ["redrive", run.id, 3]);
    const [message] = receiver.taken.values();
    assert.deepEqual(
      message?.data.records.map((record) => record.id).sort(),
      run.rejected.map((each: Json) => each.id).sort(),
    );
    assert.equal((await shop.post(redrive)).status, 400);
    assert.equal(await service.redis.exists(service.keys.rejected(`${shop.tenantId}/default`, run.id)), 0);
  });

  it("is the only one of its export, and ends if it is cancelled", async (t) => {
    const shop = await service.newCaller();
    const receiver = await startWebhookReceiver(t, { secret: SECRET });
    await wish(shop, 2);
    const { id } = await newExport(shop, {
      connector: { type: "webhook", url: receiver.url, secret: SECRET },
    });
    receiver.faults.push(...Array.from({ length: 20 }, () => answers(503)));
    const { body: run } = await shop.post(`${EXPORTS}/${id}/runs`);
    const second = await shop.post(`${EXPORTS}/${id}/runs`);
    assert.deepEqual([second.status, second.body.code, second.body.runId], [409, "RunInProgress", run.id]);
    await until("it waits", async () => (await shop.get(`${EXPORTS}/${id}/runs/${run.id}`)).body.reason);
    assert.equal((await shop.get(`${EXPORTS}/${id}`)).body.activeRun, run.id);
    const { body: cancelled } = await shop.post(`${EXPORTS}/${id}/runs/${run.id}/cancel`);
    assert.deepEqual([cancelled.status, typeof cancelled.finishedTime], ["cancelled", "string"]);
    receiver.faults.length = 0;
    const next = await runOf(shop, id);
    assert.deepEqual([next.status, next.counts.accepted], ["succeeded", 2]);
  });
});

describe("the credentials of an export", () => {
  it("appear in no answer, no line of the log, and no data in Redis", async (t) => {
    const { newCaller, redis, prefix, log, dataDir } = await start(t, { CREDENTIALS_KEYS: "" });
    const shop = await newCaller();
    const receiver = await startWebhookReceiver(t, { secret: SECRET });
    await wish(shop, 1);
    const texts: string[] = [];
    const connector = { type: "webhook", url: receiver.url, secret: SECRET };
    const made = await shop.post(EXPORTS, { name: "x", mode: "full", connector });
    const { id } = made.body;
    assert.deepEqual(made.body.connector, { ...connector, secret: "***" });
    texts.push(made.text, (await shop.get(`${EXPORTS}/${id}`)).text, (await shop.get(EXPORTS)).text);
    const changes = { name: "y", connector: { ...connector, secret: "***" } };
    texts.push((await shop.put(`${EXPORTS}/${id}`, changes)).text);
    assert.equal((await runOf(shop, id)).counts.accepted, 1);
    receiver.faults.push(answers(401));
    texts.push(JSON.stringify(await runOf(shop, id)));
    const other = await shop.put(`${EXPORTS}/${id}`, { connector: { type: "segment", writeKey: "***" } });
    assert.deepEqual([other.status, other.body.errors[0].path], [400, "/connector/writeKey"]);
    for (const key of await keysWith(redis, prefix)) texts.push(await dump(redis, key));
    const raw = SECRET.slice("whsec_".length);
    for (const text of [...texts, ...log]) assert.ok(!text.includes(raw), text.slice(0, 200));
    assert.equal(statSync(join(dataDir, "credentials.key")).mode & 0o777, 0o600);
    assert.ok(log.some((line) => line.includes("CREDENTIALS_KEYS")));
  });

  it("are sent only to the address for which they were given", async (t) => {
    const shop = await service.newCaller();
    const receiver = await startWebhookReceiver(t, { secret: SECRET });
    const { id } = await newExport(shop, {
      connector: { type: "webhook", url: receiver.url, secret: SECRET },
    });
    const elsewhere = { type: "webhook", url: "https://other.example", secret: "***" };
    const { status, body } = await shop.put(`${EXPORTS}/${id}`, { connector: elsewhere });
    assert.deepEqual([status, body.errors[0].path], [400, "/connector/secret"]);
    assert.equal((await shop.get(`${EXPORTS}/${id}`)).body.connector.url, receiver.url);
    const anew = { ...elsewhere, secret: SECRET };
    assert.equal((await shop.put(`${EXPORTS}/${id}`, { connector: anew })).status, 200);
  });

  it("are generated if a webhook has no secret, and shown once", async (t) => {
    const shop = await service.newCaller();
    const receiver = await startWebhookReceiver(t, { secret: SECRET });
    const { id, connector } = await newExport(shop, { connector: { type: "webhook", url: receiver.url } });
    assert.match(connector.secret, /^whsec_/);
    assert.equal((await shop.get(`${EXPORTS}/${id}`)).body.connector.secret, "***");
  });

  it("decrypt with an old key until they are sealed with the new one, and with no other key", async (t) => {
    const [old, next] = ["A", "B"].map((letter) => Buffer.alloc(32, letter).toString("base64"));
    const receiver = await startWebhookReceiver(t, { secret: SECRET });
    const prefix = newPrefix();
    const first = await start(suite, { CREDENTIALS_KEYS: String(old) }, prefix);
    const shop = await first.newCaller();
    await wish(shop, 1);
    const { id } = await newExport(shop, {
      mode: "full",
      connector: { type: "webhook", url: receiver.url, secret: SECRET },
    });
    await first.stop();
    const both = await start(suite, { CREDENTIALS_KEYS: `${String(next)},${String(old)}` }, prefix);
    assert.equal((await runOf(await both.callerFor(shop.credentials), id)).status, "succeeded");
    await both.stop();
    const sealed = both.log.filter((line) => line.includes("sealed with the new credentials key"));
    assert.equal(sealed.length, 1);
    const last = await start(suite, { CREDENTIALS_KEYS: String(next) }, prefix);
    assert.equal((await runOf(await last.callerFor(shop.credentials), id)).status, "succeeded");
    await last.stop();
    // Without the key, a process that decrypts secrets does not start.
    await assert.rejects(
      start(suite, { CREDENTIALS_KEYS: String(old) }, prefix),
      /sealed with the key \S+, which is not in CREDENTIALS_KEYS: .*; without it, the key in \S+ is used/,
    );
  });
});

describe("the schedule of an export", () => {
  const EACH_SECOND = { cron: "* * * * * *", timezone: "Europe/Berlin" };
  const YEARLY = { cron: "0 3 1 1 *", timezone: "Europe/Berlin" };

  it("applies at once after it is created, changed or deleted", async () => {
    const shop = await service.newCaller();
    await wish(shop, 1);
    const { id, nextRunTime } = await newExport(shop, { schedule: EACH_SECOND });
    assert.ok(Date.parse(nextRunTime) > Date.now() - 1000);
    await until("two runs", async () => {
      const runs = await runsOf(shop, id);
      return runs.filter(({ status }) => status === "succeeded").length >= 2;
    });
    const runs = await runsOf(shop, id);
    assert.equal(runs.at(-1).trigger, "schedule");
    assert.deepEqual(
      runs.map(({ counts }) => counts.accepted).filter((accepted) => accepted !== 0),
      [1],
    );
    assert.equal(linesOf(service.dataDir, runs.at(-1)).length, 1);

    const { body: off } = await shop.put(`${EXPORTS}/${id}`, { enabled: false });
    assert.equal(off.nextRunTime, undefined);
    await until("the last is over", async () => (await runsOf(shop, id))[0].status === "succeeded");
    const count = (await runsOf(shop, id)).length;
    await new Promise((resolve) => setTimeout(resolve, 1500));
    assert.equal((await runsOf(shop, id)).length, count);

    await shop.put(`${EXPORTS}/${id}`, { enabled: true });
    await until("it goes on", async () => (await runsOf(shop, id)).length > count);
    assert.equal((await shop.delete(`${EXPORTS}/${id}`)).status, 204);
    // The tenant's folder is deleted with its last files.
    await until("its files are gone", () => !existsSync(join(service.dataDir, "exports", shop.tenantId, id)));
    assert.equal((await shop.get(`${EXPORTS}/${id}/runs`)).status, 404);
  });

  it("runs once after several missed times during an outage, and restores a lost queue", async () => {
    const prefix = newPrefix();
    const first = await start(suite, {}, prefix);
    const shop = await first.newCaller();
    await wish(shop, 1);
    const { id, nextRunTime } = await newExport(shop, { schedule: YEARLY });
    const { id: lost, nextRunTime: then } = await newExport(shop, { schedule: YEARLY });
    await first.stop();
    // The time of the first has come meanwhile; the queue has lost the second.
    const { redis, keys } = first;
    const queue = `${keys.jobs("exports")}:exports`;
    const job = `repeat:${id}:${Date.parse(nextRunTime)}`;
    assert.equal(await redis.zadd(`${queue}:delayed`, "XX", "CH", 1, job), 1);
    await redis.zrem(`${queue}:repeat`, lost);
    const lostJob = `repeat:${lost}:${Date.parse(then)}`;
    await redis.zrem(`${queue}:delayed`, lostJob);
    assert.equal(await redis.del(`${queue}:repeat:${lost}`, `${queue}:${lostJob}`), 2);
    const second = await start(suite, {}, prefix);
    const again = await second.callerFor(shop.credentials);
    await until("the missed run", async () => (await runsOf(again, id))[0]?.status === "succeeded");
    await second.stop();
    const third = await start(suite, {}, prefix);
    const last = await third.callerFor(shop.credentials);
    await new Promise((resolve) => setTimeout(resolve, 500));
    assert.deepEqual(
      (await runsOf(last, id)).map(({ trigger }) => trigger),
      ["schedule"],
    );
    assert.deepEqual(await runsOf(last, lost), []);
    await third.stop();
    for (const each of [id, lost])
      assert.ok(Number(await redis.zscore(`${queue}:repeat`, each)) > Date.now());
  });

  it("skips a run and records it while another one is running", async (t) => {
    const shop = await service.newCaller();
    const receiver = await startWebhookReceiver(t, { secret: SECRET });
    await wish(shop, 1);
    receiver.faults.push(...Array.from({ length: 20 }, () => answers(503)));
    const connector = { type: "webhook", url: receiver.url, secret: SECRET };
    const { id } = await newExport(shop, { connector, schedule: EACH_SECOND });
    await until("one run is skipped", async () => (await shop.get(`${EXPORTS}/${id}`)).body.skippedRuns >= 1);
    assert.equal((await runsOf(shop, id)).length, 1);
  });
});
