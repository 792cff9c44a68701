import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import { describe, it, type TestContext } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { limitBody } from "../../../src/http/middleware/body/deadline.ts";
import { recordRequest } from "../../../src/http/middleware/newest-request.ts";
import { onClientError } from "../../../src/http/server/parser-refusals.ts";
import { portOf } from "../../../src/http/server/server.ts";
import { connectTo, headOf } from "../../support/callers/raw-http.ts";

const BODY_MS = 500;
/** Longer, so that a busy machine reads a large body within it. */
const LARGE_MS = 3000;
/** More bytes than a connection takes while nobody reads them. */
const LARGE = 16 * 1024 * 1024;

/** Starts a server that calls `answer` for each request, and then answers 200. Returns a connection to it. */
async function connectionTo(
  t: TestContext,
  answer: (req: IncomingMessage) => Promise<unknown>,
  bodyMs = BODY_MS,
) {
  const server = createServer((req, res) => {
    limitBody(server, req, { bodyMs });
    recordRequest(res);
    void answer(req).then(
      () => res.end("done"),
      () => undefined,
    );
  }).listen(0, "127.0.0.1");
  const faults: unknown[] = [];
  server.on("clientError", (err: NodeJS.ErrnoException, socket: Socket) => {
    faults.push(err.code);
    onClientError(err, socket);
  });
  await once(server, "listening");
  const connection = await connectTo(`http://127.0.0.1:${portOf(server)}`);
  t.after(() => {
    connection.socket.destroy();
    server.close();
  });
  return { ...connection, faults };
}

/** Reads and discards a body. */
const discarded = (req: IncomingMessage) => once(req.resume(), "end");

const waitLong = (bodyMs = BODY_MS) => delay(1.5 * bodyMs);

const post = (length: number) => headOf("POST /", { "Content-Length": length });
const answersIn = (text: string) => text.match(/HTTP\/1\.1 \d+/g);

describe("the body of a request that waits longer than the limit", { concurrency: true }, () => {
  for (const [what, bytes, bodyMs] of [
    ["arrives before it is read", 10, BODY_MS],
    ["arrives only when it is read", LARGE, LARGE_MS],
  ] as const)
    it(`${what}, and the request gets exactly one answer`, async (t) => {
      const answer = async (req: IncomingMessage) => {
        await waitLong(bodyMs);
        await discarded(req);
      };
      const { socket, has, text } = await connectionTo(t, answer, bodyMs);
      socket.write(post(bytes) + "x".repeat(bytes));
      await has("done");
      await waitLong(bodyMs);
      assert.deepEqual(answersIn(text()), ["HTTP/1.1 200"]);
      assert.equal(socket.readyState, "open");
    });

  it("may have arrived although its last bytes are not read at the limit", async (t) => {
    const { socket, has, text } = await connectionTo(t, async (req) => {
      await once(req, "data");
      req.pause();
      socket.write("x");
      await waitLong();
      await discarded(req);
    });
    socket.write(`${post(2)}x`);
    await has("done");
    await waitLong();
    assert.deepEqual(answersIn(text()), ["HTTP/1.1 200"]);
  });
});

describe("a body that does not arrive in time", () => {
  for (const [what, answer, answers] of [
    ["while it is read", discarded, ["HTTP/1.1 408"]],
    ["after the answer", () => Promise.resolve(), ["HTTP/1.1 200", "HTTP/1.1 408"]],
  ] as const)
    it(`ends the connection ${what}`, async (t) => {
      const { socket, text } = await connectionTo(t, answer);
      const closed = once(socket, "close");
      socket.write(`${post(10)}x`);
      await closed;
      assert.deepEqual(answersIn(text()), answers);
    });

  it("is not late once the client of an answered request has left", async (t) => {
    const { socket, has, faults } = await connectionTo(t, () => Promise.resolve());
    socket.write(`${post(10)}x`);
    await has("done");
    socket.destroy();
    await waitLong();
    assert.deepEqual(faults, ["HPE_INVALID_EOF_STATE"]);
  });
});
