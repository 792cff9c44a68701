import type { AdvancedRepeatOptions } from "bullmq";
import { CronExpressionParser } from "cron-parser";
import { timeZone } from "../../units/time-zone.ts";
import type { Schedule } from "./job.ts";

const HOURS_OF_DAY = 24;

/**
 * Returns the next time of a schedule after a time, both in milliseconds since 1970. If a change of the clocks skips
 * the scheduled hour, the schedule runs later by the size of the change. If the hour occurs twice, it runs in the first
 * one. A schedule for all hours continues at even intervals through both changes, and omits skipped times.
 *
 * @throws if the expression or the time zone is invalid, or if no day matches
 */
export function nextTime({ cron, timezone }: Schedule, after: number): number {
  const clock = timeZone(timezone);
  // Around a change of the offset, local times are not in the order of time. All times whose order may differ are
  // compared.
  const currentDate = new Date(clock.at(after) - clock.offsetChangeAround(after) - 1);
  const expression = CronExpressionParser.parse(cron, { tz: "UTC", currentDate });
  const isOfAllHours = new Set(expression.fields.hour.values).size === HOURS_OF_DAY;
  let best = Number.POSITIVE_INFINITY;
  let last = Number.POSITIVE_INFINITY;
  for (;;) {
    const localTime = expression.next().getTime();
    if (localTime > last) return best;
    const { shown, unchanged } = clock.whenShown(localTime);
    const times = isOfAllHours ? shown : [shown[0] ?? unchanged];
    best = Math.min(best, ...times.filter((ms) => ms > after));
    if (Number.isFinite(best)) last = clock.at(best) + clock.offsetChangeAround(best);
  }
}

/** Makes BullMQ run schedules at their {@link nextTime}. `useStoreClock` searches for it again, by the store's clock. */
export const REPEATING: AdvancedRepeatOptions = {
  repeatStrategy: (after, { pattern = "", tz = "UTC" }) => nextTime({ cron: pattern, timezone: tz }, after),
};
