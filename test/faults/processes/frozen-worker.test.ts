import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { FAULTS } from "../../programs/worker-faults.ts";
import { Load } from "../../support/callers/load.ts";
import { metricOf, newCluster, PARTITIONS } from "../../support/processes.ts";
import { send, unique, WS } from "../../support/service.ts";
import { until } from "../../support/until.ts";

const FAULTY = { entry: "test/programs/faulty-worker.ts" };

type Worker = Parameters<typeof metricOf>[0];
const served = (worker: Worker) => metricOf(worker, "wishlist_partitions_owned");

/** Both serve some partitions, and together all. */
const untilShared = (...workers: Worker[]) =>
  until("the workers share the partitions", async () => {
    const counts = await Promise.all(workers.map(served));
    return counts.every((count) => count > 0) && counts.reduce((a, b) => a + b) === PARTITIONS;
  });

describe("a worker that is stopped for longer than its leases", () => {
  it("cannot commit late, because only the commit of the next worker is valid", async (t) => {
    const { start, serve, newShop, redis, keys } = newCluster(t);
    const [http, frozen] = await Promise.all([serve("http"), start("worker", FAULTY)]);
    const shop = await newShop(http);
    const load = await Load.start(t, shop);
    const list = await shop.newWishlist();
    await load.untilMoreDone(50);

    // It stops itself between deciding and committing.
    const variant = unique("v");
    const answer = shop.post(`${WS}/wishlist/items`, {
      wishlistId: list.id,
      product: { productRef: "p", selectedVariantRef: variant },
      wishlistItemRef: unique(FAULTS.freeze),
    });
    const successor = await serve("worker");
    assert.equal((await answer).status, 200);
    await load.untilMoreDone(50);

    assert.equal(frozen.says("commit refused, partition dropped").length, 0);
    frozen.program.signal("SIGCONT");
    await until("the late commit is refused", async () => {
      return (await frozen.metric("wishlist_commits_fenced_total")) > 0;
    });
    await untilShared(frozen, successor);
    await load.untilMoreDone(50);
    await load.stop();
    for (const { baseUrl } of [frozen, successor])
      assert.equal((await send(baseUrl, "GET", "/health/ready")).status, 200);

    const { body } = await shop.get(`${WS}/wishlist/items?id=${list.id as string}`);
    assert.equal(body.itemCount, 1);
    assert.deepEqual(load.failed, []);
    await load.assertTruthful();
    await load.assertOneEventEach(redis, keys, [list.id as string]);
  });

  it("loses its partitions, notices, and serves its share again", async (t) => {
    const { start, serve, newShop, redis, keys } = newCluster(t);
    const workers = Promise.all([start("worker"), start("worker")]);
    const http = await serve("http");
    const [first, second] = await workers;
    await untilShared(first, second);
    const load = await Load.start(t, await newShop(http));
    for (const worker of [first, second]) {
      const other = worker === first ? second : first;
      await load.untilMoreDone(50);
      worker.program.signal("SIGSTOP");
      await until("the other worker serves all", async () => (await served(other)) === PARTITIONS);
      await load.untilMoreDone(50);
      worker.program.signal("SIGCONT");
      const noticed = () => [
        ...worker.says("lease lost"),
        ...worker.says("commit refused, partition dropped"),
      ];
      await until("the worker notices", () => noticed().length > 0);
      await untilShared(first, second);
    }
    await load.untilMoreDone(50);
    await load.stop();
    assert.deepEqual(load.failed, []);
    await load.assertTruthful();
    await load.assertOneEventEach(redis, keys);
  });

  it("keeps no reference for a write that was answered 503", async (t) => {
    const { start, serve, newShop } = newCluster(t, { env: { ASK_TIMEOUT_MS: "500", LEASE_MS: "20000" } });
    const [http, worker] = await Promise.all([serve("http"), start("worker", FAULTY)]);
    const shop = await newShop(http);
    const { id: customerRef } = (await shop.newCustomer()) as { id: string };
    const wishlistRef = unique("r");
    const make = (name: string) => shop.post(`${WS}/wishlists`, { customerRef, name, wishlistRef });
    // It stops itself when the reference is claimed, and nothing committed.
    const refused = await make(unique(FAULTS.freeze));
    assert.equal(refused.status, 503);
    worker.program.signal("SIGCONT");
    const again = await make("list");
    assert.equal(again.status, 201, again.text);
  });
});
