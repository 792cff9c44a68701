import assert from "node:assert/strict";
import { type AddressInfo, createServer } from "node:net";
import { describe, it } from "node:test";
import { askServer } from "../../../src/store/redis/server/probe.ts";

describe("askServer", () => {
  it("describes a server that closes its connections, however it does so, with the same sentence", async (t) => {
    let isReset = false;
    const closing = createServer((socket) => (isReset ? socket.resetAndDestroy() : socket.end()));
    await new Promise<void>((resolve) => closing.listen(0, "127.0.0.1", resolve));
    t.after(() => void closing.close());
    const { port } = closing.address() as AddressInfo;
    const target = {
      endpoint: { host: "127.0.0.1", port },
      login: { username: undefined, password: undefined },
      tls: undefined,
      database: "0",
    };
    // The start waits for such a server, and logs the reason whenever it changes.
    const message = `127.0.0.1:${port} closes connections without an answer: start Redis there, or correct the address`;
    for (isReset of [false, true, false])
      await assert.rejects(
        askServer(target, (redis) => redis.ping()),
        { message },
      );
  });
});
