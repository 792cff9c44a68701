import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { before, describe, it } from "node:test";
import { FileArchive } from "../../../src/jobs/changes/file-archive.ts";
import type { Credentials } from "../../../src/store/tenants/client.ts";
import { isOnCluster } from "../../support/connections/one-server.ts";
import { archiveFeeds, archiveRootIn } from "../../support/data/archived-feeds.ts";
import { feed, lines as toLines, NDJSON } from "../../support/data/feeds.ts";
import { newExport, runOf } from "../../support/exports.ts";
import { newDataDir, nodeArgs, startProgram } from "../../support/programs.ts";
import { startReceiver } from "../../support/receiver.ts";
import { atEnd, dump, keysWith } from "../../support/redis.ts";
import {
  type Caller,
  type Json,
  type Service,
  startService,
  tokenRequest,
  unique,
  WS,
} from "../../support/service.ts";
import { tool, toolEnv, toolJson, toolText } from "../../support/tool.ts";
import { until } from "../../support/until.ts";

const suite = atEnd();
const dataDir = newDataDir(suite);
let service: Service;
let env: Record<string, string>;
before(async () => {
  service = await startService(suite, {
    RATE_LIMIT: "1000",
    ALLOW_PRIVATE_TARGETS: "true",
    DATA_DIR: dataDir,
    CHANGES_HOT_HOURS: "1",
    WAITING_LIST_LENGTH: "1",
  });
  env = toolEnv(service);
});

const PATH = `${WS}/wishlists?id=x`;

const run = (...words: string[]) => toolJson(words, env);
const say = (...words: string[]) => toolText(words, env);

const tokenFor = ({ tenantId, clientId, clientSecret }: Credentials) =>
  tokenRequest(service.baseUrl, tenantId, {
    grant_type: "client_credentials",
    client_id: clientId,
    client_secret: clientSecret,
  });

/** Every key with its content, by name. On a cluster without outboxes, which keep relayed events for a minute. */
async function everything(): Promise<Map<string, string>> {
  const all = await keysWith(service.redis, service.prefix);
  const names = all.filter((key) => !(isOnCluster() && key.endsWith(":outbox")));
  return new Map(await Promise.all(names.map(async (key) => [key, await dump(service.redis, key)] as const)));
}

describe("wishlist tenant", () => {
  it("create registers a tenant whose client gets tokens for its store at once", async () => {
    const tenant = unique("t");
    const created = await run("tenant", "create", tenant, "--store", "berlin");
    assert.deepEqual(Object.keys(created).sort(), ["clientId", "clientSecret", "tenantId"]);
    assert.equal(created.tenantId, tenant);
    const caller = await service.callerFor(created);
    assert.equal((await caller.get(PATH)).status, 404);
    const [client] = await run("client", "list", tenant);
    assert.equal(client.store, "berlin");
    const again = await tool(["tenant", "create", tenant], env);
    assert.equal(again.code, 1);
    assert.match(
      again.stderr,
      new RegExp(`exists already: .* client create ${tenant}\\W prints new credentials`),
    );
    assert.equal((await caller.get(PATH)).status, 404);
  });

  it("create prints the three required texts, and that they are shown once", async () => {
    const tenant = unique("t");
    const text = await say("tenant", "create", tenant);
    const [, clientId = "", clientSecret = ""] = /client id +(\S+)\nclient secret +(\S+)/.exec(text) ?? [];
    assert.match(text, /once/);
    assert.equal((await tokenFor({ tenantId: tenant, clientId, clientSecret })).status, 200);
  });

  it("list shows each tenant, and no secrets", async () => {
    const { tenantId, clientSecret } = await service.tenants.create(unique("t"));
    await service.tenants.setState(tenantId, "suspended");
    const found = (await run("tenant", "list")).find((each: Json) => each.tenantId === tenantId);
    assert.equal(found.state, "suspended");
    assert.ok(Math.abs(Date.parse(found.createdTime) - Date.now()) < 60_000);
    const text = `${JSON.stringify(found)}${await say("tenant", "list")}`;
    assert.match(text, new RegExp(`^${tenantId} +suspended`, "m"));
    assert.ok(!text.includes(clientSecret));
    assert.doesNotMatch(text, /signingKeys|"d":|hash/);
  });

  it("show prints a tenant's state, stores, clients, settings and budgets, and no secrets", async () => {
    const { tenantId, clientId, clientSecret } = await service.tenants.create(unique("t"), {
      store: "berlin",
    });
    await run("tenant", "set", tenantId, "--budget", "rows=50", "--allow-duplicate-variants", "true");
    const shown = await run("tenant", "show", tenantId);
    assert.deepEqual(
      [shown.tenantId, shown.state, shown.stores],
      [tenantId, "active", ["berlin", "default"]],
    );
    assert.equal(shown.clients[0].clientId, clientId);
    assert.equal(shown.settings.allowDuplicateVariants, true);
    assert.deepEqual([shown.budgets, shown.openUploads, shown.storedBytes], [{ rows: 50 }, 0, 0]);
    const { rows, stored, jobs, rateLimit } = shown.limits;
    assert.deepEqual([rows, stored, jobs, rateLimit], [50, 4000, 100_000, 10_000]);
    assert.equal(shown.waitingJobs, 0);
    const text = await say("tenant", "show", tenantId);
    for (const word of [tenantId, clientId, "berlin", "allowDuplicateVariants", "4000 (default)"])
      assert.ok(text.includes(word));
    for (const each of [text, JSON.stringify(shown)]) {
      assert.ok(!each.includes(clientSecret));
      assert.doesNotMatch(each, /signingKeys|"d":|hash/);
    }
    assert.match((await tool(["tenant", "show", "nobody"], env)).stderr, /no tenant nobody/);
  });

  it("suspend locks a tenant out, and resume admits it again", async () => {
    const caller = await service.newCaller();
    const other = await service.newCaller();
    assert.deepEqual(await run("tenant", "suspend", caller.tenantId), {
      tenantId: caller.tenantId,
      state: "suspended",
    });
    const refused = await tokenFor(caller.credentials);
    assert.deepEqual([refused.status, refused.body.error], [403, "unauthorized_client"]);
    await until("its token is refused", async () => (await caller.get(PATH)).status === 403);
    assert.equal((await other.get(PATH)).status, 404);
    assert.match(await say("tenant", "resume", caller.tenantId), /active again/);
    await until("it is served", async () => (await caller.get(PATH)).status === 404);
    assert.equal((await tokenFor(caller.credentials)).status, 200);
  });

  it("revoke-tokens ends existing tokens, and new ones work", async () => {
    const caller = await service.newCaller();
    const other = await service.newCaller();
    const { notBefore } = await run("tenant", "revoke-tokens", caller.tenantId);
    assert.ok(Math.abs(notBefore - Date.now() / 1000) < 60);
    await until("its token is refused", async () => (await caller.get(PATH)).status === 401);
    assert.equal((await other.get(PATH)).status, 404);
    const token = await tokenFor(caller.credentials);
    assert.equal(token.body["not-before-policy"], notBefore);
    assert.equal((await (await service.callerFor(caller.credentials)).get(PATH)).status, 404);
  });

  it("rotate-key signs new tokens with a new key, and old tokens stay valid", async () => {
    const caller = await service.newCaller();
    const { kid } = await run("tenant", "rotate-key", caller.tenantId);
    const again = await service.callerFor(caller.credentials);
    const header = Buffer.from(again.token.split(".")[0] ?? "", "base64url").toString();
    assert.equal((JSON.parse(header) as { kid: string }).kid, kid);
    for (const each of [caller, again]) assert.equal((await each.get(PATH)).status, 404);
  });

  it("set changes the named settings, and no others", async () => {
    const caller = await service.newCaller();
    const { tenantId } = caller;
    const policy = async () => (await caller.get(PATH)).headers["ratelimit-policy"];
    assert.deepEqual(await run("tenant", "set", tenantId, "--rate-limit", "7"), {
      tenantId,
      rateLimit: 7,
      budgets: {},
      allowDuplicateVariants: false,
    });
    await until("the limit is seen", async () => (await policy()) === '"tenant";q=7;w=1');
    assert.deepEqual(await run("tenant", "set", tenantId, "--allow-duplicate-variants", "true"), {
      tenantId,
      rateLimit: 7,
      budgets: {},
      allowDuplicateVariants: true,
    });
    const set = await run("tenant", "set", tenantId, "--budget", "rows=500,tokens=60");
    assert.deepEqual(set.budgets, { rows: 500, tokens: 60 });
    const { budgets, storedBytes, state } = await run("tenant", "show", tenantId);
    assert.deepEqual([budgets, storedBytes, state], [set.budgets, 0, "active"]);
    const back = await run("tenant", "set", tenantId, "--budget", "rows=default");
    assert.deepEqual(back.budgets, { tokens: 60 });
    assert.equal((await run("tenant", "set", tenantId, "--rate-limit", "0")).rateLimit, null);
    await until("the default is back", async () => (await policy()) === '"tenant";q=1000;w=1');
    const { id } = await caller.newWishlist();
    const product = { productRef: "p", selectedVariantRef: "v" };
    const items = [await caller.newItem(id, { product }), await caller.newItem(id, { product })];
    assert.notEqual(items[0].id, items[1].id);
  });
});

describe("wishlist tenant delete", () => {
  /** Tenants with older changes in the data directory. */
  async function archivedTenants(): Promise<string[]> {
    const archive = new FileArchive(archiveRootIn(dataDir));
    const tenants = new Set<string>();
    for await (const names of archive.list()) for (const name of names) tenants.add(name.split("/")[0] ?? "");
    return [...tenants].sort();
  }

  /** Stores data of a tenant in every place. Returns the id of a wishlist. */
  async function createData(caller: Caller, ref: string): Promise<string> {
    const keyed = { headers: { "Idempotency-Key": unique("k") } };
    const { id: customerRef } = await caller.newCustomer({ email: `${unique("c")}@example.com` });
    const list = (await caller.post(`${WS}/wishlists`, { customerRef, name: "mine" }, keyed)).body;
    const [productRef, variantRef] = [ref, `${ref}-v`];
    const product = { productRef, selectedVariantRef: variantRef };
    await caller.post(`${WS}/wishlist/items`, { wishlistId: list.id, product, notifyMe: true }, keyed);
    await caller.post(`${WS}/products`, { productRef: "cap", variants: [{ variantRef: "cap-v", sku: "s" }] });
    await caller.post(`${WS}/stock-levels`, { variantRef: "not known yet", available: 1 });
    const createdTime = new Date(Date.now() + 3_600_000).toISOString();
    const lines = [{ lineRef: "1", productRef, variantRef, quantity: 1 }];
    await caller.post(`${WS}/orders`, { orderRef: unique("o"), customerRef, createdTime, lines });
    await caller.post(`${WS}/orders`, { orderRef: unique("o"), email: "a@b.de", createdTime, lines });
    // Deliveries to it fail, and wait for another attempt.
    const { url } = await startReceiver(suite, () => ({ status: 503 }));
    await caller.post(`${WS}/webhook-endpoints`, { url, events: ["wishlist.*"] });
    const { id } = await newExport(caller, { schedule: { cron: "0 3 * * *", timezone: "Europe/Berlin" } });
    assert.equal((await runOf(caller, id)).status, "succeeded");
    await feed(caller, "customers", NDJSON, toLines([{ id: unique("fed") }, { email: "no address" }]));
    await caller.newItem(list.id, { product: { productRef, selectedVariantRef: "another" } });
    const { guestToken } = (await caller.post(`${WS}/wishlists`, { name: "a guest's", guest: true })).body;
    const claim = { guestToken, customerRef, mode: "keep" };
    assert.equal((await caller.post(`${WS}/wishlists/claim`, claim)).status, 200);
    return list.id as string;
  }

  it("leaves no data of the tenant, also if it was killed in between, and changes no other tenant", async () => {
    const caller = await service.newCaller();
    const other = await service.newCaller();
    const { tenantId } = caller;
    const deletedList = await createData(caller, "shirt");
    await createData(other, "shirt");
    await archiveFeeds(service, [caller, other]);
    // Its name looks like a key of the tenant.
    const lookalike = `:${tenantId}/default:x`;
    await other.post(`${WS}/products`, { productRef: lookalike, variants: [{ variantRef: "l" }] });
    await run("shopify", "set", tenantId, `${tenantId}.myshopify.com`, "--secret", "s");
    assert.match((await tool(["tenant", "delete", tenantId], env)).stderr, /--yes is required/);
    const ofOther = async () =>
      [...(await everything()).keys()].filter((key) => key.includes(`:${other.tenantId}/`)).sort();
    const before = await ofOther();
    const killed = startProgram(
      suite,
      [...nodeArgs("scripts/wishlist.ts"), "tenant", "delete", tenantId, "--yes"],
      env,
    );
    assert.deepEqual(await archivedTenants(), [tenantId, other.tenantId].sort());
    const exportsKey = service.keys.exports(`${tenantId}/default`);
    await until("it has begun", async () => (await service.redis.exists(exportsKey)) === 0);
    killed.signal("SIGKILL");
    await killed.end();
    assert.equal((await run("tenant", "delete", tenantId, "--yes")).deleted, true);
    assert.deepEqual(await ofOther(), before);
    const left = [...(await everything())].filter(([key, held]) => {
      const text = `${key} ${held}`.replaceAll(lookalike, "");
      return text.includes(tenantId) || text.includes(deletedList);
    });
    assert.deepEqual(left, []);
    assert.deepEqual(readdirSync(join(dataDir, "exports")), [other.tenantId]);
    assert.deepEqual(await archivedTenants(), [other.tenantId]);
    assert.match((await tool(["tenant", "delete", tenantId, "--yes"], env)).stderr, /no tenant/);
    assert.equal((await other.get(PATH)).status, 404);
  });
});
