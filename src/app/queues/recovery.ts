import { FairShare } from "../../jobs/queue/fair-share.ts";
import type { RecoverDeps } from "../../jobs/recovery/recover.ts";
import { deliveryName } from "../../jobs/webhooks/deliver-webhook.ts";
import type { Background } from "./context.ts";
import { bodiesOf } from "./webhooks.ts";

/** Returns the parts that find work whose jobs were lost. */
export function recoveryDeps(background: Background): RecoverDeps {
  const { config, jobs, layout, log, stores, reads, clock, onUndecodable } = background;
  const { webhookBodies } = stores;
  const bodies = bodiesOf(background);
  return {
    jobs,
    layout,
    log,
    onUndecodable,
    now: clock.now,
    hasMail: config.SMTP_URL !== undefined,
    shares: new FairShare(),
    tenants: stores.tenants,
    alerts: reads.alerts,
    endpoints: reads.endpoints,
    changes: reads.changes,
    waves: reads.waves,
    products: reads.products,
    storeLists: reads.storeLists,
    async customerOfBody(job) {
      const { storeKey, eventId, event } = job;
      const [built] = event ? await bodies(storeKey, [{ eventId, event }]) : [];
      const customer = built?.customer;
      const body = customer && (await webhookBodies.find(customer, deliveryName(job)));
      return body === undefined ? undefined : customer;
    },
  };
}
