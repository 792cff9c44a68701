import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { newExport } from "../../support/exports.ts";
import { type Cluster, newCluster } from "../../support/processes.ts";
import { atEnd } from "../../support/redis.ts";
import { type Proxy, startProxy } from "../../support/servers/proxy.ts";
import {
  type Answer,
  Caller,
  type Json,
  send,
  type Service,
  tokenRequest,
  unique,
  WS,
} from "../../support/service.ts";
import { until } from "../../support/until.ts";

/** More parts than a process sends to Redis for one request. */
const MAX_PARTS = 40;
/**
 * Sweeps over a request until the reply to a write of its own was lost: the process sends parts of others in between.
 */
const MAX_SWEEPS = 15;

/** A request that creates something, and how what there is then is found. */
interface Creation {
  path: string;
  body?: unknown;
  /** Ids of all that the shop has of its kind. */
  list: (shop: Caller) => Promise<string[]>;
  idOf: (created: Json) => string;
  /** Fails unless the secret of an answer works. */
  use?: (shop: Caller, created: Json) => Promise<void>;
}

/** Prepares what the request is about. */
type Prepare = (shop: Caller) => Promise<Creation>;

const idsIn = async (shop: Caller, path: string, name: string): Promise<string[]> =>
  (await shop.get(path)).body[name].map(({ id }: Json) => id);
const idOf = ({ id }: Json): string => id;

async function isSecret(secret: unknown): Promise<void> {
  assert.match(String(secret), /^whsec_.{40}/);
  return Promise.resolve();
}

const CREATIONS: Record<string, Prepare> = {
  createWebhookEndpoint: () =>
    Promise.resolve({
      path: `${WS}/webhook-endpoints`,
      body: { url: "https://receiver.example/hook" },
      list: (shop) => idsIn(shop, `${WS}/webhook-endpoints`, "endpoints"),
      idOf,
      use: (_, { secret }) => isSecret(secret),
    }),
  createExport: () =>
    Promise.resolve({
      path: `${WS}/exports`,
      body: {
        name: "wishes",
        connector: { type: "webhook", url: "https://receiver.example/wishes" },
        mode: "full",
        schedule: { cron: "0 6 * * *", timezone: "UTC" },
      },
      list: (shop) => idsIn(shop, `${WS}/exports`, "exports"),
      idOf,
      use: (_, { connector }) => isSecret(connector.secret),
    }),
  async startExportRun(known) {
    const path = `${WS}/exports/${(await newExport(known)).id}/runs`;
    return { path, list: (shop) => idsIn(shop, path, "runs"), idOf };
  },
  createClient: () =>
    Promise.resolve({
      path: `${WS}/clients`,
      body: { scopes: ["settings:read"] },
      list: async (shop) =>
        (await shop.get(`${WS}/clients`)).body.clients
          .filter(({ scopes }: Json) => scopes.length === 1)
          .map(({ clientId }: Json) => clientId),
      idOf: ({ clientId }) => clientId,
      async use({ baseUrl, tenantId }, { clientId, clientSecret }) {
        const form = { grant_type: "client_credentials", client_id: clientId, client_secret: clientSecret };
        const { status, text } = await tokenRequest(baseUrl, tenantId, form);
        assert.equal(status, 200, text);
      },
    }),
};

describe("a creation that is repeated under its Idempotency-Key after its outcome was unknown", () => {
  const suite = atEnd();
  let proxy: Proxy;
  let http: Service;
  let other: Service;
  let newShop: Cluster["newShop"];
  before(async () => {
    const cluster = newCluster(suite, { env: { ASK_TIMEOUT_MS: "1000" } });
    ({ newShop } = cluster);
    proxy = await startProxy(suite, cluster.url);
    [http, other] = await Promise.all([
      cluster.serve("http", { REDIS_URL: proxy.url }),
      cluster.serve("http,worker"),
    ]);
  });
  const isReady = async () => (await send(http.baseUrl, "GET", "/health/ready")).status === 200;

  /**
   * Sends a request, and loses the reply to a part of it. At once, another process repeats it until it is answered, and
   * compares: that may take seconds, until the claim of the first request has ended, so `checked` is to be awaited
   * last.
   */
  async function creationWithout(part: number, prepare: Prepare) {
    const known = await newShop(other);
    const { path, body, ...creation } = await prepare(known);
    const headers = { "Idempotency-Key": unique("k") };
    const shop = new Caller(http.baseUrl, known.tenantId, known.token);
    // The process has verified the token, so that the request begins with its own work.
    await shop.get(`${WS}/settings`);
    const isLost = proxy.loseReplyTo(part, known.tenantId);
    const first = await shop.post(path, body, { headers });
    const check = async () => {
      let answer: Answer<Json> = first;
      await until("the repeated request is answered", async () => {
        answer = await known.post(path, body, { headers });
        return answer.status < 300;
      });
      const listed = await creation.list(known);
      assert.deepEqual(listed, [creation.idOf(answer.body)], `part ${part}: ${first.status}`);
      await creation.use?.(known, answer.body);
    };
    const checked = check();
    checked.catch(() => undefined);
    await until("the process is ready again", isReady);
    return { isLost: isLost(), code: first.body.code as unknown, checked };
  }

  for (const [name, prepare] of Object.entries(CREATIONS)) {
    it(`has taken effect once: ${name}`, async () => {
      const codes: unknown[] = [];
      const all: Promise<void>[] = [];
      for (let sweep = 0; sweep < MAX_SWEEPS && !codes.includes("OutcomeUnknown"); sweep++)
        for (let part = 1; part <= MAX_PARTS; part++) {
          const { isLost, code, checked } = await creationWithout(part, prepare);
          codes.push(code);
          all.push(checked);
          if (!isLost) break;
        }
      await Promise.all(all);
      assert.ok(codes.includes("OutcomeUnknown"), codes.join());
    });
  }
});
