import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { signInOwner } from "../../support/portal/session.ts";
import { type Json, type Service, WS } from "../../support/service.ts";
import { sharedService } from "../../support/shared-service.ts";

let service: Service;
before(async () => {
  service = await sharedService();
});

const MAX_BYTES = 2000;

describe("an entry of the audit log", () => {
  it("is small, whatever names and ids the caller chooses", async () => {
    const { page, tenantId } = await signInOwner(service);
    const owner = await page.caller(tenantId);
    const names = Array.from({ length: 100 }, (_, i) => `${i} ${"\u{1F381}".repeat(90)}`);
    const mapping = Object.fromEntries(names.map((name) => [name, "item.id"]));
    const id = "x".repeat(7000);
    assert.equal((await owner.put(`${WS}/exports/${id}`, { mapping, enabled: true })).status, 404);
    assert.equal((await owner.delete(`${WS}/webhook-endpoints/${id}`)).status, 404);
    assert.equal((await page.send("DELETE", `/people/${id}`)).status, 404);
    const { entries } = (await owner.get(`${WS}/audit`)).body;
    assert.deepEqual(
      entries.map(({ action, members }: Json) => [action, members]),
      [
        ["removePerson", undefined],
        ["deleteWebhookEndpoint", undefined],
        ["updateExport", ["mapping", "enabled"]],
      ],
    );
    for (const entry of entries) assert.ok(Buffer.byteLength(JSON.stringify(entry)) < MAX_BYTES);
  });
});
