import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, it, type TestContext } from "node:test";
import { promisify } from "node:util";
import { Environment } from "../../src/settings.ts";
import { type Json, type Service, startService } from "../support/service.ts";
import { settled } from "../support/settled.ts";
import { tempFolder } from "../support/temp-folder.ts";

const run = promisify(execFile);
const root = join(import.meta.dirname, "../..");
const read = (file: string) => readFileSync(join(root, file), "utf8");

/** The text below a heading, up to the next one of its level. */
function section(file: string, heading: string): string {
  const [, text] = read(file).split(`\n## ${heading}\n`);
  assert.ok(text, `${file} has no section ${heading}`);
  return text.split("\n## ")[0] ?? "";
}

const shellOf = (text: string) =>
  [...text.matchAll(/```sh\n(.*?)```/gs)].map(([, code = ""]) => code).join("\n");

/** The commands that a reader pastes: the first wish, then the guides that continue it. */
const GUIDES = ["storefront", "api", "alerts-and-orders", "feeds", "exports", "reports", "privacy"];
const pasted = () =>
  [section("README.md", "First wish"), ...GUIDES.map((name) => read(`docs/${name}.md`))]
    .map(shellOf)
    .join("\n");

/** A URL that answers once the service has no work left. */
async function startWaiting(t: TestContext, service: Service): Promise<string> {
  const server = createServer((_, res) => {
    settled(service).then(
      () => res.end(),
      (err: unknown) => res.writeHead(500).end(String(err)),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  return `http://127.0.0.1:${port}`;
}

/** Pastes lines into a shell beside a new service, and returns the displayed answers. */
async function paste(t: TestContext, lines: string): Promise<Json[]> {
  const service = await startService(t);
  const owner = { email: "owner@demo.example", password: "correct horse battery staple" };
  const credentials = { ...(await service.tenants.create("demo")), owner };
  const directory = tempFolder(t);
  mkdirSync(join(directory, "data"));
  writeFileSync(join(directory, "data/demo.json"), JSON.stringify(credentials));

  const script = lines.replaceAll("http://localhost:8080", service.baseUrl);
  // Additions to the pasted lines: a refusal ends the script, and the end of the function does not hide it.
  // If the reader waits for seconds, the script waits for the service, however long that takes here.
  const patient = `sleep() { curl -sSf ${await startWaiting(t, service)}; }`;
  const strict = `set -e\n${patient}\n${script.replace('"$@"; echo;', '"$@" && echo;')}`;
  // The user's shell has no variables of the test runner.
  const { NODE_OPTIONS: _, ...env } = process.env;
  const { stdout } = await run("bash", ["-c", strict], { cwd: directory, env });
  return stdout
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line));
}

describe("the README and the guides", () => {
  it("show commands that work when pasted", async (t) => {
    const answers = await paste(t, pasted());
    const [
      customer,
      wishlist,
      item,
      page,
      shopperToken,
      guestItem,
      claimed,
      shared,
      sharing,
      changed,
      customers,
      found,
      lookup,
      client,
      audit,
      settings,
      products,
      tent,
      stock,
      alerts,
      orders,
      explained,
      feed,
      feedErrors,
      exportRun,
      mostWished,
      unmetDemand,
      conversions,
      guestFigures,
      person,
      receipt,
      requests,
    ] = answers;
    assert.equal(customer.id, "c-1001");
    assert.equal(wishlist.wishlistRef, "birthday");
    assert.equal(item.product.selectedVariantRef, "beanie-rust");
    assert.equal(page.wishlist[0].wishlistItems[0].id, item.id);
    assert.deepEqual([shopperToken.scope, shopperToken.expires_in], ["shopper", 900]);
    assert.notEqual(claimed.wishlistId, guestItem.wishlistId);
    assert.deepEqual(shared.wishlistItems[0].product, guestItem.product);
    assert.equal(sharing.sharing.displayName, "North & Peak");
    assert.equal(changed.product.selectedVariantRef, "beanie-cream");
    for (const list of [customers, found, lookup, audit]) assert.ok(Object.values(list).some(Array.isArray));
    assert.deepEqual(client.scopes, ["wishlists:read", "wishlists:write"]);
    assert.deepEqual(
      [products, stock, orders].map(({ results }) => results[0].status),
      ["created", "applied", "accepted"],
    );
    assert.equal(tent.product.productId, products.results[0].productId);
    assert.equal(settings.alerts.holdSeconds, 0);
    assert.deepEqual(alerts.alerts[0].itemIds, [tent.id]);
    assert.equal(explained.decision, "told");
    assert.deepEqual(
      [feed.status, feed.counts],
      ["finished", { read: 2, applied: { applied: 1 }, rejected: 1 }],
    );
    assert.equal(feedErrors.errors[0].line, 3);
    assert.equal(exportRun.trigger, "request");
    for (const report of [mostWished, unmetDemand, conversions]) assert.ok(Array.isArray(report.rows));
    // The guest's wishlist of the guide is claimed.
    assert.deepEqual(guestFigures, { wishlists: 0, openClaims: 0, guestDays: 90 });
    assert.equal(person.data.customers[0].id, "c-1001");
    assert.deepEqual(receipt.customerIds, person.customerIds);
    assert.equal(requests.requests.length, 2);
  });

  it("lead from the start to a first wish, a first alert and a first report", async (t) => {
    const [, ...steps] = read("docs/getting-started.md").split("\n## Get an access token\n");
    const [customer, wishlist, item, page, settings, products, stock, alerts, explained, mostWished] =
      await paste(t, shellOf(steps.join("")));
    assert.deepEqual([customer.id, wishlist.wishlistRef, page.wishlistCount], ["c-2001", "summer", 1]);
    assert.equal(settings.alerts.holdSeconds, 0);
    for (const { results } of [products, stock]) assert.match(results[0].status, /^(created|applied)$/);
    assert.deepEqual(
      alerts.alerts.map(({ type, itemIds }: Json) => [type, itemIds]),
      [["back_in_stock", [item.id]]],
    );
    assert.equal(explained.decision, "told");
    assert.deepEqual(
      mostWished.rows.map(({ productRef }: Json) => productRef),
      ["sun-hat"],
    );
  });

  it("describe every setting as the code does", () => {
    const plain = (text: string) => text.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1").replaceAll("`", "");
    const rows = [...read("docs/configuration.md").matchAll(/^\| `([A-Z_]+)` +\| (.*?) +\| (.*?) +\|$/gm)];
    const documented = Object.fromEntries(
      rows.map(([, name = "", value = "", meaning = ""]) => [name, [plain(value).trim(), plain(meaning)]]),
    );
    const actual = Object.entries(Environment.properties).map(([name, schema]) => {
      const value = "default" in schema ? schema.default : "";
      return [name, [String(value), (schema as { description?: string }).description]];
    });
    assert.deepEqual(documented, Object.fromEntries(actual));
  });
});
