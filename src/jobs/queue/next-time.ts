import type { AdvancedRepeatOptions } from "bullmq";
import { CronExpressionParser } from "cron-parser";
import { boundedCache } from "../../store/bounded-cache.ts";
import { DAY_MS } from "../../store/durations.ts";
import type { Schedule } from "./job.ts";

const HOURS_OF_DAY = 24;
/** Time zones whose clocks are kept: to make one takes a hundred times as long as to read it. */
const KEPT_CLOCKS = 50;

/** The clock on the wall of a time zone. A time of it is in milliseconds, as if the wall were in UTC. */
class WallClock {
  readonly #format: Intl.DateTimeFormat;

  /** Throws a RangeError for a name that the IANA time zone database does not have. */
  constructor(timeZone: string) {
    const time = { hour: "2-digit", minute: "2-digit", second: "2-digit" } as const;
    const day = { year: "numeric", month: "2-digit", day: "2-digit" } as const;
    this.#format = new Intl.DateTimeFormat("sv-SE", { timeZone, ...day, ...time });
  }

  /** How far the wall is ahead of UTC at a time, in milliseconds. */
  #aheadAt(ms: number): number {
    const second = Math.floor(ms / 1000) * 1000;
    return Date.parse(`${this.#format.format(second).replace(" ", "T")}Z`) - second;
  }

  /** What the wall shows at a time. */
  at(ms: number): number {
    return ms + this.#aheadAt(ms);
  }

  /** By how much the wall is changed within a day before or after a time; 0 on most days. */
  changeAround(ms: number): number {
    return Math.abs(this.#aheadAt(ms - DAY_MS) - this.#aheadAt(ms + DAY_MS));
  }

  /** When the wall shows a time: never, once or twice; and when it would, had nobody changed it that day. */
  whenShown(wall: number): { shown: number[]; unchanged: number } {
    const [before, after] = [wall - DAY_MS, wall + DAY_MS].map((ms) => wall - this.#aheadAt(ms));
    const shown = [...new Set([before, after])].flatMap((ms) =>
      ms !== undefined && this.at(ms) === wall ? [ms] : [],
    );
    return { shown, unchanged: before ?? wall };
  }
}

const clocks = boundedCache<WallClock>(KEPT_CLOCKS);

/** The clock of a time zone. Throws as {@link WallClock} does. */
function clockOf(timeZone: string): WallClock {
  const kept = clocks.get(timeZone);
  if (kept) return kept;
  const clock = new WallClock(timeZone);
  clocks.set(timeZone, clock);
  return clock;
}

/**
 * When a schedule comes next after a time, both in milliseconds since 1970. On the day that lacks its hour because clocks
 * change, it comes as much later as they are changed; of an hour that comes twice, in the first one. A schedule of all
 * hours goes on evenly through both, and leaves out what there is not.
 * @throws where the expression or the time zone is none, or no day is meant
 */
export function nextTime({ cron, timezone }: Schedule, after: number): number {
  const clock = clockOf(timezone);
  // Around a change, the times of the wall are not in the order of time: those that may trade places are compared.
  const currentDate = new Date(clock.at(after) - clock.changeAround(after) - 1);
  const expression = CronExpressionParser.parse(cron, { tz: "UTC", currentDate });
  const isOfAllHours = new Set(expression.fields.hour.values).size === HOURS_OF_DAY;
  for (let [best, last] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]; ;) {
    const wall = expression.next().getTime();
    if (wall > last) return best;
    const { shown, unchanged } = clock.whenShown(wall);
    const times = isOfAllHours ? shown : [shown[0] ?? unchanged];
    best = Math.min(best, ...times.filter((ms) => ms > after));
    if (Number.isFinite(best)) last = clock.at(best) + clock.changeAround(best);
  }
}

/** Has BullMQ run schedules at their {@link nextTime}. */
export const REPEATING: AdvancedRepeatOptions = {
  repeatStrategy: (after, { pattern = "", tz = "UTC" }) => nextTime({ cron: pattern, timezone: tz }, after),
};
