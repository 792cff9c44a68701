import { processOrders } from "../../jobs/orders/process.ts";
import type { QueueWork } from "../../jobs/queue/job.ts";
import { Customers } from "../../store/read/customers.ts";
import { Erasures } from "../../store/privacy/erasures.ts";
import { Orders } from "../../store/read/orders.ts";
import { Products } from "../../store/read/products.ts";
import { WaitingOrders } from "../../store/read/waiting-orders.ts";
import { WebhookBodies } from "../../store/webhooks/webhook-bodies.ts";
import type { Background } from "./context.ts";

/** Matches orders with wishes. */
export function orderWork(background: Background): QueueWork {
  const { keys, layout, redis, references, tenants, dispatcher, reads } = background;
  const process = processOrders({
    redis: reads,
    keys,
    dispatcher,
    layout,
    orders: new Orders(reads, keys, layout),
    products: new Products(reads, keys, layout, references),
    references,
    tenants,
    customers: new Customers(reads, keys, layout),
    erasures: new Erasures(reads, keys, layout),
    waitingOrders: new WaitingOrders(reads, keys, layout),
    bodies: new WebhookBodies(redis, keys),
  });
  return { process, concurrency: 4 };
}
