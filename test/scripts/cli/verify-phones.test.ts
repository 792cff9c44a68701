import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { openLayout } from "../../../src/store/layout/layout.ts";
import { RECORD } from "../../../src/store/records/fields.ts";
import { References } from "../../../src/store/references/references.ts";
import { atEnd, PARTITIONS } from "../../support/redis.ts";
import { type Caller, CS, given, type Service, startService, WS } from "../../support/service.ts";
import { settled } from "../../support/settled.ts";
import { inconsistencies, toolEnv } from "../../support/tool.ts";

const suite = atEnd();
let service: Service;
let shop: Caller;
before(async () => {
  service = await startService(suite);
  shop = await service.newCaller();
});

const verify = (...words: string[]) => inconsistencies(toolEnv(service), ...words);

/** Creates a customer with a phone number as an earlier version stored it. */
async function newFormerCustomer(phone: string, { redis, keys } = service, caller = shop) {
  const customer = await caller.newCustomer();
  const storeKey = `${caller.tenantId}/default`;
  const layout = await openLayout(redis, keys, PARTITIONS);
  const { partition, slot } = given(layout.slotOfRef(storeKey, customer.id));
  const key = keys.customer(partition, slot);
  const record = JSON.parse((await redis.hget(key, RECORD)) ?? "{}") as object;
  await redis.hset(key, RECORD, JSON.stringify({ ...record, phone }));
  const holder = customer.svc_customer_id;
  const claim = { reference: "phone", storeKey, value: phone, holder, at: Date.now() } as const;
  await new References(redis, keys, layout, 60_000).claim([claim]);
  return customer;
}

const phoneOf = async (id: string) => (await shop.get(`${CS}/customers/${id}`)).body.phone;

describe("verify, for phone numbers of earlier versions", () => {
  it("repairs one that a request by the number does not find", async () => {
    const { id, svc_customer_id: record } = await newFormerCustomer("+49 (30) 1234567");
    await newFormerCustomer("030 7654321");
    const found = { index: "phone", what: "wrong", record };
    assert.deepEqual(await verify(), [{ ...found, repaired: false }]);
    const asked = () => shop.post(`${WS}/privacy/export`, { phone: "+49301234567" });
    assert.equal((await asked()).status, 404);
    assert.deepEqual(await verify("--repair"), [{ ...found, repaired: true }]);
    assert.equal(await phoneOf(id), "+49301234567");
    assert.deepEqual((await asked()).body.customerIds, [record]);
    await settled(service);
    assert.deepEqual(await verify(), []);
  });

  it("repairs none that another customer has", async () => {
    const { id, svc_customer_id: record } = await newFormerCustomer("+49 (30) 2222222");
    await shop.newCustomer({ phone: "+49302222222" });
    await settled(service);
    assert.deepEqual(await verify("--repair"), [{ index: "phone", what: "wrong", record, repaired: false }]);
    assert.equal(await phoneOf(id), "+49 (30) 2222222");
    await shop.put(`${CS}/customers`, { id, phone: null });
    await settled(service);
    assert.deepEqual(await verify(), []);
  });

  it("sends no more repairs after one that no worker has taken", async (t) => {
    const stopped = await startService(t);
    const caller = await stopped.newCaller();
    const { redis, keys } = stopped;
    for (const phone of ["+49 (30) 3333333", "+49 (30) 4444444"])
      await newFormerCustomer(phone, stopped, caller);
    await settled(stopped);
    await stopped.stop();
    const found = await inconsistencies(toolEnv(stopped), "--repair");
    assert.deepEqual(
      found.map(({ index, repaired }) => [index, repaired]),
      [
        ["phone", false],
        ["phone", false],
      ],
    );
    const waiting = await Promise.all(
      Array.from({ length: PARTITIONS }, (_, partition) => redis.xlen(keys.commands(partition))),
    );
    assert.equal(
      waiting.reduce((sum, length) => sum + length, 0),
      1,
    );
  });
});
