import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { newOwner, newTenant, PortalBrowser } from "../../support/portal/session.ts";
import type { Json, Service } from "../../support/service.ts";
import { sharedService } from "../../support/shared-service.ts";
import { until } from "../../support/until.ts";

let service: Service;
before(async () => {
  service = await sharedService();
});

/** A tenant with two owners, who are signed in. */
async function twoOwners(): Promise<{ page: PortalBrowser; id: string }[]> {
  const tenantId = await newTenant(service);
  const signIn = async () => {
    const page = new PortalBrowser(service.baseUrl);
    const { body } = await page.signIn(await newOwner(service, tenantId));
    return { page, id: String(body.ownerId) };
  };
  return [await signIn(), await signIn()];
}

describe("two owners of a tenant", () => {
  for (const [name, method, rest, body] of [
    ["remove each other", "DELETE", "", undefined],
    ["take the role from each other", "PUT", "", { role: "support" }],
    ["reset each other's passwords", "POST", "/reset-password", {}],
  ] as const)
    it(`who ${name} at the same time leave one owner with a password of their own, and the other request is refused`, async () => {
      await until("both requests come before the first change", async () => {
        const owners = await twoOwners();
        const answers = await Promise.all(
          owners.map(({ page }, i) => page.send(method, `/people/${owners[1 - i]?.id}${rest}`, body)),
        );
        const isDone = answers.map(({ status }) => status < 300);
        assert.deepEqual(isDone.sort(), [false, true]);
        const lists = await Promise.all(owners.map(({ page }) => page.send("GET", "/people")));
        const seen = lists.filter(({ status }) => status === 200).flatMap((list) => list.body.people);
        const isLeft = ({ role, mustChangePassword }: Json) => role === "owner" && !mustChangePassword;
        assert.equal(seen.filter(isLeft).length, 1);
        const refused = answers.find(({ status }) => status >= 400);
        assert.ok([401, 403, 409].includes(refused?.status ?? 0), refused?.text);
        return refused?.status === 409 && /Another owner must/.test(refused.body.detail);
      });
    });
});
