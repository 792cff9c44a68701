import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { connectTo, headOf } from "../../support/callers/raw-http.ts";
import { type Caller, CS, unique } from "../../support/service.ts";
import { sharedService } from "../../support/shared-service.ts";

let shop: Caller;
before(async () => {
  shop = await (await sharedService()).newCaller();
});

const CREATE = `POST ${CS}/customers`;
const headers = (length: number) => ({
  ...shop.headers,
  "Content-Type": "application/json",
  "Content-Length": length,
});

describe("a body over the limit", () => {
  it("gets 413 although the client sends all of it first, and keeps the connection usable", async () => {
    const tooLarge = Buffer.alloc(5 * 1024 * 1024, "x");
    for (let i = 0; i < 16; i++) {
      const connection = await connectTo(shop.baseUrl);
      const { socket } = connection;
      socket.write(headOf(CREATE, headers(tooLarge.length)));
      await new Promise((resolve) => socket.write(tooLarge, resolve));
      await connection.has('"code":"PayloadTooLarge"');
      assert.match(connection.text(), /^HTTP\/1\.1 413 [^]*The body has more than 1048576 bytes\./);
      const body = JSON.stringify({ id: unique("c") });
      socket.write(headOf(CREATE, headers(body.length)) + body);
      await connection.has("HTTP/1.1 201 ");
      assert.equal(connection.error(), undefined);
      socket.destroy();
    }
  });

  it("is discarded up to a limit: an endless body ends the connection", async () => {
    const connection = await connectTo(shop.baseUrl);
    const { socket } = connection;
    const closed = new Promise((resolve) => socket.once("close", resolve));
    socket.write(headOf(CREATE, headers(1e12)));
    const part = Buffer.alloc(1024 * 1024, "x");
    const send = () => {
      if (socket.writable) socket.write(part, send);
    };
    send();
    await closed;
    assert.ok(socket.bytesWritten < 200 * part.length, String(socket.bytesWritten));
  });
});

describe("Expect: 100-continue", () => {
  const expecting = (length: number, more: Record<string, string> = {}) => ({
    ...headers(length),
    Expect: "100-continue",
    ...more,
  });

  it("gets 100 Continue before the body is sent, and the request continues", async () => {
    const connection = await connectTo(shop.baseUrl);
    const body = JSON.stringify({ id: unique("c") });
    connection.socket.write(headOf(CREATE, expecting(body.length)));
    await connection.has("HTTP/1.1 100 Continue");
    assert.doesNotMatch(connection.text(), /HTTP\/1\.1 201/);
    connection.socket.write(body);
    await connection.has("HTTP/1.1 201 ");
    connection.socket.destroy();
  });

  for (const [what, status, more, length] of [
    ["a missing token", 401, { Authorization: "" }, 100],
    ["another media type", 415, { "Content-Type": "text/plain" }, 100],
    ["a body over the limit", 413, {}, 2_000_000],
  ] as const) {
    it(`gets the refusal of ${what} without 100 Continue`, async () => {
      const connection = await connectTo(shop.baseUrl);
      const closed = new Promise((resolve) => connection.socket.once("close", resolve));
      connection.socket.write(headOf(CREATE, expecting(length, more)));
      await closed;
      assert.match(connection.text(), new RegExp(`^HTTP/1\\.1 ${status} `));
    });
  }
});
