import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { batchesOf } from "../../../src/collections/batches.ts";
import { parseCustomerId, partitionOfWishlist } from "../../../src/store/ids/ids.ts";
import { slotName } from "../../../src/store/keys/slots.ts";
import { type Caller, CS, given, type Service, unique, WS } from "../../support/service.ts";
import { sharedService } from "../../support/shared-service.ts";

const COUNT = 4500;

let service: Service;
let shop: Caller;
before(async () => {
  service = await sharedService();
  shop = await service.newCaller();
});

/** Stores very many replies about a wishlist or a slot. Resolves to the keys of the replies. */
async function keepAnswers(partition: number, about: string): Promise<string[]> {
  const { redis, keys } = service;
  const digests = Array.from({ length: COUNT }, () => unique("digest"));
  const answers = digests.map((digest) => keys.answer(partition, digest));
  for (const batch of batchesOf(digests, 500)) {
    const now = Math.floor(Date.now() / 1000).toString();
    await redis.zadd(keys.answersOf(partition, about), ...batch.flatMap((digest) => [now, digest]));
    const pipeline = redis.pipeline();
    for (const digest of batch) pipeline.set(keys.answer(partition, digest), "a reply", "EX", 600);
    await pipeline.exec();
  }
  return answers;
}

async function assertErased(answers: readonly string[], index: string): Promise<void> {
  const texts = await service.redis.mget(...answers);
  assert.deepEqual(new Set(texts), new Set(["erased"]));
  assert.ok((await service.redis.zcard(index)) <= 1);
}

describe("very many stored answers", () => {
  it("about a wishlist are all erased with it", async () => {
    const { id } = await shop.newWishlist();
    const partition = given(partitionOfWishlist(id));
    const answers = await keepAnswers(partition, id);
    assert.equal((await shop.delete(`${WS}/wishlists/${id}`)).status, 204);
    await assertErased(answers, service.keys.answersOf(partition, id));
  });

  it("about a customer are all erased with the customer", async () => {
    const customer = await shop.newCustomer();
    const { partition, key } = given(parseCustomerId(customer.svc_customer_id));
    const slot = slotName(`${shop.tenantId}/default`, key);
    const answers = await keepAnswers(partition, slot);
    assert.equal((await shop.delete(`${CS}/customers/${customer.id}`)).status, 204);
    await assertErased(answers, service.keys.answersOf(partition, slot));
  });
});
