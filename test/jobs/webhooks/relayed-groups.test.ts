import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { describe, it, type TestContext } from "node:test";
import { FairShare } from "../../../src/jobs/queue/fair-share.ts";
import type { NewJob } from "../../../src/jobs/queue/job.ts";
import type { RelayedEvent } from "../../../src/jobs/relay/target.ts";
import type { WebhooksJob } from "../../../src/jobs/webhooks/deliver-many.ts";
import { WebhookFanOut } from "../../../src/jobs/webhooks/fan-out.ts";
import { RelayedGroups } from "../../../src/jobs/webhooks/relayed-groups.ts";
import { readGroupJobs, writeGroupJobs } from "../../../src/store/partition/group-jobs.ts";
import { Vault } from "../../../src/store/secrets/vault.ts";
import { Endpoints } from "../../../src/store/webhooks/endpoints.ts";
import { queueOf } from "../../support/jobs/queue.ts";
import { withRedis } from "../../support/redis.ts";
import { given } from "../../support/service.ts";

const STORE = "shop/default";
const NOW = Date.parse("2026-03-01T00:00:00Z");

/** The event with a number in a partition. */
const eventOf = (partition: number, number: number): RelayedEvent => ({
  partition,
  id: `${NOW}-${number}`,
  text: "{}",
  event: { type: "customer.created", storeKey: STORE, time: new Date(NOW).toISOString(), customerKey: "c" },
});
const events = (partition: number, ...numbers: number[]) =>
  numbers.map((number) => eventOf(partition, number));

/** The events that a job sends: `<partition>:<number>`. */
const namesIn = ({ data }: Pick<NewJob, "data">) => {
  const { events: group, eventId } = data as Partial<WebhooksJob> & { eventId?: string };
  const ids = group?.map((each) => each.eventId) ?? [eventId ?? ""];
  return ids.map((id) => id.replace(/-.*-/, ":")).join(" ");
};

/** An endpoint, and relays of its events that add jobs to a real queue. */
async function setUp(t: TestContext) {
  const { redis, keys } = withRedis(t);
  const queue = queueOf(t, { redis, keys }, "webhooks");
  const endpoints = new Endpoints(redis, keys, new Vault([randomBytes(32)]));
  const created = { url: "https://shop.example/hook", events: ["customer.created"] };
  const { endpoint } = await endpoints.create(STORE, created);
  /** Relays events. Resolves to the events of each job that is added; none is added if the relay is killed before. */
  const relay = async (some: readonly RelayedEvent[], { isKilled = false } = {}) => {
    const groups = new RelayedGroups({
      read: (partitions) => readGroupJobs(redis, keys, partitions),
      write: (recorded) => writeGroupJobs(redis, keys, recorded),
      find: async (ids) =>
        (await Promise.all(ids.map((id) => queue.getJob(id)))).filter((job) => job !== undefined),
    });
    const jobs = await new WebhookFanOut(endpoints, new FairShare()).jobsFor(some, NOW, groups);
    if (isKilled) return [];
    for (const { name, data, id } of jobs) await queue.add(name, data, { jobId: given(id) });
    return jobs.map(namesIn);
  };
  return { relay, queue, endpoints, endpoint };
}

describe("events that are relayed again, because the first relay has not noted its position", () => {
  it("are not added to another job if their group has one", async (t) => {
    const { relay } = await setUp(t);
    assert.deepEqual(await relay([...events(0, 1, 2), ...events(1, 1)]), ["0:1 0:2 1:1"]);
    assert.deepEqual(await relay(events(0, 1, 2, 3)), ["0:3"]);
    assert.deepEqual(await relay([...events(1, 1, 2, 3), ...events(2, 1)]), ["1:2 1:3 2:1"]);
  });

  it("are not added to another job either if the second relay fails too", async (t) => {
    const { relay } = await setUp(t);
    await relay(events(0, 1, 2));
    assert.deepEqual(await relay(events(0, 1, 2, 3, 4)), ["0:3 0:4"]);
    assert.deepEqual(await relay(events(0, 1, 2, 3, 4, 5)), ["0:5"]);
    assert.deepEqual(await relay(events(0, 1)), []);
  });

  it("are added if the first relay was killed before it added the job", async (t) => {
    const { relay } = await setUp(t);
    await relay(events(0, 1, 2), { isKilled: true });
    assert.deepEqual(await relay(events(0, 1, 2, 3)), ["0:1 0:2 0:3"]);
  });

  it("are added for another endpoint", async (t) => {
    const { relay, endpoints } = await setUp(t);
    await relay(events(0, 1, 2));
    await endpoints.create(STORE, { url: "https://shop.example/other", events: [] });
    assert.deepEqual(await relay(events(0, 1, 2)), ["0:1 0:2"]);
  });
});
