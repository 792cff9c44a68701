import type { Redis } from "ioredis";
import { PersonalData } from "../actors/privacy/personal-data.ts";
import type { Shared } from "./context.ts";
import { AlertLedger } from "../store/read/alert-ledger.ts";
import { Customers } from "../store/read/customers.ts";
import { DeadLetters } from "../store/partition/dead-letters.ts";
import { Erasures } from "../store/privacy/erasures.ts";
import { Orders } from "../store/read/orders.ts";
import { References } from "../store/read/references.ts";
import { WebhookBodies } from "../store/webhooks/webhook-bodies.ts";
import { WaitingOrders } from "../store/read/waiting-orders.ts";
import { Wishlists } from "../store/read/wishlists.ts";

/** The map of personal data; `reads` is a connection that may repeat what it sends. */
export function openPersonalData({ redis, keys, layout }: Shared, reads: Redis): PersonalData {
  return new PersonalData({
    layout,
    references: new References(reads, keys, layout, 0),
    customers: new Customers(reads, keys, layout),
    wishlists: new Wishlists(reads, keys, layout.partitions),
    orders: new Orders(reads, keys, layout),
    erasures: new Erasures(redis, keys, layout),
    waitingOrders: new WaitingOrders(redis, keys, layout),
    alerts: new AlertLedger(reads, keys),
    bodies: new WebhookBodies(redis, keys),
    deadLetters: new DeadLetters(redis, keys, layout.partitions),
  });
}
