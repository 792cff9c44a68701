/** A schedule in the format of the API. */
export interface Schedule {
  cron: string;
  timezone: string;
}

const two = (text: string) => text.padStart(2, "0");
const DAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

/** Describes a schedule in words; an uncommon one as its cron expression. */
export function scheduleInWords(schedule: Schedule | undefined): string {
  if (!schedule) return "Only on request";
  const { cron, timezone } = schedule;
  const [minute = "", hour = "", day, month, weekday = ""] = cron.split(" ");
  const every = /^\*\/(\d+)$/.exec(minute)?.[1];
  const isPlain = day === "*" && month === "*";
  if (isPlain && weekday === "*" && hour === "*" && every !== undefined) return `Every ${every} minutes`;
  if (isPlain && weekday === "*" && hour === "*" && /^\d+$/.test(minute))
    return `Every hour at minute ${minute}`;
  if (isPlain && /^\d+$/.test(minute) && /^\d+$/.test(hour)) {
    const at = `at ${two(hour)}:${two(minute)} (${timezone})`;
    if (weekday === "*") return `Every day ${at}`;
    const name = DAYS[Number(weekday)];
    if (name !== undefined) return `Every ${name} ${at}`;
  }
  return `${cron} (${timezone})`;
}

/** Schedules to choose from; the empty value is no schedule. */
export const SCHEDULES = [
  ["", "Only on request"],
  ["*/15 * * * *", "Every 15 minutes"],
  ["0 * * * *", "Every hour"],
  ["0 3 * * *", "Every day at 03:00"],
  ["0 3 * * 1", "Every Monday at 03:00"],
] as const;

/** The choice for a schedule that is entered as a cron expression. */
export const OWN_SCHEDULE = "own";

/** Returns the choice of {@link SCHEDULES} for a schedule, or {@link OWN_SCHEDULE}. */
export function scheduleChoiceOf(schedule: Schedule | undefined): string {
  const cron = schedule?.cron ?? "";
  return SCHEDULES.some(([choice]) => choice === cron) ? cron : OWN_SCHEDULE;
}

/** Returns the schedule in the values of a form; null for none. */
export function scheduleIn({
  schedule: choice = "",
  cron = "",
  timezone = "",
}: Record<string, string>): Schedule | null {
  if (choice === "") return null;
  return { cron: choice === OWN_SCHEDULE ? cron.trim() : choice, timezone: timezone.trim() };
}
