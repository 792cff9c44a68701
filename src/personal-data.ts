import type { Redis } from "ioredis";
import { PersonalData } from "./actors/personal-data.ts";
import type { Shared } from "./parts.ts";
import { AlertLedger } from "./store/alert-ledger.ts";
import { Customers } from "./store/customers.ts";
import { DeadLetters } from "./store/dead-letters.ts";
import { Erasures } from "./store/erasures.ts";
import { Orders } from "./store/orders.ts";
import { References } from "./store/references.ts";
import { WebhookBodies } from "./store/webhook-bodies.ts";
import { WaitingOrders } from "./store/waiting-orders.ts";
import { Wishlists } from "./store/wishlists.ts";

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
