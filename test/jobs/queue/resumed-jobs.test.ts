import assert from "node:assert/strict";
import { it } from "node:test";
import { UnrecoverableError } from "bullmq";
import { pino } from "pino";
import { Jobs } from "../../../src/jobs/queue/jobs.ts";
import { addressOf, redisUrl, withRedis } from "../../support/redis.ts";
import { newestFirst } from "../../support/runner/newest-first.ts";
import { until } from "../../support/until.ts";

it("a job with unfinished work runs again if it has ended, but not if it has failed or still waits", async (test) => {
  const t = newestFirst(test);
  const { keys } = withRedis(t);
  const ended: string[] = [];
  const jobs = Jobs.open(["maintenance"], {
    now: Date.now,
    lockMs: 15_000,
    address: addressOf(redisUrl()),
    keys,
    onJob: (_, outcome) => void ended.push(outcome),
    log: pino({ level: "silent" }),
  });
  t.after(() => jobs.stop());
  const resume = (id: string, delayMs = 0) => jobs.resume("maintenance", { name: id, id, data: {}, delayMs });
  const runs: string[] = [];
  const process = ({ name }: { name: string }) => {
    runs.push(name);
    return name === "fails" ? Promise.reject(new UnrecoverableError("it fails")) : Promise.resolve();
  };
  jobs.work({ maintenance: { process } });

  await resume("later", 60_000);
  await resume("fails");
  await resume("ends");
  await until("two jobs have ended", () => ended.length === 2);
  const haveFailed = [await resume("later"), await resume("fails"), await resume("ends")];
  assert.deepEqual(haveFailed, [false, true, false]);
  await until("it has run again", () => ended.length === 3);
  await resume("last");
  await until("the last has run", () => ended.length === 4);
  assert.deepEqual(runs.sort(), ["ends", "ends", "fails", "last"]);
});
