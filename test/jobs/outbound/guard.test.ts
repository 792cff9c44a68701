import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { request } from "undici";
import { openAgent, TargetRefused } from "../../../src/jobs/outbound/guard.ts";
import { startPlatform } from "../../support/platforms/server.ts";

describe("openAgent", () => {
  it("connects to no name that leads into a private network, unless that is allowed", async (t) => {
    const { url, requests } = await startPlatform(t, () => ({ status: 204 }));
    const behindName = url.replace("127.0.0.1", "localhost");
    const ask = async (allowPrivate: boolean) => {
      const dispatcher = openAgent(allowPrivate, 2000);
      t.after(() => dispatcher.destroy());
      return (await request(behindName, { dispatcher })).statusCode;
    };
    await assert.rejects(ask(false), TargetRefused);
    assert.equal(requests.length, 0);
    assert.equal(await ask(true), 204);
  });
});
