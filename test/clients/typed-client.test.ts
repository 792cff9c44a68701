import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { before, describe, it } from "node:test";
import { promisify } from "node:util";
import {
  alerts,
  changes,
  items,
  pages,
  Refused,
  verifyWebhook,
  type WishlistClient,
  wishlists,
} from "../../clients/typescript/src/index.ts";
import { areTypesOf } from "../../scripts/client/types.ts";
import { clientOf } from "../support/callers/typed-client.ts";
import { listOf } from "../support/list-of.ts";
import { startReceiver } from "../support/receiver.ts";
import { atEnd } from "../support/redis.ts";
import { given, send, type Service, startService, unique } from "../support/service.ts";
import { newProduct } from "../support/shop.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { until } from "../support/until.ts";

const ROOT = join(import.meta.dirname, "../..");
const FOLDER = join(ROOT, "clients/typescript");
const TSC = createRequire(import.meta.url).resolve("typescript/bin/tsc");
/** A Postman or client generator loads the whole document: more would be slow to import. */
const LARGEST_DOCUMENT = 600_000;

const WISHLISTS = "/services/wsservice/api/wishlists";

const suite = atEnd();
let service: Service;
let caller: Awaited<ReturnType<Service["newCaller"]>>;
let client: WishlistClient;
before(async () => {
  service = await startService(suite, { ALLOW_PRIVATE_TARGETS: "true" });
  caller = await service.newCaller();
  client = clientOf(service, caller.credentials);
});

async function newList(): Promise<string> {
  const { id } = await caller.newWishlist();
  return id;
}

const variant = (n: number) => ({ productRef: "tent", selectedVariantRef: `tent-${n}` });

async function addItems(wishlistId: string, count: number): Promise<void> {
  await client.POST("/services/wsservice/api/wishlist/add-items", {
    body: { wishlistId, itemRef: Array.from({ length: count }, (_, i) => variant(i)) },
  });
}

describe("the typed client", () => {
  it("is not packed without its compiled code", async (t) => {
    const folder = tempFolder(t);
    cpSync(join(FOLDER, "package.json"), join(folder, "package.json"));
    const packing = promisify(execFile)("npm", ["pack"], { cwd: folder });
    await assert.rejects(packing, /The client is not compiled: run npm run client/);
  });

  it("throws the problem of a refusal, with the invalid fields", async () => {
    const refused = await client
      .POST(WISHLISTS, { body: { name: "x", customerRef: unique("nobody") } })
      .catch((err: unknown) => err);
    assert.ok(refused instanceof Refused);
    assert.equal(refused.status, 404);
    const invalid = await client
      .POST("/services/customerservice/api/customers", { body: { id: unique("c"), email: "none" } })
      .catch((err: unknown) => err);
    assert.ok(invalid instanceof Refused);
    assert.equal(invalid.problem?.errors?.[0]?.path, "/email");
  });

  it("reads all pages of items, wishlists, alerts and changes", async () => {
    const customer = await caller.newCustomer();
    const lists = await Promise.all(
      Array.from({ length: 3 }, () => caller.newWishlist({ customerId: customer.svc_customer_id })),
    );
    const { id } = lists[0];
    await addItems(id, 7);
    const found = await listOf(items(client, { id, pageSize: 3 }));
    assert.equal(new Set(found.map((item) => item.id)).size, 7);
    const seen = await listOf(wishlists(client, { customerRef: customer.id, pageSize: 2 }));
    assert.deepEqual(seen.map((list) => list.id).sort(), lists.map((list) => list.id).sort());
    assert.deepEqual(await listOf(alerts(client, { customerRef: customer.id })), []);
    await until("the events", async () => {
      const pages = await listOf(changes(client, { limit: 2 }));
      const added = pages
        .flatMap(({ events }) => events)
        .filter(({ type }) => type === "wishlist.item.added");
      return added.length >= 7;
    });
  });

  it("reads all pages of the lists that have a cursor, with their filters", async () => {
    const other = await service.newCaller();
    const own = clientOf(service, other.credentials);
    const customers = await Promise.all(
      Array.from({ length: 5 }, (_, i) =>
        other.newCustomer({ first_name: "Ada", state: i < 3 ? "enabled" : "disabled" }),
      ),
    );
    const ids = (list: { id?: string }[]) => list.map(({ id }) => id).sort();
    const enabled = pages(own, "/services/customerservice/api/customers", {
      params: { query: { pageSize: 2, state: "enabled" } },
    });
    const listed = await listOf(enabled);
    assert.ok(listed.length > 1);
    assert.deepEqual(ids(listed.flatMap((page) => page.customers)), ids(customers.slice(0, 3)));
    const search = pages(own, "/services/customerservice/api/customers/search", {
      body: { text: "ada", pageSize: 2 },
    });
    const found = await listOf(search);
    assert.ok(found.length > 1);
    assert.deepEqual(ids(found.flatMap((page) => page.customers)), ids(customers));
    assert.deepEqual((await listOf(pages(own, "/services/wsservice/api/orders"))).at(-1), { orders: [] });
  });

  it("finds many variants and customers with one request each", async () => {
    const customer = await caller.newCustomer({ first_name: "Ada" });
    const { variantRef } = await newProduct(caller, { title: "Rust" });
    const variants = await client.POST("/services/wsservice/api/variants/lookup", {
      body: { refs: [variantRef, "none"] },
    });
    const titles = variants.data?.results.map(({ variant }) => [variant?.productTitle, variant?.title]);
    assert.deepEqual(titles, [
      ["Beanie", "Rust"],
      [undefined, undefined],
    ]);
    const customers = await client.POST("/services/customerservice/api/customers/lookup", {
      body: { refs: ["none", customer.id] },
    });
    const names = customers.data?.results.map((result) => result.customer?.first_name);
    assert.deepEqual(names, [undefined, "Ada"]);
  });

  it("verifies a webhook message, and refuses a changed one", async () => {
    const receiver = await startReceiver(suite);
    const { data } = await client.POST("/services/wsservice/api/webhook-endpoints", {
      body: { url: receiver.url, events: ["wishlist.created"] },
    });
    const wishlistId = await newList();
    await until("the message", () => receiver.received.length > 0);
    const { headers, body } = given(receiver.received[0]);
    const secret = given(data?.secret);
    const event = verifyWebhook(secret, headers, body);
    assert.equal(event.type, "wishlist.created");
    assert.match(body, new RegExp(wishlistId));
    assert.throws(() => verifyWebhook(secret, headers, `${body} `));
  });

  it("returns a webhook message with its tenant and its store, also that of a test", async () => {
    const receiver = await startReceiver(suite);
    const { data } = await client.POST("/services/wsservice/api/webhook-endpoints", {
      body: { url: receiver.url, events: ["wishlist.created"] },
    });
    const { id, secret } = given(data);
    await client.POST("/services/wsservice/api/webhook-endpoints/{id}/test", { params: { path: { id } } });
    await until("the message", () => receiver.received.length > 0);
    const { headers, body } = given(receiver.received[0]);
    const { type, tenant, store } = verifyWebhook(given(secret), headers, body);
    assert.deepEqual([type, tenant, store], ["webhook.test", caller.tenantId, "default"]);
    assert.ok(type === "webhook.test");
  });
});

/** Code of a user of the package. It needs no types of Node.js: they are large. */
const PROGRAM = `
  declare const process: { argv: string[] };
  import { createWishlistClient, items, Refused, type components, type paths } from "wishlist-client";
  type Create = paths["/services/wsservice/api/wishlist/items"]["post"]["requestBody"]["content"]["application/json"];
  const wish: Create = {
    wishlistRef: "birthday",
    product: { productRef: "tent", selectedVariantRef: "tent-2" },
    notifyMe: true,
  };
  const [baseUrl = "", tenant = "", clientId = "", clientSecret = "", id = ""] = process.argv.slice(2);
  const client = createWishlistClient({ baseUrl, tenant, clientId, clientSecret });
  const names: string[] = [];
  for await (const item of items(client, { id })) names.push((item satisfies components["schemas"]["WishlistItem"]).product.selectedVariantRef ?? "");
  console.log(names.join(" "), wish.wishlistRef);
  await client.GET("/services/wsservice/api/wishlist/items", { params: { query: { id: "none" } } })
    .catch((err: unknown) => console.log(err instanceof Refused && err.status));
`;

describe("the package that npm pack creates", () => {
  it("compiles in a project of its own, and runs there", async () => {
    const folder = tempFolder(suite);
    const run = async (command: string, args: string[], cwd = folder) => {
      const { stdout } = await promisify(execFile)(command, args, {
        cwd,
        env: { ...process.env, NODE_OPTIONS: "" },
      });
      return stdout;
    };
    const source = join(folder, "clients/typescript");
    cpSync(FOLDER, source, { recursive: true });
    cpSync(join(ROOT, "tsconfig.json"), join(folder, "tsconfig.json"));
    const modules = join(folder, "node_modules");
    mkdirSync(join(modules, "wishlist-client"), { recursive: true });
    for (const name of ["openapi-fetch", "openapi-typescript-helpers", "standardwebhooks", "@types"])
      symlinkSync(join(ROOT, "node_modules", name), join(modules, name));
    // The sources are checked by npm run lint.
    await run(process.execPath, [TSC, "-p", source, "--noCheck"]);
    await run("npm", ["pack", "--silent"], source);
    await run(
      "tar",
      ["-xzf", join(source, "wishlist-client-0.1.0.tgz"), "--strip-components=1"],
      join(modules, "wishlist-client"),
    );

    writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
    writeFileSync(join(folder, "program.ts"), PROGRAM);
    const target = ["--target", "es2022", "--module", "nodenext", "--moduleResolution", "nodenext"];
    await run(process.execPath, [
      TSC,
      "--ignoreConfig",
      "--strict",
      "--skipLibCheck",
      "--lib",
      "es2022,dom",
      ...target,
      "program.ts",
    ]);
    const wishlistId = await newList();
    await addItems(wishlistId, 2);
    const { clientId, clientSecret } = caller.credentials;
    const program = [join(folder, "program.js"), service.baseUrl, caller.tenantId, clientId, clientSecret];
    assert.equal(await run(process.execPath, [...program, wishlistId]), "tent-0 tent-1 birthday\n404\n");
  });
});

describe("the types of the client", () => {
  it("match the document; npm run client generates them", async () => {
    const { text } = await send(service.baseUrl, "GET", "/openapi.json");
    assert.ok(text.length < LARGEST_DOCUMENT, `${text.length} characters`);
    const types = readFileSync(join(FOLDER, "src/schema.ts"), "utf8");
    assert.ok(areTypesOf(text, types), "npm run client");
    // The message shows a word that differs.
    assert.ok(!areTypesOf(text.replace("wishlistRef", "wishlistRe"), types));
    assert.ok(!areTypesOf(text, types.replace("wishlistRef", "wishlistRe")));
  });
});
