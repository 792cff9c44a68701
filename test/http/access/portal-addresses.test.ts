import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { Owners } from "../../../src/store/owners/owners.ts";
import { InvalidValue } from "../../../src/store/tenants/tenant.ts";
import { newTenant, signInOwner } from "../../support/portal/session.ts";
import { CHEAP_PASSWORDS, type Service } from "../../support/service.ts";
import { sharedService } from "../../support/shared-service.ts";
import { tool, toolEnv } from "../../support/tool.ts";

let service: Service;
before(async () => {
  service = await sharedService();
});

describe("the e-mail address of an owner", () => {
  it("has no control character and no character that changes the direction of a text, if it is invited", async () => {
    const { page } = await signInOwner(service);
    for (const email of ["nul\0@x.example", "rtl\u202e@x.example"]) {
      const { status, body } = await page.send("POST", "/people", { email, role: "support" });
      assert.equal(status, 400, JSON.stringify(email));
      assert.deepEqual(body.errors, [{ path: "/email", message: "must be an e-mail address" }]);
    }
    assert.equal((await page.send("GET", "/people")).body.people.length, 1);
  });

  it("has none of these characters, if the operator's tool creates the owner", async () => {
    const tenantId = await newTenant(service);
    const { code, stderr } = await tool(
      ["owner", "create", tenantId, "rtl\u202e@x.example"],
      toolEnv(service),
    );
    assert.equal(code, 2);
    assert.match(stderr, /the e-mail address is not valid/);
  });

  it("may have letters of any language, but no invisible characters in any of its parts", async () => {
    const tenantId = await newTenant(service);
    const owners = new Owners(service.redis, service.keys, CHEAP_PASSWORDS);
    const create = async (email: string) => (await owners.create(tenantId, email)).owner.email;
    for (const email of ["ada+shop@x.example", "jörg@büro.example", "何@例え.テスト"])
      assert.equal(await create(email), email);
    for (const hidden of [
      "\0",
      "\u001f",
      "\u007f",
      "\u0085",
      "\u00a0",
      "\u200b",
      "\u200f",
      "\u2028",
      "\u2066",
    ])
      for (const email of [`a${hidden}b@x.example`, `a@x${hidden}y.example`, `a@x.exam${hidden}ple`])
        await assert.rejects(create(email), InvalidValue, JSON.stringify(email));
  });
});
