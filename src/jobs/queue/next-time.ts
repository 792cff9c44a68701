import type { AdvancedRepeatOptions } from "bullmq";
import { CronExpressionParser } from "cron-parser";
import { boundedCache } from "../../collections/bounded-cache.ts";
import { DAY_MS } from "../../units/durations.ts";
import type { Schedule } from "./job.ts";

const HOURS_OF_DAY = 24;
/** Maximum number of cached clocks: creating a clock takes a hundred times as long as reading it. */
const CACHED_CLOCKS = 50;

/** The wall clock of a time zone. A local time is in milliseconds since 1970, as if the time zone were UTC. */
class WallClock {
  readonly #format: Intl.DateTimeFormat | undefined;

  /** Throws a RangeError if the IANA time zone database does not have the name. */
  constructor(timeZone: string) {
    // Node.js loads its data of languages for the first format, which takes a tenth of the CPU of a start.
    if (timeZone === "UTC") return;
    const time = { hour: "2-digit", minute: "2-digit", second: "2-digit" } as const;
    const day = { year: "numeric", month: "2-digit", day: "2-digit" } as const;
    this.#format = new Intl.DateTimeFormat("sv-SE", { timeZone, ...day, ...time });
  }

  /** Returns the offset from UTC at a time, in milliseconds. */
  #offsetAt(ms: number): number {
    if (!this.#format) return 0;
    const second = Math.floor(ms / 1000) * 1000;
    return Date.parse(`${this.#format.format(second).replace(" ", "T")}Z`) - second;
  }

  /** Returns the local time at a time. */
  at(ms: number): number {
    return ms + this.#offsetAt(ms);
  }

  /** Returns the change of the offset within a day before or after a time; 0 on most days. */
  offsetChangeAround(ms: number): number {
    return Math.abs(this.#offsetAt(ms - DAY_MS) - this.#offsetAt(ms + DAY_MS));
  }

  /**
   * Returns the times when the clock shows a local time: none, one or two. `unchanged` is the time when the clock would
   * show it without a change of the offset on that day.
   */
  whenShown(localTime: number): { shown: number[]; unchanged: number } {
    const [before, after] = [localTime - DAY_MS, localTime + DAY_MS].map(
      (ms) => localTime - this.#offsetAt(ms),
    );
    const shown = [...new Set([before, after])].flatMap((ms) =>
      ms !== undefined && this.at(ms) === localTime ? [ms] : [],
    );
    return { shown, unchanged: before ?? localTime };
  }
}

const clocks = boundedCache<WallClock>(CACHED_CLOCKS);

/** Returns the clock of a time zone. Throws like {@link WallClock}. */
function clockOf(timeZone: string): WallClock {
  const cached = clocks.get(timeZone);
  if (cached) return cached;
  const clock = new WallClock(timeZone);
  clocks.set(timeZone, clock);
  return clock;
}

/**
 * Returns the next time of a schedule after a time, both in milliseconds since 1970. If a change of the clocks skips
 * the scheduled hour, the schedule runs later by the size of the change. If the hour occurs twice, it runs in the first
 * one. A schedule for all hours continues at even intervals through both changes, and omits skipped times.
 * @throws if the expression or the time zone is invalid, or if no day matches
 */
export function nextTime({ cron, timezone }: Schedule, after: number): number {
  const clock = clockOf(timezone);
  // Around a change of the offset, local times are not in the order of time. All times whose order may differ are
  // compared.
  const currentDate = new Date(clock.at(after) - clock.offsetChangeAround(after) - 1);
  const expression = CronExpressionParser.parse(cron, { tz: "UTC", currentDate });
  const isOfAllHours = new Set(expression.fields.hour.values).size === HOURS_OF_DAY;
  for (let [best, last] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]; ;) {
    const localTime = expression.next().getTime();
    if (localTime > last) return best;
    const { shown, unchanged } = clock.whenShown(localTime);
    const times = isOfAllHours ? shown : [shown[0] ?? unchanged];
    best = Math.min(best, ...times.filter((ms) => ms > after));
    if (Number.isFinite(best)) last = clock.at(best) + clock.offsetChangeAround(best);
  }
}

/** Makes BullMQ run schedules at their {@link nextTime}. */
export const REPEATING: AdvancedRepeatOptions = {
  repeatStrategy: (after, { pattern = "", tz = "UTC" }) => nextTime({ cron: pattern, timezone: tz }, after),
};
