import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { parseCustomerId } from "../../../src/store/ids/ids.ts";
import { DeadLetters } from "../../../src/store/partition/dead-letters.ts";
import { describePartitions } from "../../../src/store/partition/inspect.ts";
import { newCluster, PARTITIONS } from "../../support/processes.ts";
import { configure } from "../../support/servers/all-servers.ts";
import { startOwnStore } from "../../support/servers/own-store.ts";
import { given, type Json, unique, WS } from "../../support/service.ts";
import { until } from "../../support/until.ts";

const RETRIES = 6;

describe("Redis whose memory is full", () => {
  it("delays a command that a killed worker left, and does not count it as the cause of the crash", async (t) => {
    const store = await startOwnStore(t);
    const { start, serve, newShop, redis, keys } = newCluster(t, { store, env: { LEASE_MS: "5000" } });
    const [http, killed] = await Promise.all([serve("http"), start("worker")]);
    const shop = await newShop(http);
    const workers = async () =>
      (await describePartitions(redis, keys, PARTITIONS)).map(({ worker }) => worker);
    // It serves already when the other one is killed: a start may take longer than a lease.
    const successor = await start("worker", { env: { LOG_LEVEL: "debug" } });
    // From its log, because a process may have several workers, and they start one after the other.
    const isOfKilled = async () => {
      const ids = killed.says("worker started").map(({ worker }) => worker as string);
      return (await workers()).map((worker) => worker !== undefined && ids.includes(worker));
    };
    await until(
      "each process has its share",
      async () => (await isOfKilled()).filter(Boolean).length === PARTITIONS / 2,
    );
    const isServedByKilled = async ({ svc_customer_id: id }: Json) =>
      given((await isOfKilled())[given(parseCustomerId(id as string)).partition]);
    let customer: Json = await shop.newCustomer();
    while (!(await isServedByKilled(customer))) customer = await shop.newCustomer();

    killed.program.signal("SIGSTOP");
    // A reference has to be claimed before the commit, which needs memory.
    const wishlist = { customerRef: customer.id, name: "list", wishlistRef: unique("r") };
    const made = shop.post(`${WS}/wishlists`, wishlist);
    const waiting = async () => {
      const all = Array.from({ length: PARTITIONS }, (_, partition) => redis.xlen(keys.commands(partition)));
      return (await Promise.all(all)).some((length) => length > 0);
    };
    await until("the command waits", waiting);
    await configure(redis, "maxmemory", "1");
    killed.program.signal("SIGKILL");
    await until("the successor has tried often", async () => {
      const refused = successor.says("the state of a partition cannot be read; trying again");
      return refused.length > RETRIES || !(await waiting());
    });
    await configure(redis, "maxmemory", "0");
    const { status, text } = await made;
    assert.deepEqual(await new DeadLetters(redis, keys, PARTITIONS).list(10), []);
    assert.equal(status, 201, text);
    const refused = successor.says("the state of a partition cannot be read; trying again");
    assert.equal(refused.filter(({ level }) => level === "warn").length, 1);
  });
});
