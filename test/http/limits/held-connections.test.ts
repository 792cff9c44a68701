import assert from "node:assert/strict";
import type { Socket } from "node:net";
import { describe, it, type TestContext } from "node:test";
import Koa from "koa";
import { pino } from "pino";
import { newAdmissions } from "../../../src/http/middleware/admission.ts";
import { earlyRefusal } from "../../../src/http/server/early-refusal.ts";
import { HeldConnections } from "../../../src/http/server/held-connections.ts";
import { close, listen, portOf, serve } from "../../../src/http/server/server.ts";
import { connectTo, headOf } from "../../support/raw-http.ts";
import { until } from "../../support/until.ts";

const BODY = "{}";
const HEADERS = { "Content-Type": "application/json", "Content-Length": BODY.length };
const WRITE = headOf("POST /services/wsservice/api/wishlists", HEADERS) + BODY;

/** A server that refuses all, by a clock, and a connection with it, seen from both sides. */
async function connectToFull(t: TestContext, now: () => number) {
  const app = new Koa();
  const server = await listen(app, { host: "127.0.0.1", port: 0 });
  t.after(() => close(server, 0, pino({ level: "silent" })));
  const admissions = newAdmissions({ most: 0, timeoutMs: 10_000 });
  serve(
    server,
    app,
    earlyRefusal(admissions, () => undefined, new HeldConnections(now)),
  );
  const accepted = new Promise<Socket>((resolve) => server.once("connection", resolve));
  const client = await connectTo(`http://127.0.0.1:${portOf(server)}`);
  t.after(() => client.socket.destroy());
  const refusals = () => client.text().split("HTTP/1.1 503").length - 1;
  const send = async (text: string, count: number) => {
    const before = refusals();
    client.socket.write(text);
    await until("the refusals", () => refusals() === before + count);
  };
  return { send, socket: await accepted };
}

describe("a refused connection", () => {
  it("is read again at once while refusals take little of a turn of the event loop", async (t) => {
    const { send, socket } = await connectToFull(t, () => 0);
    // Both are read in one turn.
    await send(WRITE + WRITE, 2);
    await send(WRITE, 1);
    assert.equal(socket.isPaused(), false);
  });

  it("is not read for a while where they take much of one, and answered then", async (t) => {
    let now = 0;
    const { send, socket } = await connectToFull(t, () => (now += 1000));
    await send(WRITE + WRITE, 2);
    await until("it is held", () => socket.isPaused());
    await send(WRITE, 1);
    assert.equal(socket.isPaused(), false);
  });
});
