import { DeadLetters } from "../../../src/store/partition/dead-letters.ts";
import { Platform } from "../../model/world.ts";
import { linesOf } from "../../support/exports.ts";
import { PARTITIONS } from "../../support/processes.ts";
import { type Json, WS } from "../../support/service.ts";
import { tool } from "../../support/tool.ts";
import type { Sender } from "../load/sender.ts";
import type { Story, StoryLoad } from "../load/stories.ts";
import type { Stage } from "../stage.ts";

const PAGE = 50;
const LETTERS = 100;

/** The checked fields of a dead letter. */
interface GivenUp {
  id: string;
  reason: string;
  payload: string;
}

async function read(sender: Sender, path: string): Promise<Json> {
  const { answer } = await sender.read(path);
  if (answer.status !== 200) throw new Error(`GET ${path}: ${answer.status} ${answer.text}`);
  return answer.body;
}

/** The whole change feed. */
export async function changesOf(sender: Sender): Promise<Json[]> {
  const events: Json[] = [];
  for (let after = ""; ;) {
    const page = await read(sender, `${WS}/changes?limit=500${after}`);
    events.push(...page.events);
    if (!page.hasMore) return events;
    after = `&after=${page.cursor}`;
  }
}

/** Wishes and alerts that are lost or duplicate, and orders without the expected purchase. */
export async function storyFindings(sender: Sender, stories: readonly Story[]): Promise<string[]> {
  const findings: string[] = [];
  for (const story of stories) {
    const { customerRef, itemId, isAlerted, orderRef, movedFrom } = story;
    const { alerts } = await read(sender, `${WS}/alerts?customerRef=${customerRef}&pageSize=${PAGE}`);
    const alertTexts = alerts.map(({ type, itemIds }: Json) => `${type} ${itemIds}`).join();
    if (alertTexts !== (isAlerted ? `back_in_stock ${itemId}` : ""))
      findings.push(`customer ${customerRef} has the alerts "${alertTexts}": ${JSON.stringify(story)}`);
    const { wishlist } = await read(sender, `${WS}/wishlists/lookup?customerRef=${customerRef}`);
    const held = wishlist
      .flatMap(({ wishlistItems }: Json) => wishlistItems.map(({ id }: Json) => id))
      .join();
    if (held !== itemId)
      findings.push(`customer ${customerRef} has the items "${held}": ${JSON.stringify(story)}`);
    const item = await read(sender, `${WS}/wishlist/items/${itemId}`);
    if (item.purchased !== (orderRef !== undefined))
      findings.push(`item ${itemId} is purchased: ${item.purchased}; ${JSON.stringify(story)}`);
    if (movedFrom !== undefined) {
      const { answer } = await sender.read(`${WS}/wishlist/items/${movedFrom}`);
      if (answer.status !== 404) findings.push(`item ${movedFrom} is still there: ${JSON.stringify(story)}`);
    }
    if (orderRef === undefined) continue;
    const order = await read(sender, `${WS}/orders/${orderRef}`);
    if (order.lines[0].matched?.itemId !== itemId)
      findings.push(`order ${orderRef} has not bought ${itemId}: ${JSON.stringify(order.lines)}`);
  }
  return findings;
}

/**
 * Lines of exports that are duplicate or missing: the data of a platform that accepted all runs, compared with the
 * wishlists. `mayLose`: the faults of the run lose unconfirmed data, such as a run that only a refusal or a read has
 * named.
 */
export async function exportFindings(
  sender: Sender,
  load: StoryLoad,
  {
    dataDir,
    places,
    exportId,
    mayLose,
  }: Pick<Stage, "dataDir" | "places"> & { exportId: string; mayLose: boolean },
): Promise<string[]> {
  const findings: string[] = [];
  const platform = new Platform();
  const last = await load.exportOnce();
  for (const id of load.runs) {
    const { answer } = await sender.read(`${WS}/exports/${exportId}/runs/${id}`);
    const run = answer.body;
    if (mayLose && answer.status === 404 && !load.acknowledged.has(id)) continue;
    if (run.status !== "succeeded") {
      const log = places.flatMap((place) => place.linesWith(id));
      findings.push([`run ${id} of the export is ${JSON.stringify(run)}`, ...log].join("\n"));
      continue;
    }
    if (run.file === undefined) continue;
    const lines = linesOf(dataDir, run);
    const ids = lines.map(({ id: line }) => line as string);
    const doubled = ids.filter((line, i) => ids.indexOf(line) !== i);
    if (doubled.length > 0) findings.push(`run ${id} of the export has twice: ${doubled.join(", ")}`);
    platform.take(lines);
  }
  if (last.status !== "succeeded") return findings;
  const known = new Map(platform.state.map((text) => text.split(" ") as [string, string]));
  for (const { itemId, orderRef } of load.stories)
    if (known.get(itemId) !== String(orderRef !== undefined))
      findings.push(`the export knows item ${itemId} as ${known.get(itemId) ?? "missing"}`);
  return findings;
}

/** Number of workers that must die before a command is given up, as `src/actors/runtime/worker` defines. */
const DEATHS_OF_A_COMMAND = 3;

/** Findings of the operator's tool about the indexes, and commands that were given up without enough faults. */
export async function storeFindings({ store }: Stage, faults: number): Promise<string[]> {
  const env = { REDIS_URL: store.url, REDIS_PREFIX: store.prefix };
  const { code, stdout, stderr } = await tool(["verify", "--json"], env);
  // With findings, it ends with 1 too, but prints them.
  if (stdout === "") return [`verify ended with ${code}: ${stderr}`];
  const { inconsistencies } = JSON.parse(stdout) as { inconsistencies: Json[] };
  return [
    ...inconsistencies.map((each) => `verify: ${JSON.stringify(each)}`),
    ...unexplained(await new DeadLetters(store.redis, store.keys, PARTITIONS).list(LETTERS), faults),
  ];
}

/** Counters of reports that differ from the records of their store. */
export async function counterFindings({ store }: Stage, tenant: string): Promise<string[]> {
  const env = { REDIS_URL: store.url, REDIS_PREFIX: store.prefix };
  const { code, stdout, stderr } = await tool(["report", "recount", tenant, "--json"], env);
  if (code !== 0) return [`report recount ended with ${code}: ${stderr}`];
  const { counters, wrong } = JSON.parse(stdout) as { counters: number; wrong: number };
  return wrong === 0 ? [] : [`${wrong} of ${counters} counters of reports were wrong`];
}

/**
 * Dead letters without enough faults to explain them: each fault is assumed to hit the first command of a partition.
 */
export function unexplained(letters: readonly GivenUp[], faults: number): string[] {
  const most = Math.floor(faults / DEATHS_OF_A_COMMAND) * PARTITIONS;
  const [ofDeaths, others] = [true, false].map((wanted) =>
    letters.filter(({ reason }) => reason.includes("crashed or blocked its worker") === wanted),
  );
  const found = [...(others ?? []), ...(ofDeaths ?? []).slice(most)];
  return found.map(({ id, reason, payload }) => `dead letter ${id}: ${reason} ${payload}`);
}
