import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import type { Command } from "../../../src/actors/command.ts";
import { encodeCommand } from "../../../src/actors/runtime/envelope.ts";
import { type Layout, openLayout } from "../../../src/store/layout/layout.ts";
import { deadLetterFields, DeadLetters } from "../../../src/store/partition/dead-letters.ts";
import { repliesOf } from "../../../src/store/redis/replies.ts";
import { runNightly } from "../../support/jobs/nightly.ts";
import { atEnd, PARTITIONS } from "../../support/redis.ts";
import { type Caller, type Json, type Service, startService, unique, WS } from "../../support/service.ts";

const PRIVACY = `${WS}/privacy`;

const suite = atEnd();
let service: Service;
let shop: Caller;
let layout: Layout;
let letters: DeadLetters;
before(async () => {
  service = await startService(suite);
  shop = await service.newCaller();
  layout = await openLayout(service.redis, service.keys, PARTITIONS);
  letters = new DeadLetters(service.redis, service.keys, PARTITIONS);
});

const fieldsOf = (payload: string) => deadLetterFields({ payload, reason: "test", entryId: "1-0" });

/** Sets aside commands of a partition that could not be applied. */
async function putAside(partition: number, payloads: readonly string[]): Promise<void> {
  const pipeline = service.redis.pipeline();
  for (const payload of payloads)
    pipeline.xadd(service.keys.deadLetters(partition), "*", ...fieldsOf(payload));
  await repliesOf(pipeline);
}

const encoded = (command: Command) => encodeCommand({ instance: "", requestId: "", command });

/** A command that failed to create a customer without a reference: only its fields name the person. */
function creation(email: string): { partition: number; payload: string } {
  const storeKey = `${shop.tenantId}/default`;
  const { partition, slot, key } = layout.newSlot(storeKey);
  return { partition, payload: encoded({ type: "CreateCustomer", storeKey, slot, key, fields: { email } }) };
}

async function textOfLetters(): Promise<string> {
  let text = "";
  for await (const { payload } of letters.all()) text += `${payload}\n`;
  return text;
}

describe("the erasure of a person", () => {
  it("finds a customer who could not be created, by the e-mail address alone", async () => {
    const email = `${unique("lost")}@example.com`;
    const { partition, payload } = creation(email);
    await putAside(partition, [payload]);
    const shown = await shop.post(`${PRIVACY}/export`, { email: email.toUpperCase() });
    assert.equal(shown.status, 200, shown.text);
    assert.deepEqual(
      shown.body.data.deadLetters.map(({ fields }: Json) => fields),
      [{ email }],
    );
    const { body } = await shop.post(`${PRIVACY}/erase`, { email });
    assert.equal(body.erased.deadLetters, 1);
    assert.ok(!(await textOfLetters()).includes(email));
  });

  it("completes although a dead letter cannot be decoded, and keeps that one for the operator", async () => {
    const email = `${unique("hidden")}@example.com`;
    const { partition, payload } = creation(email);
    const garbage = unique("garbage");
    await putAside(partition, [garbage, payload]);
    const { status, text, body } = await shop.post(`${PRIVACY}/erase`, { email });
    assert.equal(status, 200, text);
    assert.equal(body.erased.deadLetters, 1);
    const left = await textOfLetters();
    assert.ok(left.includes(garbage) && !left.includes(email));
  });

  it("finds the newest dead letter behind more than ten thousand older ones", async () => {
    const email = `${unique("last")}@example.com`;
    const { partition, payload } = creation(email);
    const older = encoded({ type: "LapseGuest", storeKey: "t/s", wishlistId: "w", unusedSince: "" });
    await putAside(partition, [...Array.from({ length: 10_050 }, () => older), payload]);
    const { body } = await shop.post(`${PRIVACY}/erase`, { email });
    assert.equal(body.erased.deadLetters, 1);
    assert.ok(!(await textOfLetters()).includes(email));
  });
});

describe("the night", () => {
  it("deletes dead letters older than 30 days", async () => {
    const { partition, payload } = creation(`${unique("old")}@example.com`);
    const newer = creation(`${unique("new")}@example.com`);
    const idOf = (days: number) => `${Date.now() - days * 86_400_000}-0`;
    for (const each of [partition, newer.partition]) await service.redis.del(service.keys.deadLetters(each));
    await service.redis.xadd(service.keys.deadLetters(partition), idOf(31), ...fieldsOf(payload));
    await service.redis.xadd(service.keys.deadLetters(newer.partition), idOf(29), ...fieldsOf(newer.payload));
    await runNightly(service);
    const left = await textOfLetters();
    assert.ok(!left.includes(payload) && left.includes(newer.payload));
  });
});
