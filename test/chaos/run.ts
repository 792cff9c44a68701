import { setTimeout as pause } from "node:timers/promises";
import { EXPORTS } from "../support/exports.ts";
import { numbersFrom } from "../support/models/random.ts";
import { withCleanup } from "../support/runner/newest-first.ts";
import { CS, given, type Json, unique, WS } from "../support/service.ts";
import { settled } from "../support/settled.ts";
import { until } from "../support/until.ts";
import { claimFindings } from "./checks/claims.ts";
import { feedFindings } from "./checks/events.ts";
import { referenceFindings, wishlistFindings } from "./checks/histories.ts";
import {
  changesOf,
  counterFindings,
  exportFindings,
  storeFindings,
  storyFindings,
} from "./checks/outcomes.ts";
import { causeFaults } from "./faults/cause.ts";
import { planOf, type PlanOptions, shownFault } from "./faults/plan.ts";
import { ClaimLoad } from "./load/claims.ts";
import { ReferenceLoad } from "./load/references.ts";
import { Sender } from "./load/sender.ts";
import { StoryLoad } from "./load/stories.ts";
import { WishlistLoad } from "./load/wishlists.ts";
import { type Stage, startStage, TooOld } from "./stage.ts";

/** Duration of the load after the last fault: enough to see that the service has recovered. */
const AFTERWARDS_MS = 1000;
const SUPERVISED_EACH_MS = 200;
/** Long, because the machine may have other load. */
const RECOVERY_MS = 240_000;

export interface RunOptions extends PlanOptions {
  /** Folder of the compiled programs. */
  built: string;
  /** Receives the messages of the run. */
  tell?: (line: string) => void;
}

export interface RunResult {
  findings: string[];
  /** Number of operations by outcome. */
  counts: Record<string, number>;
}

/** Maximum duration of a run: operations without an answer are reported too. */
const MAX_RUN_MS = 900_000;

/** Maximum number of lines that a failed run shows of each process. */
const MAX_SHOWN = 30;

const textOf = (err: unknown) => (err instanceof Error ? (err.stack ?? err.message) : String(err));

/** The last warnings and errors of each process: a run that stands still shows no other cause. */
const lastWarnings = ({ places }: Stage): string =>
  places
    .map((place) => {
      const lines = ["warn", "error", "fatal"].flatMap((level) => place.linesWith(`"level":"${level}"`));
      return [`${place.role}:`, ...lines.slice(-MAX_SHOWN)].join("\n");
    })
    .join("\n");

/** One run of a seed: processes, load and faults; then all promises are compared with the data. */
export async function runSeed(options: RunOptions): Promise<RunResult> {
  try {
    return await withCleanup(async (t) => {
      const stage = await startStage(t, planOf(options), options.built);
      const late = pause(MAX_RUN_MS, undefined, { ref: false }).then(() => {
        throw new Error("the run does not end");
      });
      return await Promise.race([play(stage, options), late]).catch((err: unknown) => {
        throw new Error(`${textOf(err)}\n${lastWarnings(stage)}`, { cause: err });
      });
    });
  } catch (err) {
    if (err instanceof TooOld) throw err;
    return { findings: [err instanceof Error ? err.message : String(err)], counts: {} };
  }
}

/** Initial data of the load. The machine may be too busy to answer in time here too. */
async function setUp(sender: Sender): Promise<{ customerRef: string; exportId: string }> {
  const settings = { allowDuplicateVariants: true, alerts: { holdSeconds: 0, waveMultiple: 1_000_000 } };
  const connector = { type: "file", format: "ndjson" };
  const write = async (method: "POST" | "PUT", path: string, body: unknown): Promise<Json> => {
    const answer = await sender.untilCertain({ method, path, body });
    if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${answer.text}`);
    return answer.body;
  };
  await write("PUT", `${WS}/settings`, settings);
  const customer = await write("POST", `${CS}/customers`, { id: unique("c") });
  const created = await write("POST", EXPORTS, { name: "wishes", connector, mode: "changed" });
  return { customerRef: String(customer.id), exportId: String(created.id) };
}

async function play(stage: Stage, options: RunOptions): Promise<RunResult> {
  const { places, cluster } = stage;
  const tell = options.tell ?? (() => undefined);
  const targets = () => places.flatMap(({ baseUrl }) => baseUrl ?? []);
  const shop = await cluster.newShop({ baseUrl: given(targets()[0]) });
  const { customerRef, exportId } = await setUp(new Sender(shop, targets, () => 0));
  const { seed } = options;
  const sender = new Sender(shop, targets, numbersFrom(seed + 1));
  const wishlists = new WishlistLoad(sender, customerRef, seed);
  const references = new ReferenceLoad(sender, customerRef, seed);
  const stories = new StoryLoad(sender, exportId, seed);
  const claims = new ClaimLoad(sender, seed);
  const loads = [wishlists, references, stories, claims];

  const running = Promise.all(loads.map((load) => load.run()));
  await playFaults(stage, options, running);
  const calmAt = performance.now();
  for (const load of loads) load.stop();
  tell("waits for the load");
  await running;
  tell("waits for the rest of the work");
  await settled(stage.store, { longestMs: RECOVERY_MS });

  tell("compares");
  // A read may show a write that is not durable yet, and is lost.
  if (options.durability) for (const load of [wishlists, references]) load.forgetReads(calmAt);
  const findings = [
    ...places.flatMap(({ accidents }) => accidents),
    ...sender.unexpected.map(({ text, requestId }) =>
      [`unexpected answer: ${text}`, ...places.flatMap((place) => place.linesWith(requestId))].join("\n"),
    ),
    ...wishlistFindings(wishlists),
    ...referenceFindings(references),
    ...(await storyFindings(sender, stories.stories)),
    ...(await claimFindings(sender, claims)),
    ...(await exportFindings(sender, stories, {
      ...stage,
      exportId,
      mayLose: options.durability !== undefined,
    })),
    ...feedFindings(await changesOf(sender), { recorded: wishlists.recorded, stories: stories.stories }),
    ...(await storeFindings(stage, planOf(options).faults.length)),
    ...(await counterFindings(stage, shop.tenantId)),
  ];
  const operations = wishlists.recorded.reduce((sum, { history }) => sum + history.length, 0);
  const counts = { ...sender.counts, operations, stories: stories.stories.length };
  return { findings, counts: { ...counts, claims: claims.claimed.length } };
}

/** Causes the faults during the load. Processes that end by themselves are restarted, and reported. */
async function playFaults(stage: Stage, options: RunOptions, load: Promise<unknown>): Promise<void> {
  let isOver = false;
  const supervised = Promise.all(
    stage.places.map(async (place) => {
      while (!isOver) {
        await place.supervise();
        await pause(SUPERVISED_EACH_MS);
      }
    }),
  );
  const { faults } = planOf(options);
  try {
    const caused = causeFaults(stage, faults, (fault) => options.tell?.(shownFault(fault)));
    // The first failure ends the run.
    await Promise.race([Promise.all([caused, load]), supervised, caused]);
    await caused;
    options.tell?.("all faults are over");
    for (const { role, running } of stage.places)
      await until(`${role} is ready`, () => running?.isReady() ?? false, RECOVERY_MS);
  } finally {
    isOver = true;
  }
  await supervised;
  await pause(AFTERWARDS_MS);
}
