import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { Socket } from "node:net";
import { describe, it, type TestContext } from "node:test";
import Koa from "koa";
import { pino } from "pino";
import { newAdmissions } from "../../../src/http/overload/admission.ts";
import { earlyRefusal } from "../../../src/http/server/early-refusal.ts";
import { HeldConnections } from "../../../src/http/server/held-connections.ts";
import { close, listen, portOf, serve } from "../../../src/http/server/server.ts";
import { connectTo, headOf } from "../../support/callers/raw-http.ts";
import { given } from "../../support/service.ts";
import { until } from "../../support/until.ts";

const BODY = "{}";
const HEADERS = { "Content-Type": "application/json", "Content-Length": BODY.length };
const LINE = "POST /services/wsservice/api/wishlists";
const WRITE = headOf(LINE, HEADERS) + BODY;
const TIMEOUT_MS = 10_000;
const [SHORT_MS, LONG_MS] = [200, 3_600_000];

/** A server that refuses all requests and holds their connections, and connections seen from both sides. */
async function holding(t: TestContext, ms: number) {
  const bound = { room: () => 0, areTooMany: () => true };
  const refusals = {
    get areTooMany() {
      return bound.areTooMany();
    },
  };
  const held = new HeldConnections({ room: () => bound.room(), refusals });
  const sockets: Socket[] = [];
  const server = createServer((req, res) => {
    res.writeHead(503).end();
    held.hold(req, ms);
  }).on("connection", (socket: Socket) => sockets.push(socket));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => server.close());
  const refusedAndHeld = async () => {
    const client = await connectTo(`http://127.0.0.1:${portOf(server)}`);
    t.after(() => client.socket.destroy());
    const refusals = () => client.text().split("HTTP/1.1 503").length - 1;
    client.socket.write(WRITE);
    await until("the refusal", () => refusals() === 1);
    const socket = given(sockets.at(-1));
    await until("it is held", () => socket.isPaused());
    client.socket.write(WRITE);
    return { socket, refusals };
  };
  return { bound, refusedAndHeld };
}

describe("a held connection", () => {
  it("is read again when its time is over", async (t) => {
    const { refusedAndHeld } = await holding(t, SHORT_MS);
    const { refusals } = await refusedAndHeld();
    await until("the next request is read", () => refusals() === 2);
  });

  it("is read again earlier if there is capacity and few are refused, the one that is held longest first", async (t) => {
    const { bound, refusedAndHeld } = await holding(t, LONG_MS);
    const [first, second] = [await refusedAndHeld(), await refusedAndHeld()];
    const rooms = [1];
    Object.assign(bound, { areTooMany: () => false, room: () => rooms.shift() ?? 0 });
    await until("the first is read", () => first.refusals() === 2);
    assert.deepEqual([second.refusals(), second.socket.isPaused()], [1, true]);
  });

  it("is not read earlier while too many are refused, even if there is capacity", async (t) => {
    const { bound, refusedAndHeld } = await holding(t, LONG_MS);
    const { socket } = await refusedAndHeld();
    let checks = 0;
    Object.assign(bound, { areTooMany: () => ++checks < 3, room: () => 1 });
    await until("it is read", () => !socket.isPaused());
    assert.ok(checks >= 3);
  });
});

/** A server that admits nothing after some answers, and a connection to it, seen from both sides. */
async function connectToFull(t: TestContext, answers: number) {
  let now = 0;
  const app = new Koa();
  const server = await listen(app, { host: "127.0.0.1", port: 0 });
  t.after(() => close(server, 0, pino({ level: "silent" })));
  const admissions = newAdmissions({ maxRunning: 1, timeoutMs: TIMEOUT_MS, now: () => now, random: () => 0 });
  const { writes } = admissions;
  for (let i = 0; i < answers; i++) await writes.run("acme", () => Promise.resolve());
  now += TIMEOUT_MS;
  assert.equal(writes.room(), 1);
  void writes.run("acme", () => new Promise(() => undefined));
  const claimedTenants = { of: () => undefined };
  const refuses = earlyRefusal({
    admissions,
    tenantOf: () => "acme",
    claimedTenants,
    onRequest: () => undefined,
    isDraining: () => false,
  });
  serve(server, app, refuses);
  const accepted = new Promise<Socket>((resolve) => server.once("connection", resolve));
  const client = await connectTo(`http://127.0.0.1:${portOf(server)}`);
  t.after(() => client.socket.destroy());
  const refusals = () => client.text().split("HTTP/1.1 503").length - 1;
  const send = async (authorization = "Bearer one") => {
    const before = refusals();
    client.socket.write(headOf(LINE, { ...HEADERS, Authorization: authorization }) + BODY);
    await until("the refusal", () => refusals() === before + 1);
  };
  return { send, socket: await accepted };
}

describe("the connection of a refused request", () => {
  it("is held if refusals exceed a quarter of the previous answers", async (t) => {
    const { send, socket } = await connectToFull(t, 4);
    await send();
    assert.equal(socket.isPaused(), false);
    await send();
    await until("it is held", () => socket.isPaused());
  });

  it("is never held if it has carried requests of several senders, as a connection of a proxy does", async (t) => {
    const { send, socket } = await connectToFull(t, 4);
    await send("Bearer one");
    for (const sender of ["Bearer two", "Bearer one", "Bearer one"]) {
      await send(sender);
      assert.equal(socket.isPaused(), false);
    }
  });
});
