import assert from "node:assert/strict";
import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";
import { describe, it } from "node:test";
import { promisify } from "node:util";
import { reasonOf } from "../../../src/jobs/webhooks/attempt.ts";

describe("the reason of a failed attempt", () => {
  it("is the cause in at most 300 characters, whatever the receiver has sent", () => {
    const cause = new Error(`not in the certificate: ${"DNS:x.example.com, ".repeat(1000)}`);
    for (const err of [new TypeError("fetch failed", { cause }), cause, cause.message]) {
      const reason = reasonOf(err);
      assert.equal(reason.length, 300);
      assert.match(reason, /^not in the certificate: .*…$/);
    }
  });

  it("names each address of the receiver that refuses the connection", async () => {
    const [server, other] = [createServer().listen(0, "127.0.0.1"), "127.0.0.2"];
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    await promisify(server.close.bind(server))();
    const addresses = ["127.0.0.1", other].map((address) => ({ address, family: 4 }));
    const socket = connect({
      ...{ host: "receiver.example", port, autoSelectFamily: true },
      lookup: (_host, _options, callback) => callback(null, addresses),
    });
    const [err] = await once(socket, "error");
    const reasons = addresses.map(({ address }) => `connect ECONNREFUSED ${address}:${port}`);
    assert.equal(reasonOf(err), reasons.join("; "));
  });

  it("is never empty", () => {
    assert.equal(reasonOf(Object.assign(new Error(""), { code: "ECONNRESET" })), "ECONNRESET");
    assert.equal(reasonOf(new TypeError("")), "TypeError");
    assert.equal(reasonOf(new AggregateError([])), "AggregateError");
  });
});
