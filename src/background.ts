import type { Job } from "bullmq";
import type { Redis } from "ioredis";
import type { Event } from "./actors/messages.ts";
import type { Dispatcher } from "./actors/dispatcher.ts";
import { Feeds } from "./actors/feeds.ts";
import { partitionOfEvent, tell } from "./actors/told.ts";
import { applyChunk } from "./http/feeds/apply-chunk.ts";
import { rowWriters } from "./http/feeds/row-writers.ts";
import { Targets } from "./http/targets.ts";
import { UNSUBSCRIBE_PATH } from "./http/routes/unsubscribe.ts";
import { settleAlerts, type SettleJob } from "./jobs/alerts/settle.ts";
import { runWave, type WaveJob } from "./jobs/alerts/wave.ts";
import { processCatalogue } from "./jobs/catalogue.ts";
import { appendChanges, updateIndex, updateWaiting } from "./jobs/deliver.ts";
import { processExports } from "./jobs/exports/process.ts";
import { runExport, type RunDeps } from "./jobs/exports/run-export.ts";
import { ExportSchedules } from "./jobs/exports/schedule.ts";
import { FairShare } from "./jobs/fair-share.ts";
import { FEED_LOCK_MS, processFeeds } from "./jobs/feeds.ts";
import { jobsFor } from "./jobs/fan-out.ts";
import { Mailer } from "./jobs/mail/mailer.ts";
import { type MailJob, sendDigest } from "./jobs/mail/send-digest.ts";
import { countEvents } from "./jobs/reports/count.ts";
import { processOrders } from "./jobs/orders/process.ts";
import { QUEUES, type QueueName } from "./jobs/queues.ts";
import { Relay } from "./jobs/relay.ts";
import { eraseStore, type EraseStoreJob } from "./jobs/erase-store.ts";
import { sweepReferences } from "./jobs/sweep-references.ts";
import { deliverMany, type WebhooksJob } from "./jobs/webhooks/deliver-many.ts";
import { deliverWebhook, type WebhookDeps, type WebhookJob } from "./jobs/webhooks/deliver-webhook.ts";
import { WebhookFanOut } from "./jobs/webhooks/fan-out.ts";
import { Sender } from "./jobs/webhooks/send.ts";
import { Jobs, type NewJob, type QueueWork } from "./jobs/workers.ts";
import { openPersonalData } from "./personal-data.ts";
import type { Shared } from "./shared.ts";
import { AlertLedger } from "./store/alert-ledger.ts";
import { Changes } from "./store/changes.ts";
import { Customers } from "./store/customers.ts";
import { Endpoints } from "./store/endpoints.ts";
import { readEventData } from "./store/event-data.ts";
import { FileFeeds } from "./store/file-feeds.ts";
import type { SlotAddress } from "./store/layout.ts";
import { ExportReads } from "./store/export-reads.ts";
import { ExportRuns } from "./store/export-runs.ts";
import { Exports } from "./store/exports.ts";
import { Orders } from "./store/orders.ts";
import { ParkedStock } from "./store/parked.ts";
import { PrivacyLog } from "./store/privacy-log.ts";
import { Products } from "./store/products.ts";
import { SentBatches } from "./store/sent-batches.ts";
import { Tallies } from "./store/tallies.ts";
import { WaitingLists } from "./store/waiting.ts";
import { WebhookBodies } from "./store/webhook-bodies.ts";
import { WaitingOrders } from "./store/waiting-orders.ts";
import { Wishlists } from "./store/wishlists.ts";
import { WishlistIndex } from "./store/wishlist-index.ts";

export interface QueuesOptions {
  redisUrl: string;
  /** Ends a start that waits for the store. */
  signal: AbortSignal | undefined;
}

/** What delivers webhooks. */
function webhooksOf(
  { config, lifecycle, keys, layout, ...shared }: Shared,
  redis: Redis,
  jobs: Jobs,
  shares: FairShare,
): WebhookDeps {
  const sender = lifecycle.own("webhook sender", new Sender(config.ALLOW_PRIVATE_TARGETS), (it) =>
    it.close(),
  );
  const changes = new Changes(shared.redis, keys, layout);
  const endpoints = new Endpoints(shared.redis, keys);
  const fanOut = new WebhookFanOut(endpoints, shares);
  const customers = new Customers(redis, keys, layout);
  const isThere = async (owner: SlotAddress) => (await customers.at(owner)) !== undefined;
  return {
    endpoints,
    sender,
    isThere,
    bodies: new WebhookBodies(shared.redis, keys),
    async bodyOf({ scope, eventId, event }) {
      if (!event) return undefined;
      const partition = partitionOfEvent(eventId);
      const read = async () => (await readEventData(redis, keys, [{ partition, names: event }]))[0];
      const [tenant = "", store = ""] = scope.split("/");
      const write = (data: Awaited<ReturnType<typeof read>>) =>
        JSON.stringify({ ...tell(eventId, event, data), tenant, store });
      const data = await read();
      const customerId = data?.["customerId"];
      const owner = typeof customerId === "string" ? layout.slotOfId(scope, customerId) : undefined;
      if (owner && (await isThere(owner))) return { body: write(data), owner };
      // Of a deleted customer nothing is told that was read before.
      return { body: write(owner ? await read() : data) };
    },
    async onDisabled(scope, { id: endpointId, reason }) {
      const now = Date.now();
      const event: Event = {
        type: "webhook.endpoint_disabled",
        scope,
        time: new Date(now).toISOString(),
        endpointId,
        ...(reason === undefined ? {} : { reason }),
      };
      const id = `disabled-${endpointId}-${now}`;
      await changes.add(scope, id, JSON.stringify(event));
      await jobs.add("webhooks", await fanOut.jobsOf(id, event, now));
    },
  };
}

/** What sends e-mail; nothing where the operator has set no mail server. */
function mailOf(
  { config, lifecycle, keys, layout, tenants, publicUrl }: Shared,
  dispatcher: Dispatcher,
  redis: Redis,
): { mail?: QueueWork } {
  const { SMTP_URL: url, MAIL_FROM: from, SMTP_ALLOW_PLAIN: allowPlain, MAIL_RATE: perSecond } = config;
  if (url === undefined || from === undefined) return {};
  const deps = {
    mailer: lifecycle.own("mailer", new Mailer({ url, from, allowPlain }), (it) => it.close()),
    dispatcher,
    layout,
    tenants,
    customers: new Customers(redis, keys, layout),
    alerts: new AlertLedger(redis, keys),
    unsubscribeBase: `${publicUrl}${UNSUBSCRIBE_PATH}/`,
  };
  const process: QueueWork["process"] = (job: Job<MailJob>, _token, signal) => sendDigest(deps, job, signal);
  return { mail: { process, concurrency: 8, perSecond } };
}

/** What runs exports. */
async function exportsOf(shared: Shared, jobs: Jobs): Promise<{ schedules: ExportSchedules; runs: RunDeps }> {
  const { config, keys, layout, log, redis, references, vault } = shared;
  // Their pages are large: others shall not wait behind them.
  const reads = await shared.open("reads");
  const products = new Products(reads, keys, layout, references);
  const exports = new Exports(redis, keys, vault);
  const runs = new ExportRuns(redis, keys);
  return {
    schedules: new ExportSchedules({ jobs, exports, runs, shares: new FairShare() }),
    runs: {
      redis: reads,
      keys,
      partitions: layout.partitions,
      exports,
      runs,
      reads: new ExportReads(reads, keys, layout, products),
      index: new WishlistIndex(reads, keys),
      changes: new Changes(reads, keys, layout),
      ledgers: new SentBatches(redis, keys),
      stopping: jobs.stopping,
      connectors: { dataDir: config.DATA_DIR, allowPrivate: config.ALLOW_PRIVATE_TARGETS },
      log,
    },
  };
}

/** What works each queue off. */
async function worksOf(
  shared: Shared,
  dispatcher: Dispatcher,
  jobs: Jobs,
): Promise<Partial<Record<QueueName, QueueWork>>> {
  const { config, keys, layout, log, references, tenants } = shared;
  const redis = await shared.open("reads");
  const products = new Products(redis, keys, layout, references);
  const feeds = new Feeds(layout, products, new ParkedStock(shared.redis, keys, layout));
  const waiting = new WaitingLists(shared.redis, keys, layout);
  const orders = {
    redis,
    keys,
    dispatcher,
    layout,
    orders: new Orders(redis, keys, layout),
    products,
    references,
    tenants,
    customers: new Customers(redis, keys, layout),
    waitingOrders: new WaitingOrders(redis, keys, layout),
    bodies: new WebhookBodies(shared.redis, keys),
  };
  const targets = new Targets(layout, references, new Wishlists(redis, keys, layout.partitions));
  const writers = rowWriters({ feeds, targets });
  const files = {
    dispatcher,
    tenants,
    fileFeeds: new FileFeeds(shared.redis, keys, layout),
    apply: applyChunk.bind(undefined, writers),
  };
  const shares = new FairShare();
  const goOn = (data: WaveJob, delayMs: number) => {
    const priority = shares.next(data.scope, Date.now());
    return jobs.add("alerts", [{ name: "wave", data, id: `${data.id}-${data.part}`, delayMs, priority }]);
  };
  const hasMail = config.SMTP_URL !== undefined;
  const waves = { log, redis, keys, layout, dispatcher, products, tenants, waiting, hasMail, goOn };
  const webhooks = {
    ...webhooksOf(shared, redis, jobs, shares),
    add: (many: NewJob[]) => jobs.add("webhooks", many),
  };
  const [deliverOne, deliverSome] = [deliverWebhook(webhooks), deliverMany(webhooks)];
  const { partitions } = layout;
  const sweep = sweepReferences({ log, tenants, references, partitions });
  const personalData = openPersonalData(shared, redis);
  const erasing = {
    redis,
    keys,
    layout,
    dispatcher,
    personalData,
    privacyLog: new PrivacyLog(shared.redis, keys),
  };
  const { schedules, runs } = await exportsOf(shared, jobs);
  await schedules.reconcile(shared.log);
  return {
    exports: {
      process: processExports({ schedules, runs: runs.runs, dataDir: shared.config.DATA_DIR }),
      concurrency: 8,
    },
    "export-runs": { process: runExport(runs), concurrency: 4, lockMs: 5000 },
    maintenance: {
      process: (job, ...rest) =>
        job.name === "erase-store"
          ? eraseStore(erasing, job.data as EraseStoreJob)
          : sweep(job as Job<unknown, number>, ...rest),
    },
    catalogue: { process: processCatalogue({ dispatcher, feeds, tenants }), concurrency: 8 },
    orders: { process: processOrders(orders), concurrency: 4 },
    feeds: { process: processFeeds(files), concurrency: 4, lockMs: FEED_LOCK_MS },
    alerts: {
      process: (job) =>
        job.name === "settle"
          ? settleAlerts({ dispatcher, layout }, job.data as SettleJob)
          : runWave(waves, job.data as WaveJob),
      concurrency: 16,
    },
    webhooks: {
      process: (job, token, signal) =>
        job.name === "webhooks"
          ? deliverSome(job as Job<WebhooksJob, void>, token, signal)
          : deliverOne(job as Job<WebhookJob, void>, token, signal),
      concurrency: 32,
    },
    ...mailOf(shared, dispatcher, redis),
  };
}

/** Opens the queues, for whatever has work to be done in the background. */
export function openJobs(shared: Shared, { redisUrl, signal }: QueuesOptions): Jobs {
  const { config, lifecycle, log, keys, metrics } = shared;
  const jobs = Jobs.open(Object.keys(QUEUES) as QueueName[], {
    url: config.JOBS_REDIS_URL ?? redisUrl,
    prefix: keys.jobs,
    onJob: (queue, outcome) => metrics.jobs.inc({ queue, outcome }),
    signal,
    log,
  });
  return lifecycle.own("jobs", jobs, (it) => it.stop());
}

/** Starts the background work of this process, and the relay that feeds it from the outboxes. */
export async function startJobs(shared: Shared, dispatcher: Dispatcher, jobs: Jobs): Promise<void> {
  const { lifecycle, log, keys, redis, layout, tenants } = shared;
  await jobs.work(await worksOf(shared, dispatcher, jobs));
  const changes = new Changes(redis, keys, layout);
  const waiting = new WaitingLists(redis, keys, layout);
  const tallies = new Tallies(redis, keys, layout);
  const index = new WishlistIndex(redis, keys);
  const shares = new FairShare();
  const webhooks = new WebhookFanOut(new Endpoints(redis, keys), shares);
  const { partitions } = layout;
  const parts = { redis, blocking: await shared.open("blocking"), keys, partitions, log };
  const relay = new Relay(parts, async (events) => {
    await updateWaiting(waiting, events);
    await countEvents(tallies, events);
    await updateIndex(index, events);
    await appendChanges(changes, events);
    const queued = await jobsFor({ tenants, shares }, events, Date.now());
    for (const name of Object.keys(queued) as QueueName[]) await jobs.add(name, queued[name] ?? []);
    await jobs.add("webhooks", await webhooks.jobsFor(events, Date.now()));
  });
  lifecycle.own("relay", relay, (it) => it.stop());
  await relay.start();
}
