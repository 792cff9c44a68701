import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { before, describe, it } from "node:test";
import { PortalStage, settledPage, type WatchedPage } from "../../support/portal/pages.ts";
import { newOwner } from "../../support/portal/session.ts";
import { atEnd } from "../../support/redis.ts";
import { type Json, unique, WS } from "../../support/service.ts";

const suite = atEnd();
let stage: PortalStage;
before(async () => {
  stage = await PortalStage.open(suite);
});

/** Searches on the page "Privacy" for a person by the retailer's id. */
async function search(page: WatchedPage, customerRef: string): Promise<void> {
  await page.getByLabel("Identified by").selectOption("customerRef");
  await page.getByLabel("Value").fill(customerRef);
  await page.getByRole("button", { name: "Show what is stored" }).click();
}

/** The JSON file that a button downloads. */
async function saved(page: WatchedPage, button: string): Promise<Json> {
  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: button }).click();
  return JSON.parse(await readFile(await (await saving).path(), "utf8"));
}

/** Adds more items to the wishlist of a new customer than fit on one page of an export of personal data. */
async function customerWithManyItems(): Promise<{ id: string; count: number }> {
  const { id } = await stage.caller.newCustomer({ id: unique("large") });
  const list = await stage.caller.newWishlist({ customerRef: id });
  const attributes = Object.fromEntries(Array.from({ length: 4 }, (_, i) => [`a${i}`, "x".repeat(4000)]));
  const [batches, size] = [6, 50];
  for (let batch = 0; batch < batches; batch++) {
    const itemRef = Array.from({ length: size }, (_, i) => ({
      productRef: `p${batch}`,
      selectedVariantRef: `v${i}`,
      attributeGroups: { group: { attributes } },
    }));
    const { status, text } = await stage.caller.post(`${WS}/wishlist/add-items`, {
      wishlistId: list.id,
      itemRef,
    });
    assert.equal(status, 202, text.slice(0, 500));
  }
  const { body } = await stage.caller.post(`${WS}/privacy/export`, { customerRef: id });
  assert.ok(body.cursor, "the data does not fit into one page");
  return { id, count: batches * size };
}

describe("personal data and stores in the portal", () => {
  it("offers no erasure if the search for another person finds nothing", async () => {
    const { id } = await stage.caller.newCustomer({ id: unique("c") });
    const page = await stage.signedIn("/privacy");
    await search(page, id);
    await page.getByRole("heading", { name: `Stored data of ${id}` }).waitFor();
    await page.getByRole("button", { name: "Erase" }).click();
    await page.getByRole("dialog").getByText(`All data of ${id} is erased.`, { exact: false }).waitFor();
    await page.keyboard.press("Escape");
    await search(page, unique("nobody"));
    await page.getByRole("alert").waitFor();
    assert.equal(await page.getByRole("button", { name: "Erase" }).count(), 0);
    assert.deepEqual(page.faults, []);
  });

  it("downloads all data of a person, also beyond a page of the API, and the signed receipt of the erasure", async () => {
    const { id, count } = await customerWithManyItems();
    const page = await stage.signedIn("/privacy");
    await search(page, id);
    const { data, cursor } = await saved(page, "Save as JSON");
    assert.equal(new Set(data.items.map((item: Json) => item.id)).size, count);
    assert.deepEqual([data.customers.length, data.wishlists.length, cursor], [1, 1, undefined]);
    await page.getByRole("button", { name: "Erase" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Erase" }).click();
    await page.getByRole("heading", { name: `Erased: ${id}` }).waitFor();
    const receipt = await saved(page, "Save the receipt");
    assert.equal(receipt.erased.items, count);
    assert.match(receipt.proof, /^[\w-]+\.[\w-]+\.[\w-]+$/);
    assert.deepEqual(page.faults, []);
  });

  it("shows and changes nothing of a store once another one is selected", async () => {
    const shop = await stage.service.newCaller();
    const store = unique("north");
    await stage.service.tenants.createClient(shop.tenantId, { store });
    const owner = await newOwner(stage.service, shop.tenantId);
    const { id } = await shop.newCustomer({ id: unique("c") });
    const page = await stage.signedIn("/privacy", {}, owner);
    await search(page, id);
    await page.getByRole("button", { name: "Erase" }).waitFor();
    await page.locator(".who select").selectOption(store);
    await page.getByRole("button", { name: "Erase" }).waitFor({ state: "detached" });
    assert.equal(await page.getByLabel("Value").inputValue(), "");

    await page.goto("/portal/settings");
    await page.getByText(`, store ${store}`, { exact: false }).waitFor();
    await page.getByLabel("Name of the shop").fill("Of the north");
    await page.locator(".who select").selectOption("default");
    await page.getByText(", store default", { exact: false }).waitFor();
    await settledPage(page);
    assert.equal(await page.getByLabel("Name of the shop").inputValue(), "");
    assert.deepEqual(page.faults, []);
  });
});
