import assert from "node:assert/strict";
import { before, describe, it, type TestContext } from "node:test";
import { Owners } from "../../../src/store/owners/owners.ts";
import { newOwner, PortalBrowser, signInOwner } from "../../support/portal/session.ts";
import type { Service } from "../../support/service.ts";
import { sharedService } from "../../support/shared-service.ts";

let service: Service;
before(async () => {
  service = await sharedService();
});

const NEW = "a new and long password";

/** An owner who is signed in, and another person of the tenant, who is signed in too. */
async function twoPeople() {
  const { page, tenantId } = await signInOwner(service);
  const credentials = await newOwner(service, tenantId);
  const person = new PortalBrowser(service.baseUrl);
  const { ownerId } = (await person.signIn(credentials)).body;
  const reset = () => page.send("POST", `/people/${ownerId}/reset-password`, {});
  const remove = () => page.send("DELETE", `/people/${ownerId}`);
  return { credentials, person, ownerId: String(ownerId), page, reset, remove };
}

/** Lets something happen after a request was checked, and before its change is made. */
function inTheMiddle(
  t: TestContext,
  name: "signIn" | "setPassword" | "resetPassword" | "signOut",
  happens: () => Promise<{ status: number }>,
): void {
  const original: (...args: never[]) => unknown = Owners.prototype[name];
  const mocked = t.mock.method(Owners.prototype, name, async function (this: Owners, ...args: never[]) {
    mocked.mock.restore();
    assert.ok((await happens()).status < 300);
    return original.apply(this, args);
  });
}

const statusAndDetail = ({ status, body }: { status: number; body: { detail?: string } }) => [
  status,
  body.detail,
];
const WRONG = [401, "The e-mail address or the password is wrong."];

describe("a sign-in whose password was compared", () => {
  for (const what of ["reset", "remove"] as const)
    it(`is refused if the owner does this meanwhile: ${what}`, async (t) => {
      const people = await twoPeople();
      inTheMiddle(t, "signIn", people[what]);
      const late = await new PortalBrowser(service.baseUrl).signIn(people.credentials);
      assert.deepEqual(statusAndDetail(late), WRONG);
    });

  it("is refused if the password was changed meanwhile", async (t) => {
    const { credentials, person } = await twoPeople();
    const change = { current: credentials.password, password: NEW };
    inTheMiddle(t, "signIn", () => person.send("POST", "/password", change));
    const late = await new PortalBrowser(service.baseUrl).signIn(credentials);
    assert.deepEqual(statusAndDetail(late), WRONG);
  });
});

describe("a change of the own password, after the current one was compared", () => {
  it("is refused if the password was reset meanwhile, and the one-time password is valid", async (t) => {
    const { credentials, person, reset } = await twoPeople();
    let oneTime = "";
    inTheMiddle(t, "setPassword", async () => {
      const answer = await reset();
      oneTime = answer.body.password;
      return answer;
    });
    const late = await person.send("POST", "/password", { current: credentials.password, password: NEW });
    assert.deepEqual([late.status, late.body.detail], [401, "Sign in first."]);
    const signIn = (password: string) =>
      new PortalBrowser(service.baseUrl).signIn({ ...credentials, password });
    assert.equal((await signIn(NEW)).status, 401);
    assert.equal((await signIn(oneTime)).body.mustChangePassword, true);
  });

  it("is refused if the person was removed meanwhile", async (t) => {
    const { credentials, person, remove } = await twoPeople();
    inTheMiddle(t, "setPassword", remove);
    const late = await person.send("POST", "/password", { current: credentials.password, password: NEW });
    assert.equal(late.status, 401);
  });

  it("names the field if the same session has changed the password meanwhile", async (t) => {
    const { credentials, person } = await twoPeople();
    const change = (password: string) =>
      person.send("POST", "/password", { current: credentials.password, password });
    inTheMiddle(t, "setPassword", () => change(NEW));
    const late = await change("another long password");
    assert.deepEqual([late.status, late.body.errors[0].path], [400, "/current"]);
  });
});

describe("a request about a person who is removed meanwhile", () => {
  it("answers 404 to a reset of the password", async (t) => {
    const { reset, remove } = await twoPeople();
    inTheMiddle(t, "resetPassword", remove);
    assert.deepEqual(statusAndDetail(await reset()), [404, "There is no such person."]);
  });

  it("answers 204 to the person's own sign-out", async (t) => {
    const { person, remove } = await twoPeople();
    inTheMiddle(t, "signOut", remove);
    assert.equal((await person.send("POST", "/sign-out")).status, 204);
  });
});
