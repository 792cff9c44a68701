import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, it } from "node:test";
import { Webhook } from "standardwebhooks";
import {
  type ClientOptions,
  createWishlistClient,
  Refused,
  verifyWebhook,
  WebhookVerificationError,
} from "../../clients/typescript/src/index.ts";
import { ITEMS } from "../support/callers/typed-client.ts";
import { atEnd, type Cleanup } from "../support/redis.ts";

const json = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { "Content-Type": "application/json", ...headers } });

type Answer = (request: Request) => Response | Promise<Response>;

/** A client of a service that gives these answers to its requests, the last one also to all further requests. */
function clientOf(
  answers: Answer[],
  {
    token = () => json({ access_token: "t", expires_in: 300 }),
    ...options
  }: Partial<ClientOptions> & { token?: Answer },
) {
  const sent: Request[] = [];
  const send = async (input: string | URL | Request) => {
    const request = new Request(input);
    if (request.url.endsWith("/token")) return token(request);
    sent.push(request);
    const answer = answers[Math.min(sent.length, answers.length) - 1];
    return answer?.(request) ?? json({});
  };
  const credentials = { baseUrl: "http://service.test", tenant: "t", clientId: "c", clientSecret: "s" };
  return { sent, client: createWishlistClient({ ...credentials, send, ...options }) };
}

const newWish = { body: { wishlistId: "w", product: { productRef: "tent" } } };

/** A server that loses its connection inside each answer. Resolves to its address. */
async function startCuttingServer(t: Cleanup): Promise<string> {
  const server = createServer((_request, response) => {
    response.writeHead(201, { "Content-Type": "application/json", "Content-Length": "100" });
    response.write('{"id":', () => response.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const suite = atEnd();

describe("the attempts of the typed client", () => {
  it("go on, with the same key, after a connection that is lost inside an answer", async () => {
    const url = await startCuttingServer(suite);
    const { client, sent } = clientOf([() => fetch(url), () => json({ id: "i" }, 201)], { longestWaitMs: 0 });
    const { data } = await client.POST(ITEMS, newWish);
    assert.equal(data?.id, "i");
    const keys = sent.map(({ headers }) => headers.get("Idempotency-Key"));
    assert.equal(keys.length, 2);
    assert.ok(keys[0] && keys[0] === keys[1]);
  });

  it("go on after the answers of a proxy that has lost the service", async () => {
    const proxy = [502, 504].map((status) => () => new Response("<html>", { status }));
    const { client, sent } = clientOf([...proxy, () => json({ id: "i" }, 201)], { longestWaitMs: 0 });
    await client.POST(ITEMS, newWish);
    assert.equal(sent.length, 3);
  });

  it("wait no longer than allowed, and end if the service asks for a longer wait", async () => {
    const { client, sent } = clientOf([() => json({}, 500)], { longestWaitMs: 0 });
    await assert.rejects(client.POST(ITEMS, newWish), Refused);
    assert.equal(sent.length, 5);
    const busy = clientOf([() => json({}, 503, { "Retry-After": "2" })], { longestWaitMs: 1000 });
    await assert.rejects(busy.client.POST(ITEMS, newWish), Refused);
    assert.equal(busy.sent.length, 1);
  });

  it("are at least one, whatever number is given", async () => {
    for (const attempts of [0, -1, 0.5]) {
      const { client, sent } = clientOf([() => json({}, 500)], { attempts, longestWaitMs: 0 });
      await assert.rejects(client.POST(ITEMS, newWish), Refused);
      assert.equal(sent.length, 1);
    }
  });

  it("give a file to the caller while it still arrives", async () => {
    const endless = new ReadableStream({ start: (controller) => controller.enqueue(new Uint8Array(1)) });
    const file = () => new Response(endless, { headers: { "Content-Type": "text/csv" } });
    const { client } = clientOf([file], {});
    const { data } = await client.GET(ITEMS, { params: { query: { id: "w" } }, parseAs: "stream" });
    assert.deepEqual((await data?.getReader().read())?.value, new Uint8Array(1));
  });

  it("to get a token end if the service is silent, so that the next one can succeed", async () => {
    let tokens = 0;
    const token = async ({ signal }: Request) => {
      if (++tokens > 1) return json({ access_token: "t", expires_in: 300 });
      await once(signal, "abort");
      throw signal.reason;
    };
    const { client } = clientOf([() => json({ wishlistItems: [] })], {
      token,
      tokenTimeoutMs: 20,
      longestWaitMs: 0,
    });
    const { response } = await client.GET(ITEMS, { params: { query: { id: "w" } } });
    assert.equal(response.status, 200);
    assert.equal(tokens, 2);
  });
});

describe("the verification of a webhook message", () => {
  it("takes the headers of fetch and of Node.js, and throws its own error for a changed body", () => {
    const secret = `whsec_${Buffer.from("secret of an endpoint").toString("base64")}`;
    const [time, body] = [new Date(), JSON.stringify({ type: "wishlist.created" })];
    const headers = {
      "webhook-id": "1",
      "webhook-timestamp": Math.floor(time.getTime() / 1000).toString(),
      "webhook-signature": new Webhook(secret).sign("1", time, body),
    };
    for (const received of [
      headers,
      new Headers(headers),
      { ...headers, cookie: ["a", "b"], none: undefined },
    ]) {
      assert.equal(verifyWebhook(secret, received, body).type, "wishlist.created");
      assert.throws(() => verifyWebhook(secret, received, `${body} `), WebhookVerificationError);
    }
  });
});
