import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, request } from "node:http";
import { describe, it, type TestContext } from "node:test";
import { bodyWithoutDeadline } from "../../../src/http/middleware/body/deadline.ts";

/** The time is long, so that a busy machine does not end a body whose data keeps arriving. */
const LIMITS = { bodyMs: 1500, bytesPerSecond: 1000 };

/** Sends parts of a body, one after another, until they are all read or the connection ends. Resolves to its end. */
async function sentIn(t: TestContext, part: Buffer, parts: number): Promise<"read" | "cut"> {
  const server = createServer((req, res) => {
    void (async () => {
      for await (const bytes of bodyWithoutDeadline(req, LIMITS)) assert.ok(bytes.length > 0);
      res.end();
    })().catch(() => undefined);
  }).listen(0, "127.0.0.1");
  t.after(() => void server.close());
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  const req = request({ port, host: "127.0.0.1", method: "POST" });
  const end = new Promise<"read" | "cut">((resolve) => {
    req.on("response", () => resolve("read")).on("error", () => resolve("cut"));
  });
  for (let i = 0; i < parts && !req.destroyed; i++) {
    req.write(part);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  req.end();
  return end;
}

describe("the body of an upload", () => {
  it("may take any time if its data keeps arriving", async (t) => {
    assert.equal(await sentIn(t, Buffer.alloc(2000), 120), "read");
  });

  it("ends the connection if its data arrives too slowly, although it never stops", async (t) => {
    assert.equal(await sentIn(t, Buffer.alloc(1), 500), "cut");
  });
});
