import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { inWords } from "../../../portal/api/code-words.ts";
import { actionInWords } from "../../../portal/words/kinds.ts";
import { COMMANDS } from "../../../scripts/cli/tool.ts";
import { atEnd } from "../../support/redis.ts";
import { type Json, type Service, startService, unique, WS } from "../../support/service.ts";
import { tool, toolEnv, toolJson } from "../../support/tool.ts";

const suite = atEnd();
let service: Service;
let env: Record<string, string>;
before(async () => {
  service = await startService(suite);
  env = toolEnv(service);
});

const run = (...words: string[]) => toolJson(words, env);

describe("the audit log of the operator's tool", () => {
  it("has the operator's changes with tenant and target, and neither reads nor values", async () => {
    const id = unique("t");
    const credentials = await run("tenant", "create", id);
    await run("tenant", "set", id, "--rate-limit", "7654321");
    await run("client", "list", id);
    await run("client", "rotate", id, credentials.clientId);
    const { code } = await tool(["client", "disable", id, "unknown", "--json"], env);
    assert.equal(code, 1);
    const { body, text } = await (await service.callerFor(credentials)).get(`${WS}/audit`);
    const seen = body.entries.map(({ actor, action, target, members, outcome }: Json) => [
      actor.kind,
      action,
      target,
      members,
      outcome,
    ]);
    assert.deepEqual(seen, [
      ["operator", "client disable", { client: "unknown" }, undefined, "refused"],
      ["operator", "client rotate", { client: credentials.clientId }, undefined, "done"],
      ["operator", "tenant set", undefined, ["rate-limit"], "done"],
      ["operator", "tenant create", undefined, undefined, "done"],
    ]);
    assert.ok(!text.includes("7654321"));
  });

  it("keeps its entries, whatever the clock of the operator's machine says", async (t) => {
    const id = unique("t");
    const credentials = await run("tenant", "create", id);
    const yearsAhead = Date.now() + 800 * 86_400_000;
    const clock = t.mock.method(Date, "now", () => yearsAhead);
    await run("tenant", "set", id, "--rate-limit", "100");
    clock.mock.restore();
    const { body } = await (await service.callerFor(credentials)).get(`${WS}/audit`);
    assert.deepEqual(
      body.entries.map(({ action }: Json) => action),
      ["tenant set", "tenant create"],
    );
  });

  it("is shown at the portal without the names of the commands", () => {
    const audited = COMMANDS.filter(
      ({ isAudited, args, tenantOf }) => isAudited !== false && (tenantOf ?? args?.includes("tenant")),
    );
    assert.ok(audited.length > 20);
    const unnamed = audited.filter(({ name }) => actionInWords(name) === inWords(name));
    assert.deepEqual(
      unnamed.map(({ name }) => name),
      [],
    );
  });
});
