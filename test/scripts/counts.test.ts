import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import type { Backlog } from "../../scripts/bench/backlog.ts";
import {
  type Case,
  count,
  type Counted,
  COUNTED_ENV,
  jobCases,
  requestCases,
} from "../../scripts/bench/counts.ts";
import { Stand } from "../../scripts/bench/stand.ts";
import { freePort } from "../support/programs.ts";
import { given } from "../support/service.ts";

type Figures = Pick<Counted, "commands" | "bytesIn" | "bytesOut">;

/** As `npm run bench -- --counts` prints them. A figure that sinks is to be noted here; one that rises is a decision. */
const FIGURES: Record<string, Figures> = {
  "Create an item": { commands: 18.1, bytesIn: 3510, bytesOut: 475 },
  "Read 20 items": { commands: 1, bytesIn: 330, bytesOut: 8450 },
  "Read 20 items of one list": { commands: 1, bytesIn: 105, bytesOut: 165 },
  "Look up 20 lists of 5 items": { commands: 64, bytesIn: 270, bytesOut: 44_500 },
  // What the relay reads together depends on the time: the highest of several runs.
  Customer: { commands: 34, bytesIn: 3900, bytesOut: 1300 },
  "Product row": { commands: 60, bytesIn: 7300, bytesOut: 6300 },
  Alert: { commands: 30.2, bytesIn: 5110, bytesOut: 3640 },
  "Order row": { commands: 49, bytesIn: 8010, bytesOut: 4990 },
};
const GROWTH = 1.05;
/** What a service costs in any second, whatever it has to do: heartbeats, and waits that end. */
const IDLE: Figures = { commands: 17, bytesIn: 6000, bytesOut: 3000 };

interface Opened {
  cases: Case[];
  backlog?: Backlog;
}

async function countAll(role: string, open: (stand: Stand) => Promise<Opened>): Promise<Counted[]> {
  const stand = await Stand.start(await freePort(), { processes: [role], env: COUNTED_ENV });
  try {
    const { cases, ...parts } = await open(stand);
    const counted: Counted[] = [];
    for (const each of cases) counted.push(await count(stand, each, parts));
    return counted;
  } finally {
    await stand.stop();
  }
}

describe("what a request costs", () => {
  let counted: Counted[] = [];
  before(async () => {
    const requests = await countAll("http,worker", async (stand) => ({ cases: await requestCases(stand) }));
    counted = [...requests, ...(await countAll("all", jobCases))];
  });

  for (const [name, figures] of Object.entries(FIGURES)) {
    it(`${name}: sends Redis at most a twentieth more than is noted`, (t) => {
      const found = given(counted.find((each) => each.name === name));
      for (const what of ["commands", "bytesIn", "bytesOut"] as const) {
        const most = figures[what] * GROWTH + (IDLE[what] * found.seconds) / found.size;
        t.diagnostic(`${what}: ${found[what].toFixed(1)} of ${most.toFixed(1)}`);
        assert.ok(found[what] <= most, `${what}: ${found[what]} instead of at most ${most}`);
      }
    });
  }
});
