import assert from "node:assert/strict";
import { EventEmitter, once } from "node:events";
import { before, describe, it } from "node:test";
import { items, Refused } from "../../clients/typescript/src/index.ts";
import { clientOf, ITEMS } from "../support/callers/typed-client.ts";
import { listOf } from "../support/list-of.ts";
import { type Service, unique } from "../support/service.ts";
import { sharedService } from "../support/shared-service.ts";
import { until } from "../support/until.ts";

const WISHLISTS = "/services/wsservice/api/wishlists";
const ADD_ITEMS = "/services/wsservice/api/wishlist/add-items";

let service: Service;
let caller: Awaited<ReturnType<Service["newCaller"]>>;
before(async () => {
  service = await sharedService();
  caller = await service.newCaller();
});

/** A client of the tenant whose requests go through `send`. */
const clientWith = (send: typeof fetch) => clientOf(service, caller.credentials, { send });

const pathOf = (input: string | URL | Request) =>
  new URL(input instanceof Request ? input.url : input).pathname;

/** A `fetch` whose answers for one path are replaced by `change`, with the number of earlier ones. */
function changing(path: string, change: (answer: Response, before: number) => Response): typeof fetch {
  let count = 0;
  return async (input, init) => {
    const answer = await fetch(input, init);
    return pathOf(input) === path ? change(answer, count++) : answer;
  };
}

/** The answer of an overloaded service, which may be repeated at once. */
const refusal = (status = 503) => new Response("{}", { status, headers: { "Retry-After": "0" } });

async function newList(): Promise<string> {
  const { id } = await caller.newWishlist();
  return id;
}

const variant = (n: number) => ({ productRef: "tent", selectedVariantRef: `tent-${n}` });

describe("the token of the typed client, and its repeated requests", () => {
  it("requests one token for many requests", async () => {
    let tokens = 0;
    const counting = clientWith((input, init) => {
      if (pathOf(input).endsWith("/token")) tokens++;
      return fetch(input, init);
    });
    const wishlistId = await newList();
    await Promise.all(
      Array.from({ length: 5 }, () => counting.GET(ITEMS, { params: { query: { id: wishlistId } } })),
    );
    assert.equal(tokens, 1);
  });

  it("requests a token again if the service is overloaded", async () => {
    const statuses: number[] = [];
    const busy = clientWith(async (input, init) => {
      if (!pathOf(input).endsWith("/token")) return fetch(input, init);
      const isLate = statuses.length >= 3;
      const answer = isLate ? await fetch(input, init) : refusal([429, 503, 500][statuses.length]);
      statuses.push(answer.status);
      return answer;
    });
    const { response } = await busy.GET(ITEMS, { params: { query: { id: await newList() } } });
    assert.equal(response.status, 200);
    assert.deepEqual(statuses, [429, 503, 500, 200]);
  });

  it("waits for the first attempt of a write that is still running, and does not repeat other conflicts", async () => {
    const statuses: number[] = [];
    const cut = clientWith(async (input, init) => {
      if (pathOf(input) !== WISHLISTS) return fetch(input, init);
      const answer = statuses.length === 1 ? refusal(409) : await fetch(input, init);
      statuses.push(answer.status);
      if (statuses.length === 1) throw new TypeError("connection lost");
      return answer;
    });
    const { customerRef } = await caller.newWishlist();
    const body = { customerRef, name: "once" };
    const { response } = await cut.POST(WISHLISTS, { body });
    assert.equal(response.headers.get("Idempotency-Replayed"), "true");
    assert.deepEqual(statuses, [201, 409, 201]);

    let conflicts = 0;
    const taken = clientWith((input, init) => {
      if (pathOf(input) !== ADD_ITEMS) return fetch(input, init);
      conflicts++;
      return Promise.resolve(new Response("{}", { status: 409 }));
    });
    const more = { wishlistId: await newList(), itemRef: [variant(1)] };
    await assert.rejects(taken.POST(ADD_ITEMS, { body: more }), Refused);
    assert.equal(conflicts, 1);
  });

  it("requests a token no more often than `attempts` if the network fails", async () => {
    let requests = 0;
    const send = () => {
      requests++;
      return Promise.reject(new TypeError("connection lost"));
    };
    const cut = clientOf(service, caller.credentials, { attempts: 2, send });
    await assert.rejects(cut.GET(ITEMS, { params: { query: { id: "x" } } }), TypeError);
    assert.equal(requests, 2);
  });

  it("ends a request whose signal is aborted while it waits for a token", { timeout: 20_000 }, async () => {
    const query = { id: await newList() };
    const abort = new AbortController();
    const gate = new EventEmitter();
    const opened = once(gate, "open");
    const waiting = clientWith(async (input, init) => {
      if (pathOf(input).endsWith("/token")) {
        abort.abort(new Error("no longer needed"));
        await opened;
      }
      return fetch(input, init);
    });
    await assert.rejects(waiting.GET(ITEMS, { params: { query }, signal: abort.signal }), /no longer needed/);
    gate.emit("open");
    const { data } = await waiting.GET(ITEMS, { params: { query } });
    assert.deepEqual(data?.wishlistItems, []);
  });

  it("keeps a new token if an older one is refused later", async () => {
    const query = { id: await newList() };
    const secondSent = new EventEmitter();
    let tokens = 0;
    let sent = 0;
    let firstAnswer: Promise<unknown> = Promise.resolve();
    const own = clientWith(async (input, init) => {
      if (pathOf(input).endsWith("/token")) tokens++;
      else {
        const n = ++sent;
        // Both are sent with the first token. The second is refused after the first has got a new token and its answer.
        if (n === 1) await once(secondSent, "sent");
        if (n === 2) {
          secondSent.emit("sent");
          await firstAnswer;
        }
        if (n <= 2) return new Response("{}", { status: 401 });
      }
      return fetch(input, init);
    });
    const read = () => own.GET(ITEMS, { params: { query } });
    firstAnswer = read();
    await Promise.all([firstAnswer, read()]);
    assert.deepEqual({ tokens, sent }, { tokens: 2, sent: 4 });
  });

  it("replaces a token that was revoked", async () => {
    const other = await service.newCaller();
    const own = clientOf(service, other.credentials);
    const body = { id: unique("c") };
    await own.POST("/services/customerservice/api/customers", { body });
    await service.tenants.revokeTokens(other.tenantId);
    await until("the revocation", async () => (await other.get(`${WISHLISTS}/lookup`)).status === 401);
    const { data } = await own.PUT("/services/customerservice/api/customers", {
      body: { ...body, note: "again" },
    });
    assert.equal(data?.note, "again");
  });

  it("adds an item once if the answers to its requests are lost", async () => {
    const wishlistId = await newList();
    const losing = clientWith(
      changing(ITEMS, (answer, before) => {
        if (before < 2) throw new TypeError("connection lost");
        return answer;
      }),
    );
    const { data, response } = await losing.POST(ITEMS, { body: { wishlistId, product: variant(1) } });
    assert.equal(response.headers.get("Idempotency-Replayed"), "true");
    const found = await listOf(items(clientWith(fetch), { id: wishlistId }));
    assert.deepEqual(
      found.map(({ id }) => id),
      [data?.id],
    );
  });

  it("sends a write again if the service is overloaded", async () => {
    const busy = clientWith(changing(ITEMS, (answer, before) => (before === 0 ? refusal() : answer)));
    const { data } = await busy.POST(ITEMS, { body: { wishlistId: await newList(), product: variant(2) } });
    assert.ok(data?.id);
  });

  it("throws for wrong credentials", async () => {
    const wrong = clientOf(service, { ...caller.credentials, clientSecret: "wrong" });
    await assert.rejects(wrong.GET(ITEMS, { params: { query: { id: "x" } } }), (err) => {
      assert.ok(err instanceof Refused);
      assert.match(err.message, /^400 invalid_client: the client is unknown/);
      return true;
    });
  });
});
