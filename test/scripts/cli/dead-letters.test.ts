import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { partitionCommands } from "../../../scripts/cli/commands/partitions.ts";
import { HANDLERS, type Handlers } from "../../../src/actors/handlers.ts";
import { atEnd } from "../../support/redis.ts";
import { type Caller, type Json, type Service, startService, WS } from "../../support/service.ts";
import { tool, toolEnv, toolJson } from "../../support/tool.ts";
import { until } from "../../support/until.ts";

const suite = atEnd();
let service: Service;
let shop: Caller;
let env: Record<string, string>;
let list: Json;

/** Adding an item fails while this is true. */
let isBroken = true;
const handlers: Handlers = {
  ...HANDLERS,
  AddItem: (...args) => {
    if (isBroken) throw new Error("out of order\nin many lines");
    return HANDLERS.AddItem(...args);
  },
};

before(async () => {
  service = await startService(suite, {}, { handlers });
  env = toolEnv(service);
  shop = await service.newCaller();
  list = await shop.newWishlist();
});

const run = (...words: string[]) => toolJson(words, env);
const letters = () => run("dead-letter", "list") as Promise<Json[]>;

/** Sends wishes whose commands fail, so that they become dead letters. */
async function putAside(...variants: string[]): Promise<void> {
  isBroken = true;
  for (const selectedVariantRef of variants) {
    const product = { productRef: "p", selectedVariantRef };
    const { status } = await shop.post(`${WS}/wishlist/items`, { wishlistId: list.id, product });
    assert.equal(status, 500);
  }
  isBroken = false;
}

async function variants(): Promise<string[]> {
  const { body } = await shop.get(`${WS}/wishlists?id=${list.id}`);
  return body.wishlistItems.map((item: Json) => item.product.selectedVariantRef as string).sort();
}

describe("wishlist partition list", () => {
  it("shows the worker of each partition, and its waiting commands", async () => {
    let partitions: Json[] = [];
    await until("all partitions are served", async () => {
      partitions = await run("partition", "list");
      return partitions.every(({ worker }) => worker !== undefined);
    });
    assert.deepEqual(
      partitions.map(({ partition }) => partition as number),
      Array.from({ length: 16 }, (_, i) => i),
    );
    for (const { silentMs, waiting, deadLetters, cursor } of partitions) {
      assert.ok(silentMs >= 0 && silentMs <= 5000);
      assert.deepEqual([waiting, deadLetters], [0, 0]);
      assert.match(cursor, /^\d+-\d+$/);
    }
    const { stdout } = await tool(["partition", "list"], env);
    assert.match(stdout, /^partition +worker +last heartbeat +waiting +dead letters/);
    assert.equal(stdout.trim().split("\n").length, 17);
  });

  it("shows no heartbeat of a partition without a worker", () => {
    const unserved = { partition: 0, worker: undefined, silentMs: 0, waiting: 1, deadLetters: 0, outbox: 0 };
    const text = partitionCommands[0]?.text([{ ...unserved, cursor: "0-0" }] as never) ?? "";
    assert.match(text, /^0 +none +1 +0 +0 +0-0$/m);
  });
});

describe("wishlist dead-letter", () => {
  it("list and show display what was set aside, when and why", async () => {
    await putAside("shown");
    const [letter] = await letters();
    assert.equal((await letters()).length, 1);
    assert.match(letter.id, /^\d+\/\d+-\d+$/);
    assert.match(letter.reason, /out of order/);
    assert.ok(Math.abs(Date.parse(letter.time) - Date.now()) < 60_000);
    assert.equal(letter.command.type, "AddItem");
    assert.deepEqual(await run("dead-letter", "show", letter.id), letter);
    const { stdout } = await tool(["dead-letter", "list"], env);
    assert.equal(stdout.trim().split("\n").length, 2);
    assert.match(stdout, new RegExp(`^${letter.id} .*AddItem +.*out of order$`, "m"));
    const counted = (await run("partition", "list")).filter((each: Json) => each.deadLetters === 1);
    assert.deepEqual(
      counted.map(({ partition }: Json) => partition.toString()),
      [letter.id.split("/")[0]],
    );
    await run("dead-letter", "discard", letter.id);
  });

  it("redrive sends a command again, once", async () => {
    await putAside("again", "stays");
    const [first, second] = await letters();
    const { redriven } = await run("dead-letter", "redrive", first.id);
    assert.deepEqual(
      redriven.map(({ id }: Json) => id as string),
      [first.id],
    );
    await until("the wish is there", async () => (await variants()).includes("again"));
    assert.deepEqual(
      (await letters()).map(({ id }) => id as string),
      [second.id],
    );
    const gone = await tool(["dead-letter", "redrive", first.id], env);
    assert.equal(gone.code, 1);
    assert.match(gone.stderr, /no dead letter/);
    assert.ok(!(await variants()).includes("stays"));
    await run("dead-letter", "discard", second.id);
  });

  it("redrive sets a failing command aside again, with its new reason", async () => {
    await putAside("hopeless");
    const [letter] = await letters();
    isBroken = true;
    await run("dead-letter", "redrive", letter.id);
    let now: Json[] = [];
    await until("it is set aside again", async () => (now = await letters()).length === 1);
    assert.notEqual(now[0].id, letter.id);
    assert.deepEqual(now[0].command, letter.command);
    isBroken = false;
    await run("dead-letter", "discard", "--all");
  });

  it("discard deletes one, and with --all all that are left; redrive sends them all", async () => {
    await putAside("gone", "all1", "all2");
    const [first] = await letters();
    assert.deepEqual(await run("dead-letter", "discard", first.id), { discarded: [first.id] });
    const { stdout } = await tool(["dead-letter", "redrive", "--all"], env);
    assert.equal(stdout, "2 sent again.\n");
    await until("both wishes are there", async () => (await variants()).includes("all2"));
    assert.deepEqual(await letters(), []);
    assert.ok(!(await variants()).includes("gone"));
    await putAside("never1", "never2");
    assert.equal((await run("dead-letter", "discard", "--all")).discarded.length, 2);
    assert.deepEqual(await letters(), []);
    const none = await tool(["dead-letter", "list"], env);
    assert.equal(none.stdout, "There are no dead letters.\n");
  });

  it("--all includes all, however many there are", async () => {
    const many = 1001;
    const adding = service.redis.pipeline();
    for (let n = 0; n < many; n++)
      adding.xadd(service.keys.deadLetters(3), "*", "r", "why", "e", "1-1", "c", "{broken");
    await adding.exec();
    const redriven = await tool(["dead-letter", "redrive", "--all", "--json"], env);
    assert.equal(redriven.code, 1, "a failure of the command, because letters are left");
    assert.equal(JSON.parse(redriven.stdout).unreadable.length, many);
    assert.equal((await run("dead-letter", "discard", "--all")).discarded.length, many);
    assert.deepEqual(await letters(), []);
  });

  it("shows a letter without a readable command, refuses to redrive it, and discards it", async () => {
    await service.redis.xadd(service.keys.deadLetters(3), "*", "r", "unreadable", "e", "1-1", "c", "{broken");
    const [letter] = await letters();
    assert.equal(letter.command, "{broken");
    const { code, stderr } = await tool(["dead-letter", "redrive", letter.id], env);
    assert.equal(code, 1);
    assert.ok(stderr.includes(letter.id), stderr);
    assert.doesNotMatch(stderr, /^\s+at /m);
    assert.equal((await letters()).length, 1);
    assert.deepEqual(await run("dead-letter", "discard", letter.id), { discarded: [letter.id] });
  });
});
