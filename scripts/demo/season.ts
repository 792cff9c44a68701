import { DAY_MS } from "../../src/units/durations.ts";

/** How strongly a type of product is for the winter. Below zero: for the summer. */
const WINTER: Record<string, number> = {
  jackets: 1,
  hats: 1,
  knitwear: 1,
  socks: 0.5,
  accessories: 0.2,
  camping: -0.6,
  shirts: -0.8,
  trousers: -0.8,
};

/** Sunday first. */
const WEEKDAYS = [1.25, 0.95, 0.85, 0.9, 0.95, 1.05, 1.3];
const HOURS = [1, 1, 0, 0, 0, 1, 2, 4, 5, 6, 6, 6, 7, 6, 5, 5, 6, 7, 9, 11, 12, 10, 6, 3];

/** Demand for a type of product at a time, around 1. */
export function demandFor(kind: string, time: number): number {
  const month = new Date(time).getUTCMonth();
  const winter = Math.cos((2 * Math.PI * (month - 0.5)) / 12);
  return 1 + 0.8 * (WINTER[kind] ?? 0) * winter;
}

/** Number of visits of a shop on a day, relative to the average, around 1. */
export const busynessOf = (day: number): number => WEEKDAYS[new Date(day).getUTCDay()] ?? 1;

/** Hours of a day, with the share of visits of each. */
export const HOURS_OF_DAY = HOURS.map((visits, hour) => ({ hour, visits }));

/** The start of a day in UTC. */
export const dayOf = (time: number): number => Math.floor(time / DAY_MS) * DAY_MS;

/** The next Tuesday or Thursday after a time, at half past eight, when goods arrive. */
export function nextDelivery(time: number): number {
  for (let day = dayOf(time) + DAY_MS; ; day += DAY_MS)
    if ([2, 4].includes(new Date(day).getUTCDay())) return day + 8.5 * 3_600_000;
}
