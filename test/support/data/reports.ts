import assert from "node:assert/strict";
import { type Caller, type Json, type Service, unique, WS } from "../service.ts";
import { settled } from "../settled.ts";
import { DAY_MS } from "../../../src/units/durations.ts";


/** Returns the day that is some days from today, in UTC. */
export const dayIn = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

/** Returns a report of a shop. */
export async function report(shop: Caller, name: string, query = ""): Promise<Json> {
  const { status, body, text } = await shop.get(`${WS}/reports/${name}?${query}`);
  assert.equal(status, 200, text);
  return body;
}

/** Returns the rows of a report. */
export const rowsOf = async (shop: Caller, name: string, query?: string): Promise<Json[]> =>
  (await report(shop, name, query)).rows;

/** Sends an order of tomorrow, and waits until it is counted. Resolves to its reference. */
export async function buy(
  service: Service,
  shop: Caller,
  customerRef: string,
  order: Record<string, unknown>,
): Promise<string> {
  const orderRef = unique("o");
  const row = { orderRef, customerRef, createdTime: new Date(Date.now() + DAY_MS).toISOString(), ...order };
  assert.equal((await shop.post(`${WS}/orders`, row)).status, 202);
  await settled(service);
  return orderRef;
}
