import type { AnyRoute } from "../../http/route.ts";
import { alertMailRoutes } from "../../http/routes/outbound/alert-mails.ts";
import { alertRoutes } from "../../http/routes/outbound/alerts.ts";
import { type ChangeRouteParts, changeRoutes } from "../../http/routes/outbound/changes.ts";
import { exportRunRoutes } from "../../http/routes/outbound/export-runs.ts";
import { exportRoutes } from "../../http/routes/outbound/exports.ts";
import { webhookDeliveryRoutes } from "../../http/routes/outbound/webhook-deliveries.ts";
import { webhookSendRoutes } from "../../http/routes/outbound/webhook-sends.ts";
import { webhookRoutes } from "../../http/routes/outbound/webhooks.ts";
import { CONNECTORS } from "../../jobs/exports/connectors.ts";
import { unknownPathsIn } from "../../jobs/exports/rows.ts";
import { scheduleFaults } from "../../jobs/exports/schedule-faults.ts";
import { ExportSchedules } from "../../jobs/exports/schedule.ts";
import { targetRefusal } from "../../jobs/outbound/guard.ts";
import { FairShare } from "../../jobs/queue/fair-share.ts";
import { nextTime } from "../../jobs/queue/next-time.ts";
import { redeliver } from "../../jobs/webhooks/redeliver.ts";
import { startReplay } from "../../jobs/webhooks/replay.ts";
import { readEventData } from "../../store/read/event-data.ts";
import type { ApiContext } from "./context.ts";

/** Returns a function that says why an address is not permitted for webhooks and exports. */
const refusal =
  ({ config }: ApiContext) =>
  (url: string) =>
    targetRefusal(url, config.ALLOW_PRIVATE_TARGETS);

/** Returns the routes of events and webhooks. */
function eventAndWebhookRoutes(context: ApiContext): AnyRoute[] {
  const { config, clock, keys, layout, jobs, stores, reads, pages, targets, writes, onUndecodable } = context;
  const { customers, products, wishlists } = reads;
  const { changes, alerts } = pages;
  const { endpoints, openWorks } = stores;
  const eventReads = { redis: pages.redis, keys, onUndecodable };
  const dataOf: ChangeRouteParts["dataOf"] = (events) => readEventData(eventReads, events);
  const hasMail = config.SMTP_URL !== undefined;
  const alertParts = {
    products,
    customers,
    wishlists,
    targets,
    layout,
    writes,
    alerts,
    hasMail,
    now: clock.now,
  };
  return [
    ...alertRoutes(alertParts),
    ...changeRoutes({ changes, dataOf, onUndecodable, now: clock.now }),
    ...alertMailRoutes(alertParts),
    ...webhookRoutes({ endpoints, now: clock.now, refuseTarget: refusal(context) }),
    ...webhookSendRoutes({
      endpoints,
      changes,
      onUndecodable,
      now: clock.now,
      deliver: redeliver.bind(undefined, jobs),
      startReplay(replay, repeatKey) {
        jobs.requireAnswer();
        return startReplay({ jobs, openWorks, endpoints, changes, now: clock.now }, replay, repeatKey);
      },
    }),
    ...webhookDeliveryRoutes({ endpoints, changes, dataOf, onUndecodable }),
  ];
}

/** Returns the routes of exports and their runs. */
function exportAndRunRoutes(context: ApiContext): AnyRoute[] {
  const { config, clock, jobs, stores } = context;
  const { exports, exportRuns: runs } = stores;
  const schedules = new ExportSchedules({ jobs, exports, runs, shares: new FairShare() });
  return [
    ...exportRunRoutes({
      exports,
      runs,
      now: clock.now,
      start(...run) {
        jobs.requireAnswer();
        return schedules.start(...run);
      },
    }),
    ...exportRoutes({
      exports,
      runs,
      schedules,
      requireQueues() {
        jobs.requireAnswer();
      },
      connectors: CONNECTORS,
      faultsOf: (schedule) => scheduleFaults(schedule, config.EXPORT_MIN_INTERVAL_S),
      unknownPathsIn,
      nextTime,
      now: clock.now,
      refuseTarget: refusal(context),
    }),
  ];
}

/** Returns the routes of outgoing data: events, webhooks and exports. */
export const outboundRoutes = (context: ApiContext): AnyRoute[] => [
  ...eventAndWebhookRoutes(context),
  ...exportAndRunRoutes(context),
];
