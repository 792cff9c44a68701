import { processOrders } from "../../jobs/orders/process.ts";
import type { QueueWork } from "../../jobs/queue/job.ts";
import { startAtZero } from "../../metrics.ts";
import { UNMATCHED_CODES } from "../../store/records/orders.ts";
import type { Background } from "./context.ts";

/** Returns the work of the queue `orders`: matches orders with wishes. */
export function orderWork(background: Background): QueueWork {
  const { layout, clock, metrics, onUndecodable, stores, dispatcher, reads } = background;
  startAtZero(metrics.matches, ["matched", ...UNMATCHED_CODES]);
  const process = processOrders({
    wishes: reads.wishes,
    onUndecodable,
    dispatcher,
    layout,
    orders: reads.orders,
    products: reads.products,
    references: stores.references,
    tenants: stores.tenants,
    customers: reads.customers,
    erasures: reads.erasures,
    waitingOrders: reads.waitingOrders,
    bodies: stores.webhookBodies,
    onMatched: (outcome) => metrics.matches.inc({ outcome }),
    now: clock.now,
  });
  return { process, concurrency: 4 };
}
