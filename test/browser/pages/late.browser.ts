import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import type { Request } from "playwright-core";
import { PortalStage, type WatchedPage } from "../../support/portal/pages.ts";
import { newOwner } from "../../support/portal/session.ts";
import { atEnd } from "../../support/redis.ts";
import { unique, WS } from "../../support/service.ts";

const suite = atEnd();
let stage: PortalStage;
before(async () => {
  stage = await PortalStage.open(suite);
});

/** Holds the answers to some requests of a page until the returned function is called. */
async function holdAnswers(page: WatchedPage, isHeld: (request: Request) => boolean): Promise<() => void> {
  let answer: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route("**/api/**", async (route) => {
    if (isHeld(route.request())) await held;
    await route.fallback();
  });
  return answer;
}

const isPost = (path: string) => (request: Request) =>
  request.method() === "POST" && request.url().endsWith(path);

describe("an answer that arrives late", () => {
  it("leaves nothing of the earlier search or filter on the page meanwhile, and says that it is loading", async () => {
    const { shop, owner } = await stage.newShop();
    const { last_name: name } = await shop.newCustomer({ first_name: "Ada", last_name: unique("Berg") });
    const page = await stage.signedIn("/customers", {}, owner);
    await page.getByRole("link", { name }).waitFor();
    const search = async (text: string) => {
      await page.getByLabel("E-mail, phone, id or name").fill(text);
      await page.getByRole("button", { name: "Search" }).click();
    };
    const answer = await holdAnswers(page, (request) => request.url().endsWith("/customers/search"));
    await search("nobody");
    await page.getByRole("status").getByText("Loading…").waitFor();
    await page.getByRole("link", { name }).waitFor({ state: "hidden" });
    answer();
    await page.getByText("Nothing found for “nobody”").waitFor();
    const answerAll = await holdAnswers(page, (request) => request.url().includes("/customers?"));
    await search("");
    await page.getByRole("status").getByText("Loading…").waitFor();
    await page.getByText("No customers yet").waitFor({ state: "hidden" });
    answerAll();
    await page.getByRole("link", { name }).waitFor();
    assert.deepEqual(page.faults, []);
  });

  it("to a form that is closed by then is shown if it is a refusal", async () => {
    const { owner } = await stage.newShop();
    const page = await stage.signedIn("/exports", {}, owner);
    await page.getByRole("button", { name: "Add an export" }).click();
    const dialog = page.getByRole("dialog", { name: "Add an export" });
    await dialog.getByLabel("Target").selectOption("file");
    await dialog.getByLabel("Name", { exact: true }).fill("E".repeat(201));
    const answer = await holdAnswers(page, isPost("/exports"));
    await dialog.getByRole("button", { name: "Add", exact: true }).click();
    await dialog.getByRole("button", { name: "Add", exact: true, disabled: true }).waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    answer();
    await page
      .getByRole("status")
      .getByText("Add an export: Name must have at most 200 characters.", { exact: true })
      .waitFor();
    assert.deepEqual(page.faults, []);
  });

  it("leaves the pressed button marked as one that cannot be pressed", async () => {
    const { shop, owner } = await stage.newShop();
    const { body: endpoint } = await shop.post(`${WS}/webhook-endpoints`, {
      url: "https://hooks.shop.example/",
      events: [],
    });
    const person = await newOwner(stage.service, shop.tenantId, { role: "support" });
    const page = await stage.signedIn("", {}, owner);
    const expectMarked = async (path: string, name: string, confirm: boolean, sent: string) => {
      await page.goto(`/portal${path}`);
      const answer = await holdAnswers(page, (request) => request.url().includes(sent));
      await page.getByRole("button", { name }).click();
      if (confirm) await page.getByRole("dialog").getByRole("button").nth(1).click();
      await page.getByRole("button", { name, disabled: true }).waitFor();
      answer();
      await page.getByRole("button", { name, disabled: true }).waitFor({ state: "detached" });
      await page.unrouteAll({ behavior: "wait" });
    };
    const webhook = `/webhooks/${endpoint.id as string}`;
    await expectMarked(webhook, "Send a test event", false, "/test");
    await expectMarked(webhook, "New secret", true, "/rotate-secret");
    await expectMarked("/people", `New password: ${person.email}`, true, "/reset-password");
    await expectMarked("/clients", "Disable: ", true, "/clients/");
    assert.deepEqual(page.faults, []);
  });
});
