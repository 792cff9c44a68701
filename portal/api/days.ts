const DAY_MS = 86_400_000;

/** Days from the first to the last, as a report takes them. */
export interface Period {
  from: string;
  to: string;
}

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/** The last `count` days, today among them; or those before, `ago` days earlier. */
export const lastDays = (count: number, ago = 0, now = Date.now()): Period => ({
  from: dayOf(now - (count - 1 + ago) * DAY_MS),
  to: dayOf(now - ago * DAY_MS),
});
