import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import { describe, it } from "node:test";
import { promisify } from "node:util";
import Koa from "koa";
import { listen, portOf } from "../../../src/http/server/server.ts";
import { headOf } from "../../support/callers/raw-http.ts";
import { type Caller, WS } from "../../support/service.ts";
import { sharedService } from "../../support/shared-service.ts";
import { until } from "../../support/until.ts";

const LIST = `${WS}/wishlists`;

/** Sends bytes, and keeps its half of the connection open. Resolves to the answers when the server closes its half. */
async function sendAndKeep(baseUrl: string, bytes: string) {
  const { hostname, port } = new URL(baseUrl);
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  let text = "";
  socket.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
  socket.write(bytes);
  await once(socket, "end");
  return { socket, answers: text.split(/(?=HTTP\/1\.1 )/) };
}

/** The statuses and error codes of answers. */
const summaryOf = (answers: readonly string[]) =>
  answers.map((answer) => [answer.slice(9, 12), /"code":"(\w+)"/.exec(answer)?.[1]]);

const change = (shop: Caller, body: object) => {
  const text = JSON.stringify(body);
  const headers = { "Content-Type": "application/json", "Content-Length": text.length };
  return headOf(`PUT ${LIST}`, { ...shop.headers, ...headers }) + text;
};

describe("a request before bytes that are not HTTP", () => {
  for (const [what, rest, refusal] of [
    ["unknown text", "xx", ["400", "MalformedRequest"]],
    [
      "large header fields",
      `GET / HTTP/1.1\r\nX: ${"y".repeat(20_000)}\r\n\r\n`,
      ["431", "HeaderFieldsTooLarge"],
    ],
    ["a body with a wrong chunk", "chunk", ["400", "MalformedRequest"]],
  ] as const)
    it(`gets its own answer, and then ${what} the refusal`, async () => {
      const service = await sharedService();
      const shop = await service.newCaller();
      const { id } = await shop.newWishlist();
      const chunked = { ...shop.headers, "Content-Type": "application/json", "Transfer-Encoding": "chunked" };
      const bytes = rest === "chunk" ? `${headOf(`PUT ${LIST}`, chunked)}zz\r\n` : rest;
      const requests = change(shop, { id, name: "first" }) + change(shop, { id, name: "second" });
      const { socket, answers } = await sendAndKeep(service.baseUrl, requests + bytes);
      socket.destroy();
      assert.deepEqual(summaryOf(answers), [["200", undefined], ["200", undefined], refusal]);
      assert.equal((await shop.get(`${LIST}?id=${id}`)).body.name, "second");
    });
});

describe("a refused connection", () => {
  it("ends, also if its sender keeps its half open", async (t) => {
    const server = await listen(new Koa(), { host: "127.0.0.1", port: 0 });
    t.after(() => server.close());
    const { socket, answers } = await sendAndKeep(`http://127.0.0.1:${portOf(server)}`, "xx\r\n\r\n");
    t.after(() => socket.destroy());
    assert.deepEqual(summaryOf(answers), [["400", "MalformedRequest"]]);
    const connections = promisify(server.getConnections.bind(server));
    await until("the end of the connection", async () => (await connections()) === 0);
  });
});
