import { PersonalData } from "../actors/privacy/personal-data.ts";
import type { AppContext } from "./context/context.ts";
import type { Stores } from "./context/stores.ts";

/** Opens the map of personal data. `reads` are over a connection that may send a command again. */
export function openPersonalData({ layout, stores, onUndecodable }: AppContext, reads: Stores): PersonalData {
  return new PersonalData({
    layout,
    onUndecodable,
    references: reads.references,
    customers: reads.customers,
    guests: reads.guests,
    wishlists: reads.wishlists,
    orders: reads.orders,
    erasures: stores.erasures,
    waitingOrders: stores.waitingOrders,
    alerts: reads.alerts,
    shares: reads.shares,
    bodies: stores.webhookBodies,
    deadLetters: stores.deadLetters,
    exports: reads.exports,
    exportRuns: stores.exportRuns,
  });
}
