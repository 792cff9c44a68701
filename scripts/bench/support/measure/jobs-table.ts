import { availableParallelism } from "node:os";
import type { Times } from "../load/storefront.ts";
import type { CpuTimes } from "../stand.ts";

const MB = 1024 * 1024;
const GOALS = { orders: 4000, alerts: 5000, growth: 200, ratio: 2 };
/** CPU time of a creation of the floor, in microseconds, on the machine that the goals of rates are for. */
const GOAL_FLOOR_US = 28;

/** Maximum memory of each process, above its memory at the beginning. */
export class Growth {
  readonly #first: Record<string, number>;
  readonly bytes: Record<string, number> = {};

  constructor(first: Record<string, number>) {
    this.#first = first;
  }

  look(now: Record<string, number>): void {
    for (const [name, bytes] of Object.entries(now))
      this.bytes[name] = Math.max(this.bytes[name] ?? 0, bytes - (this.#first[name] ?? 0));
  }

  get most(): number {
    return Math.max(...Object.values(this.bytes)) / MB;
  }
}

/** Results of a wave of alerts. */
export interface FanOut {
  ledgerPerSecond: number;
  receiverPerSecond: number;
  growth: Growth;
  redisBytes: number;
  times: Times;
  cpu: CpuTimes;
}

/** Results of the orders. */
export interface Matched {
  perSecond: number;
  growth: Growth;
  cpu: CpuTimes;
}

/** The storefront before the wave, and the speed of the machine. */
export interface Quiet {
  quiet: Times;
  quietCpu: CpuTimes;
  /** CPU time of a creation of the floor, in microseconds. */
  floorUs: number;
}

/** Parameters of the benchmark. */
export interface JobsLoad {
  processes: readonly string[];
  waiters: number;
  orders: number;
  rate: number;
}

/** The results as a Markdown table with the goals. */
export function jobsTable(
  { quiet, quietCpu, floorUs }: Quiet,
  alerts: FanOut,
  matched: Matched,
  { processes, waiters, orders, rate }: JobsLoad,
): string {
  const [quietP99, busyP99] = [quiet.percentile(0.99), alerts.times.percentile(0.99)];
  const growth = Math.max(alerts.growth.most, matched.growth.most);
  const ratio = busyP99 / quietP99;
  const verdict = (isMet: boolean) => (isMet ? "met" : "missed");
  /** A rate, and the goal for a machine of this speed. */
  const rateCells = (perSecond: number, goal: number) => {
    const goalHere = (goal * GOAL_FLOOR_US) / floorUs;
    return [perSecond.toFixed(0), `${goalHere.toFixed(0)} (${goal}), ${verdict(perSecond >= goalHere)}`];
  };
  const cpu = ({ service, redis }: CpuTimes) => `service ${service.toFixed(0)} + redis ${redis.toFixed(0)}`;
  const rows = [
    ["Order rows matched per second", ...rateCells(matched.perSecond, GOALS.orders), cpu(matched.cpu)],
    ["Alerts per second to the ledger", ...rateCells(alerts.ledgerPerSecond, GOALS.alerts), cpu(alerts.cpu)],
    ["Alerts per second to the webhook receiver", alerts.receiverPerSecond.toFixed(0), "", ""],
    [
      "Storefront's write p99 during the wave, ms",
      `${busyP99.toFixed(1)}, ${ratio.toFixed(1)} times the quiet ${quietP99.toFixed(1)}`,
      `${GOALS.ratio} times, ${verdict(ratio <= GOALS.ratio)}`,
      "",
    ],
    [
      "Growth of the largest process, MB",
      growth.toFixed(0),
      `${GOALS.growth}, ${verdict(growth < GOALS.growth)}`,
      "",
    ],
  ];
  return [
    "| Measure | Measured | Goal | CPU µs each |",
    "|---|---:|---:|---|",
    ...rows.map((cells) => `| ${cells.join(" | ")} |`),
    "",
    `The storefront's median: ${quiet.percentile(0.5).toFixed(1)} ms quiet, ${alerts.times.percentile(0.5).toFixed(1)} ms during the wave.`,
    `The CPU of an alert includes the ${(alerts.times.count / waiters).toFixed(2)} writes of the storefront for each alert; a write of the quiet storefront takes ${cpu(quietCpu)}.`,
    `The goals of rates, in parentheses, are for a machine on which a creation of the floor takes ${GOAL_FLOOR_US} µs (\`npm run bench\`). Here it takes ${floorUs.toFixed(0)} µs, and the goals are lowered by the same factor.`,
    `Redis: ${alerts.redisBytes.toFixed(0)} bytes for an alert with its delivery.`,
    "",
    `Node ${process.versions.node}, ${availableParallelism()} cores for everything, processes ${processes.map((role) => `\`${role}\``).join(" and ")}; ${waiters} waiters, ${orders} orders, ${rate} writes/s.`,
  ].join("\n");
}
