/** A schedule in the format of the API. */
export interface Schedule {
  cron: string;
  timezone: string;
}

const two = (text: string) => text.padStart(2, "0");
const DAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

const isNumber = (text: string) => /^\d+$/.test(text);

/** Describes a common schedule in words; undefined for any other. */
function commonInWords({ cron, timezone }: Schedule): string | undefined {
  const [minute = "", hour = "", day, month, weekday = ""] = cron.split(" ");
  if (day !== "*" || month !== "*") return undefined;
  if (hour === "*" && weekday === "*") {
    const every = /^\*\/(\d+)$/.exec(minute)?.[1];
    if (every !== undefined) return `Every ${every} minutes`;
    return isNumber(minute) ? `Every hour at minute ${minute}` : undefined;
  }
  const name = weekday === "*" ? "day" : DAYS[Number(weekday)];
  if (!isNumber(minute) || !isNumber(hour) || name === undefined) return undefined;
  return `Every ${name} at ${two(hour)}:${two(minute)} (${timezone})`;
}

/** Describes a schedule in words; an uncommon one as its cron expression. */
export function scheduleInWords(schedule: Schedule | undefined): string {
  if (!schedule) return "Only on request";
  return commonInWords(schedule) ?? `${schedule.cron} (${schedule.timezone})`;
}

/** Schedules to choose from; the empty value is no schedule. */
export const SCHEDULES = [
  ["", "Only on request"],
  ["*/15 * * * *", "Every 15 minutes"],
  ["0 * * * *", "Every hour"],
  ["0 3 * * *", "Every day at 03:00"],
  ["0 3 * * 1", "Every Monday at 03:00"],
] as const;

/** The choice for times that are entered as a cron expression. */
export const OWN_SCHEDULE = "own";

/** Returns the choice of {@link SCHEDULES} for a schedule, or {@link OWN_SCHEDULE}. */
export function scheduleChoiceOf(schedule: Schedule | undefined): string {
  const cron = schedule?.cron ?? "";
  return SCHEDULES.some(([choice]) => choice === cron) ? cron : OWN_SCHEDULE;
}

/** Returns the schedule in the values of a form, whose fields have the names in errors of the API; null for none. */
export function scheduleIn({
  schedule: choice = "",
  "schedule/cron": cron = "",
  "schedule/timezone": timezone = "",
}: Record<string, string>): Schedule | null {
  if (choice === "") return null;
  return { cron: choice === OWN_SCHEDULE ? cron.trim() : choice, timezone: timezone.trim() };
}
