import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { newCluster } from "../../support/processes.ts";
import { Caller, type Json, WS } from "../../support/service.ts";
import { until } from "../../support/until.ts";

const GUESTS = 10;
const LISTS = `${WS}/wishlists`;
const WISHES = ["wish 0", "wish 1"];

interface Guest {
  id: string;
  guestToken: string;
  customerRef: string;
}

async function newGuest(shop: Caller): Promise<Guest> {
  const { id: customerRef } = await shop.newCustomer();
  const { body } = await shop.post(LISTS, { name: "mine", guest: true });
  for (const note of WISHES) await shop.newItem(body.id, { note });
  return { ...body, customerRef };
}

async function notesOf(shop: Caller, { customerRef }: Guest): Promise<string[]> {
  const { body } = await shop.get(`${LISTS}/lookup?customerRef=${customerRef}`);
  return body.wishlist.flatMap((list: Json) => list.wishlistItems.map(({ note }: Json) => note)).sort();
}

describe("the claims of guests' wishlists", () => {
  it("keep each wish once if the worker and the HTTP process are killed between steps", async (t) => {
    const { start, serve, newShop } = newCluster(t);
    const hasty = { ASK_TIMEOUT_MS: "1000" };
    const [http, other, patient, worker] = await Promise.all([
      start("http", { env: hasty }),
      serve("http", hasty),
      serve("http"),
      start("worker"),
    ]);
    const maker = await newShop(patient);
    const guests = await Promise.all(Array.from({ length: GUESTS }, () => newGuest(maker)));
    const shop = new Caller(other.baseUrl, maker.tenantId, maker.token);
    const tabs = [new Caller(http.baseUrl, shop.tenantId, shop.token), shop];
    let answered = 0;
    /** A tab that repeats its claim until there is an answer. */
    const claim = async (tab: Caller, { guestToken, customerRef }: Guest): Promise<void> => {
      const body = { guestToken, customerRef, mode: "merge" };
      for (let asked: Caller = tab; ; asked = shop) {
        const answer = await asked.post(`${LISTS}/claim`, body).catch(() => undefined);
        // Without an answer, or with an unknown outcome, the tab asks another process.
        if (!answer || answer.status >= 500) continue;
        assert.equal(answer.status, 200, answer.text);
        answered++;
        return;
      }
    };
    const claims = Promise.all(guests.flatMap((guest) => tabs.map((tab) => claim(tab, guest))));
    await until("some claims are answered", () => answered > 2);
    worker.program.signal("SIGKILL");
    http.program.signal("SIGKILL");
    await serve("worker");
    await claims;
    for (const guest of guests) {
      assert.deepEqual(await notesOf(shop, guest), WISHES);
      assert.equal((await shop.get(`${LISTS}?id=${guest.id}`)).status, 404);
    }
  });
});
