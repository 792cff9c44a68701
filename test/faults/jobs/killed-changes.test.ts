import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { EXPORTS, linesOf, newExport, newWisher, overRun, runOf } from "../../support/exports.ts";
import { numbersFrom } from "../../support/models/random.ts";
import { Receiver } from "../../support/models/receiver.ts";
import { Shopping } from "../../support/models/shopping.ts";
import { startS3 } from "../../support/platforms/s3.ts";
import { startWebhookReceiver } from "../../support/platforms/webhook.ts";
import { newCluster } from "../../support/processes.ts";
import { runs } from "../../support/runner/runs.ts";
import type { Json } from "../../support/service.ts";
import { settled } from "../../support/settled.ts";
import { tempFolder } from "../../support/temp-folder.ts";

const KILLS = runs(3).numRuns;
const STEPS = 12;
/** Number of changes while the process is killed. */
const LATE_STEPS = 4;
/** A process is killed within this time after the runs are requested, in milliseconds. */
const KILLED_WITHIN_MS = 300;

const SECRET = `whsec_${Buffer.from("of a receiver in this test").toString("base64")}`;

describe("a process that is killed at any moment of runs of changes", () => {
  it("leaves each receiver with what an export of all wishes has", async (t) => {
    const dataDir = tempFolder(t);
    const { redis, keys, start, serve, newShop } = newCluster(t, {
      env: { DATA_DIR: dataDir, ALLOW_PRIVATE_TARGETS: "true" },
    });
    const http = await serve("http,worker");
    let jobs = await start("jobs");
    const shop = await newShop(http);
    const pick = numbersFrom(1);
    const shopping = new Shopping(shop, pick);
    await newWisher(shop, 10);
    const s3 = await startS3(t);
    const hooks = await startWebhookReceiver(t, { secret: SECRET });
    const target = { bucket: "exports", region: "eu-central-1", baseUrl: s3.url, accessKeyId: "AKIA" };
    const all = await newExport(shop, { mode: "full" });
    let taken = 0;
    const targets = [
      {
        connector: { type: "file", format: "ndjson" },
        records: (run: Json) => linesOf(dataDir, run),
      },
      {
        connector: { type: "s3", format: "ndjson", ...target, secretAccessKey: "s3-secret" },
        records: (run: Json) => {
          const [, object] = [...s3.objects].find(([key]) => key.includes(run.id as string)) ?? [];
          const text = object?.body.toString().trim() ?? "";
          return text === "" ? [] : text.split("\n").map((line): Json => JSON.parse(line));
        },
      },
      {
        connector: { type: "webhook", url: hooks.url, secret: SECRET, batchSize: 1 },
        records: () => {
          const records = [...hooks.taken.values()]
            .slice(taken)
            .flatMap(({ data }) => data.records as Json[]);
          taken = hooks.taken.size;
          return records;
        },
      },
    ];
    const exports = await Promise.all(
      targets.map(async ({ connector, records }) => {
        const { id } = await newExport(shop, { connector });
        return { id: id as string, type: connector.type, records, receiver: new Receiver() };
      }),
    );
    const change = async (steps: number) => {
      for (let i = 0; i < steps; i++) await shopping.step();
    };
    const context = (type: string) => `${type}: ${shopping.log.join(", ")}`;
    for (let kill = 0; kill < KILLS; kill++) {
      await change(STEPS);
      const begun = await Promise.all(
        exports.map(async (each) => ({ ...each, run: (await shop.post(`${EXPORTS}/${each.id}/runs`)).body })),
      );
      const killed = pause(pick(KILLED_WITHIN_MS)).then(() => jobs.program.signal("SIGKILL"));
      await change(LATE_STEPS);
      await killed;
      shopping.log.push("killed");
      jobs = await start("jobs");
      for (const { id, type, run, records, receiver } of begun) {
        const ended = await overRun(shop, id, run.id);
        assert.equal(ended.status, "succeeded", `${type} ${ended.reason}`);
        assert.doesNotThrow(() => receiver.receive(records(ended), { mayLack: true }), context(type));
      }
      for (const { id, type, records, receiver } of exports) {
        receiver.receive(records(await runOf(shop, id)), { mayLack: true });
        const expected = new Receiver();
        expected.receive(linesOf(dataDir, await runOf(shop, all.id)));
        assert.deepEqual(receiver.wishes, expected.wishes, context(type));
      }
    }
    await settled({ redis, keys });
  });
});
