import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { before, describe, it } from "node:test";
import { gzipSync } from "node:zlib";
import { ended, lines, NDJSON, upload } from "../../support/data/feeds.ts";
import { PortalStage, settledPage } from "../../support/portal/pages.ts";
import { newOwner } from "../../support/portal/session.ts";
import { atEnd } from "../../support/redis.ts";
import { unique } from "../../support/service.ts";
import { tempFolder } from "../../support/temp-folder.ts";
import { until } from "../../support/until.ts";

const suite = atEnd();
const folder = tempFolder(suite);
let stage: PortalStage;
before(async () => {
  stage = await PortalStage.open(suite);
});

const good = () => ({ productRef: unique("p"), title: "Good", variants: [] });
const named = (name: string, buffer: Buffer) => ({ name, mimeType: "application/octet-stream", buffer });

describe("files that are sent in the portal", () => {
  it("are read at the time of sending: a corrected file with the same name has its new content", async () => {
    const path = join(folder, "products.ndjson");
    const page = await stage.signedIn("/feeds");
    writeFileSync(path, lines([good(), { title: 5 }]));
    await page.getByLabel("File", { exact: true }).setInputFiles(path);
    await page.getByRole("button", { name: "Send" }).click();
    await page.getByText("1 rejected", { exact: false }).waitFor();
    // As browsers do if the same name is chosen again.
    await page.evaluate("addEventListener('change', (event) => event.stopImmediatePropagation(), true)");
    writeFileSync(path, lines([good(), good(), good()]));
    await page.getByLabel("File", { exact: true }).setInputFiles(path);
    await page.getByRole("button", { name: "Send" }).click();
    await page.getByText("3 rows read", { exact: false }).waitFor();
    await page.getByText("0 rejected", { exact: false }).waitFor();
    assert.deepEqual(page.faults, []);
  });

  it("have the same state in the list of all files, also when they are applied", async () => {
    const { owner } = await stage.newShop();
    const page = await stage.signedIn("/feeds", {}, owner);
    const files = page.getByRole("region", { name: "Files of the store, newest first" });
    // The first answer after the file was sent is from before it is applied.
    await page.getByText("No files yet").waitFor();
    await page.route(
      "**/api/feeds?*",
      async (route) => {
        const answer = await route.fetch();
        const { feeds } = (await answer.json()) as { feeds: object[] };
        return route.fulfill({ json: { feeds: feeds.map((feed) => ({ ...feed, status: "applying" })) } });
      },
      { times: 1 },
    );
    await page
      .getByLabel("File", { exact: true })
      .setInputFiles(named("p.ndjson", Buffer.from(lines([good()]))));
    await page.getByRole("button", { name: "Send" }).click();
    await files.getByText("applying", { exact: true }).waitFor();
    await files.getByText("finished", { exact: true }).waitFor();
    assert.deepEqual(page.faults, []);
  });

  it("may be compressed", async () => {
    const page = await stage.signedIn("/feeds");
    const file = named("products.ndjson.gz", gzipSync(lines([good(), good()])));
    await page.getByLabel("File", { exact: true }).setInputFiles(file);
    await page.getByRole("button", { name: "Send" }).click();
    await page.getByText("2 rows read", { exact: false }).waitFor();
    await page.getByText("0 rejected", { exact: false }).waitFor();
  });

  it("are sent again after the token was refused", async () => {
    const page = await stage.signedIn("/feeds");
    await page.route("**/api/feeds/products", (route) => route.fulfill({ status: 401 }), { times: 1 });
    await page
      .getByLabel("File", { exact: true })
      .setInputFiles(named("p.ndjson", Buffer.from(lines([good()]))));
    await page.getByRole("button", { name: "Send" }).click();
    await page.getByText("1 rows read", { exact: false }).waitFor();
  });

  it("offer the contents that the role may send", async () => {
    const marketing = await newOwner(stage.service, stage.caller.tenantId, { role: "marketing" });
    const page = await stage.signedIn("/feeds", {}, marketing);
    await page.getByText("Only an owner can send files of customers and orders.").waitFor();
    const contents = page.getByLabel("Content").locator("option");
    assert.deepEqual(await contents.allTextContents(), ["Products", "Stock levels"]);
    for (const kind of ["products", "stock-levels"]) {
      await page.getByLabel("Content").selectOption(kind);
      const row = kind === "products" ? good() : { variantRef: unique("v"), available: 1 };
      const file = named(`${kind}.ndjson`, Buffer.from(lines([row])));
      await page.getByLabel("File", { exact: true }).setInputFiles(file);
      await page.getByRole("button", { name: "Send" }).click();
      await page
        .getByRole("heading", { name: kind === "products" ? /^Products,/ : /^Stock levels,/ })
        .waitFor();
    }
    assert.deepEqual(page.faults, []);
  });

  it("show what to do if they were cut off", async () => {
    const rows = Array.from({ length: 5000 }, good);
    const packed = gzipSync(lines(rows));
    const cut = packed.subarray(0, Math.floor(packed.length / 2));
    const { body } = await upload(stage.caller, "products", NDJSON, cut, { "Content-Encoding": "gzip" });
    await ended(stage.caller, body.feedId);
    const page = await stage.signedIn("/feeds");
    await page.getByLabel("Feed id").fill(body.feedId);
    await page.getByRole("button", { name: "Show", exact: true }).click();
    await page.getByText("The file is incomplete.", { exact: false }).waitFor();
  });

  it("disappear if the service no longer has them", async () => {
    const page = await stage.signedIn("/feeds");
    const key = `wishlist-portal-feeds-${stage.caller.tenantId}/default`;
    await page.evaluate(`localStorage.setItem("${key}", '["gone"]')`);
    await page.reload();
    await until("the file is forgotten", async () => {
      return (await page.evaluate(`localStorage.getItem("${key}")`)) === "[]";
    });
    await settledPage(page);
    assert.equal(await page.getByRole("alert").count(), 0);
    assert.deepEqual(page.faults, []);
  });
});
