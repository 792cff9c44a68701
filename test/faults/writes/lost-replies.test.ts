import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { newExport } from "../../support/exports.ts";
import { newCluster } from "../../support/processes.ts";
import { dump, keysLike } from "../../support/redis.ts";
import { startProxy } from "../../support/servers/proxy.ts";
import { type Answer, Caller, type Json, send, WS } from "../../support/service.ts";
import { until } from "../../support/until.ts";

/** More parts than a process sends to Redis for one request, also to all masters of a cluster. */
const MAX_PARTS = 100;
/**
 * Sweeps over a request until the reply to a write of its own was lost: the process sends parts of others in between.
 */
const MAX_SWEEPS = 15;
const HOOKS = `${WS}/webhook-endpoints`;
const EXPORTS = `${WS}/exports`;
const CLIENTS = `${WS}/clients`;
const URL_OF_RECEIVER = "https://receiver.example/hook";

type Answered = Promise<Answer<Json>>;
/** Prepares a request by a process that loses nothing. Resolves to what sends it by another one. */
type Prepare = (shop: Caller) => Promise<(shop: Caller) => Answered>;

const newHook = async (shop: Caller): Promise<string> =>
  (await shop.post(HOOKS, { url: URL_OF_RECEIVER })).body.id;
const newClient = async (shop: Caller): Promise<string> =>
  (await shop.post(CLIENTS, { scopes: ["settings:read"] })).body.clientId;

/** Requests that change something, and are not one commit of an actor. */
const REQUESTS: Record<string, Prepare> = {
  updateSettings: () =>
    Promise.resolve((shop) => shop.put(`${WS}/settings`, { allowDuplicateVariants: false })),
  createWebhookEndpoint: () => Promise.resolve((shop) => shop.post(HOOKS, { url: URL_OF_RECEIVER })),
  async updateWebhookEndpoint(known) {
    const id = await newHook(known);
    return (shop) => shop.put(`${HOOKS}/${id}`, { description: "new" });
  },
  async rotateWebhookSecret(known) {
    const id = await newHook(known);
    return (shop) => shop.post(`${HOOKS}/${id}/rotate-secret`);
  },
  async deleteWebhookEndpoint(known) {
    const id = await newHook(known);
    return (shop) => shop.delete(`${HOOKS}/${id}`);
  },
  createExport: () =>
    Promise.resolve((shop) =>
      shop.post(EXPORTS, { name: "wishes", connector: { type: "file", format: "ndjson" }, mode: "changed" }),
    ),
  async updateExport(known) {
    const { id } = await newExport(known);
    return (shop) => shop.put(`${EXPORTS}/${id}`, { name: "new" });
  },
  async deleteExport(known) {
    const { id } = await newExport(known);
    return (shop) => shop.delete(`${EXPORTS}/${id}`);
  },
  async startExportRun(known) {
    const { id } = await newExport(known);
    return (shop) => shop.post(`${EXPORTS}/${id}/runs`);
  },
  async cancelExportRun(known) {
    const { id } = await newExport(known);
    const run = (await known.post(`${EXPORTS}/${id}/runs`)).body.id;
    return (shop) => shop.post(`${EXPORTS}/${id}/runs/${run}/cancel`);
  },
  createClient: () => Promise.resolve((shop) => shop.post(CLIENTS, { scopes: ["settings:read"] })),
  async updateClient(known) {
    const id = await newClient(known);
    return (shop) => shop.put(`${CLIENTS}/${id}`, { disabled: true });
  },
  async rotateClientSecret(known) {
    const id = await newClient(known);
    return (shop) => shop.post(`${CLIENTS}/${id}/rotate-secret`, {});
  },
  async deleteClient(known) {
    const id = await newClient(known);
    return (shop) => shop.delete(`${CLIENTS}/${id}`);
  },
  async erasePersonalData(known) {
    const { id } = await known.newCustomer();
    return (shop) => shop.post(`${WS}/privacy/erase`, { customerRef: id });
  },
};

describe("a request that writes without a command, when the connection is lost after any part of it", () => {
  it("is answered 503 only if nothing was changed", async (t) => {
    const { url, redis, keys, serve, newShop } = newCluster(t, { env: { ASK_TIMEOUT_MS: "2000" } });
    const proxy = await startProxy(t, url);
    const [http, other] = await Promise.all([serve("http", { REDIS_URL: proxy.url }), serve("http,worker")]);
    const isReady = async () => (await send(http.baseUrl, "GET", "/health/ready")).status === 200;

    /** All data of a tenant, except the audit log, which has each attempt, and used rates. */
    async function stored({ tenantId }: Caller): Promise<Map<string, string>> {
      const all = await keysLike(redis, `${keys.prefix}*${tenantId}*`);
      const names = all.filter((name) => !/:(audit|allowance)/.test(name));
      const texts = await Promise.all(names.map((name) => dump(redis, name)));
      return new Map(names.map((name, i) => [name, texts[i] ?? ""]));
    }
    const changedIn = (before: Map<string, string>, after: Map<string, string>) =>
      [...new Set([...before.keys(), ...after.keys()])].filter(
        (name) => before.get(name) !== after.get(name),
      );

    /** Sends a request once for each part that it has, and loses the reply to that part. Resolves to the answers. */
    async function outcomesOf(name: string, prepare: Prepare): Promise<string[]> {
      const outcomes: string[] = [];
      for (let part = 1; part <= MAX_PARTS; part++) {
        const known = await newShop(other);
        const act = await prepare(known);
        const shop = new Caller(http.baseUrl, known.tenantId, known.token);
        // The process has verified the token, so that the request begins with its own work.
        await shop.get(`${WS}/settings`);
        const before = await stored(known);
        const isLost = proxy.loseReplyTo(part, known.tenantId);
        const { status, body } = await act(shop);
        const outcome = status < 300 ? "done" : `${status} ${body.code}`;
        outcomes.push(outcome);
        if (status === 503) assert.deepEqual(changedIn(before, await stored(known)), [], `${name}: ${part}`);
        else if (status >= 300) assert.equal(outcome, "500 OutcomeUnknown", `${name}: ${part}`);
        await until("the process is ready again", isReady);
        if (!isLost()) break;
      }
      assert.equal(outcomes.at(-1), "done", name);
      return outcomes;
    }

    for (const [name, prepare] of Object.entries(REQUESTS)) {
      // A part may have been one of the process itself, so that no write of the request was lost.
      let outcomes: string[] = [];
      for (let time = 0; time < MAX_SWEEPS && !outcomes.includes("500 OutcomeUnknown"); time++)
        outcomes = await outcomesOf(name, prepare);
      assert.ok(outcomes.includes("500 OutcomeUnknown"), `${name}: ${outcomes.join()}`);
    }
  });

  it("is answered 503 if its one command was not applied in time", async (t) => {
    const { serve, newShop } = newCluster(t, { env: { ASK_TIMEOUT_MS: "1000" } });
    const [http, worker] = await Promise.all([serve("http"), serve("worker")]);
    const shop = await newShop(http);
    const { id } = await shop.newWishlist();
    await worker.stop();
    const { status, text } = await shop.post(`${WS}/wishlists/${id}/shares`, {});
    assert.equal(status, 503, text);
  });
});
