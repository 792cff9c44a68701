import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { EXPORTS } from "../support/exports.ts";
import { atEnd } from "../support/redis.ts";
import { type Service, startService, WS } from "../support/service.ts";

const suite = atEnd();
let service: Service;
before(async () => {
  service = await startService(suite, { ALLOW_PRIVATE_TARGETS: "true" });
});

describe("a limit of counts", () => {
  const CREATIONS = {
    endpoints: [`${WS}/webhook-endpoints`, { url: "https://shop.example/hook" }],
    exports: [EXPORTS, { name: "all", connector: { type: "file" }, mode: "changed" }],
  } as const;
  for (const [name, [path, body]] of Object.entries(CREATIONS)) {
    it(`holds for ${name} that are created at the same time, and is the store's own`, async () => {
      const [shop, other] = await Promise.all([service.newCaller(), service.newCaller()]);
      const answers = await Promise.all(Array.from({ length: 70 }, () => shop.post(path, body)));
      const refused = answers.filter(({ status }) => status === 400);
      assert.deepEqual([refused.length, answers.filter(({ status }) => status === 201).length], [20, 50]);
      for (const answer of refused) {
        assert.equal(answer.body.code, "LimitExceeded");
        assert.match(answer.body.detail, /at most 50 /);
      }
      assert.equal((await shop.get(path)).body[name].length, 50);
      assert.equal((await other.post(path, body)).status, 201);
    });
  }
});
