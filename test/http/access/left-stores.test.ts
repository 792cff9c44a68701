import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { newOwner, PortalBrowser } from "../../support/portal/session.ts";
import { CS, type Service, WS } from "../../support/service.ts";
import { sharedService } from "../../support/shared-service.ts";

let service: Service;
before(async () => {
  service = await sharedService();
});

describe("a store whose last client was deleted", () => {
  it("can still be selected at the portal, where an owner reads and erases its data", async () => {
    const { tenantId } = await service.newCaller();
    const page = new PortalBrowser(service.baseUrl);
    const signedIn = await page.signIn(await newOwner(service, tenantId));
    assert.deepEqual(signedIn.body.stores, ["default"]);
    const owner = await page.caller(tenantId);
    const made = await owner.post(`${WS}/clients`, {
      store: "ghost",
      scopes: ["customers:read", "customers:write"],
    });
    assert.equal(made.status, 201);
    const client = await service.callerFor({ ...made.body, tenantId });
    const customer = await client.newCustomer();
    assert.equal((await owner.delete(`${WS}/clients/${made.body.clientId}`)).status, 204);

    assert.deepEqual((await page.send("GET", "/session")).body.stores, ["default", "ghost"]);
    const ghost = await page.caller(tenantId, "ghost");
    const path = `${CS}/customers/${customer.id}`;
    assert.equal((await ghost.get(path)).status, 200);
    assert.equal((await ghost.delete(path)).status, 204);
    assert.equal((await page.send("POST", "/token", { store: "never" })).status, 400);
  });
});
