import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { SignInThrottle } from "../../../src/http/portal/throttle.ts";
import { newOwner, PortalBrowser, signInOwner } from "../../support/portal/session.ts";
import type { Service } from "../../support/service.ts";
import { sharedService } from "../../support/shared-service.ts";

let service: Service;
before(async () => {
  service = await sharedService();
});

describe("signing in to the portal", () => {
  it("works where the person has signed in before, however often it is refused elsewhere", async () => {
    const { credentials, tenantId, page } = await signInOwner(service);
    const { redis, keys } = service;
    for (let i = 0; i < 100; i++)
      await new SignInThrottle(redis, keys).begin({
        email: credentials.email,
        address: `198.51.100.${i % 20}`,
      });
    const colleague = await newOwner(service, tenantId);
    const other = new PortalBrowser(service.baseUrl);
    assert.equal((await other.signIn(colleague)).status, 200);
    assert.equal((await other.signIn(credentials)).status, 429, "with the cookie of a colleague");
    const forger = new PortalBrowser(service.baseUrl);
    forger.knownBrowser = `${page.knownBrowser.slice(0, -8)}AAAAAAAA`;
    assert.equal((await forger.signIn(credentials)).status, 429, "with a changed cookie");

    const wrong = { ...credentials, password: "wrong" };
    for (let i = 0; i < 4; i++) assert.equal((await page.signIn(wrong)).status, 401);
    assert.equal((await page.signIn(credentials)).status, 200);
    const change = { current: "wrong", password: "twelve letters" };
    assert.equal((await page.send("POST", "/password", change)).status, 400);
    assert.equal((await page.signIn(credentials)).status, 429);
  });

  it("has the usual limits for an owner whose address another tenant has invited", async () => {
    const { credentials, tenantId, page } = await signInOwner(service);
    const { email } = credentials;
    const stranger = await signInOwner(service);
    const { body } = await stranger.page.send("POST", "/people", { email, role: "support" });
    const invited = { email, password: body.password };
    const guesser = new PortalBrowser(service.baseUrl);
    assert.equal((await guesser.signIn(invited)).body.tenantId, stranger.tenantId);
    const { redis, keys } = service;
    for (let i = 0; i < 100; i++)
      await new SignInThrottle(redis, keys).begin({ email, address: `198.51.100.${i % 20}` });
    const guess = { email, password: "a guess of the password" };
    assert.equal((await guesser.signIn({ ...guess, tenant: tenantId })).status, 429);
    assert.equal((await guesser.signIn(guess)).status, 429);
    assert.equal((await guesser.signIn(invited)).status, 200);
    assert.equal((await page.signIn(credentials)).body.tenantId, tenantId);
  });
});
