import { execFileSync } from "node:child_process";
import { availableParallelism } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import { readCommandLine, say } from "../program.ts";
import { Child } from "./support/child.ts";
import { Neighbour } from "./support/load/neighbour.ts";
import type { LoadResult, OpenLoad } from "./support/load/open-load.ts";
import { seedWishlists } from "./support/seed/wishlists.ts";
import { API, Stand } from "./support/stand.ts";

const PORT = 18_095;
const WISHLISTS = 1000;
/** Connections while the maximum is measured. More connections cause larger batches and longer waits. */
const CONNECTIONS = [64, 256];
const WARM_UP_SECONDS = 3;
const BEST_SECONDS = 8;
const RECOVERY_SECONDS = 10;
const SAMPLE_MS = 1000;
/** Requests per second of another tenant. */
const NEIGHBOUR_RATE = 10;
const MB = 1024 * 1024;
/** Number of all cores, read before the process is limited to some of them. */
const CORES = availableParallelism();

const options = readCommandLine({
  call: "npm run bench:overload",
  purpose: [
    "Measures the service while it gets far more requests than it can carry out. Its maximum throughput is measured first, " +
      "with connections that wait for each answer. Prints a Markdown table.",
    `Meanwhile, another tenant sends ${NEIGHBOUR_RATE} requests per second. Service, Redis and load share the machine.`,
  ],
  options: {
    factor: { type: "number", default: 10, help: "load, as a multiple of the maximum throughput" },
    seconds: { type: "number", default: 60, help: "length of the overload" },
    rows: { type: "number", default: 20, help: "rows of each request" },
    connections: { type: "number", default: 4000, help: "connections of the load" },
    processes: {
      type: "string",
      value: "roles",
      default: "http worker",
      help: "roles of each process, with spaces between processes",
    },
    apart: {
      type: "boolean",
      help: "use the last core only for the load, as if it came from another machine; needs taskset of util-linux",
    },
  },
}).values;
const { factor, seconds, rows, connections } = options;

/** Formats a time; null if nothing was measured. */
const msOf = (ms: number | null) => (ms === null ? "-" : `${ms.toFixed(0)} ms`);

/** Leaves the last core to the load. Processes that are started later use the cores of this process. */
function keepOffLastCore(lastCore: number): void {
  if (lastCore === 0) throw new Error("--apart needs a second core");
  const cores = lastCore === 1 ? "0" : `0-${lastCore - 1}`;
  execFileSync("taskset", ["--cpu-list", "--pid", cores, process.pid.toString()], { stdio: "ignore" });
}

function startGenerator() {
  if (!options.apart) return new Child("openLoad");
  const lastCore = CORES - 1;
  keepOffLastCore(lastCore);
  const execArgv = ["--cpu-list", lastCore.toString(), process.execPath];
  return new Child("openLoad", [], { execPath: "taskset", execArgv });
}

const generator = startGenerator();
const load = async (what: OpenLoad) => (await generator.ask(what)) as LoadResult;

/** Bytes in use in the heap of the first process in the middle of a run. Memory above that is garbage. */
async function liveInTheMiddle(stand: Stand): Promise<number> {
  await pause((seconds * 1000) / 2);
  const inspector = await stand.inspector();
  const bytes = await inspector.liveBytes();
  inspector.close();
  return bytes;
}

/** Maximum memory of a process while `work` ran, in bytes. */
async function peakOf<T>(stand: Stand, work: Promise<T>): Promise<{ result: T; peak: number }> {
  let peak = 0;
  let isOver = false;
  const sample = async () => {
    while (!isOver) {
      const sizes = Object.values(await stand.metric("process_resident_memory_bytes").catch(() => ({})));
      peak = Math.max(peak, ...sizes);
      await pause(SAMPLE_MS);
    }
  };
  const sampling = sample();
  const result = await work;
  isOver = true;
  await sampling;
  return { result, peak };
}

const stand = await Stand.start(PORT, { processes: options.processes.split(" "), inspect: true });
try {
  const wishlists = await seedWishlists(stand, WISHLISTS);
  const path = rows === 1 ? `${API}/wishlist/items` : `${API}/wishlist/add-items`;
  const common = { port: PORT, path, headers: stand.headers, wishlists, rows };
  await load({ ...common, seconds: WARM_UP_SECONDS, connections: Math.max(...CONNECTIONS) });
  const rounds = [];
  for (const count of CONNECTIONS)
    rounds.push(await peakOf(stand, load({ ...common, seconds: BEST_SECONDS, connections: count })));
  const [quiet] = rounds.sort((one, other) => other.result.ok - one.result.ok);
  if (!quiet) throw new Error("nothing was measured");
  const best = quiet.result.ok / BEST_SECONDS;
  for (const { result } of rounds) say(JSON.stringify(result));
  const neighbour = await Neighbour.open(stand);
  let isOver = false;
  const overload = peakOf(stand, load({ ...common, seconds, connections, perSecond: best * factor }));
  const [over, liveBytes, served] = await Promise.all([
    overload.finally(() => (isOver = true)),
    liveInTheMiddle(stand),
    neighbour.run(NEIGHBOUR_RATE, () => isOver),
  ]);
  await neighbour.close();
  say(JSON.stringify(served.statuses));
  say(JSON.stringify(over));
  const after = await load({ ...common, seconds: RECOVERY_SECONDS, connections, perSecond: best / 2 });
  say(JSON.stringify(after));
  const { sent, ok, refused, failed, unsent, okMs, refusedMs } = over.result;
  const back = after.okPerSecond.findIndex((count) => count > best * 0.4);
  const recovery = after.openingMs / 1000 + back + 1;
  console.log(
    [
      "| Offered | Requests | |",
      "|---|---:|---|",
      `| Maximum | ${best.toFixed(0)}/s | median ${msOf(quiet.result.okMs.p50)}, p99 ${msOf(quiet.result.okMs.p99)} |`,
      `| Offered for ${seconds} s | ${((sent + unsent) / seconds).toFixed(0)}/s | ${((100 * unsent) / (sent + unsent)).toFixed(0)} % found no connection |`,
      `| Carried out | ${(ok / seconds).toFixed(0)}/s | ${((100 * ok) / seconds / best).toFixed(0)} % of the maximum, median ${msOf(okMs.p50)}, p99 ${msOf(okMs.p99)} |`,
      `| Refused | ${(refused / seconds).toFixed(0)}/s | median ${msOf(refusedMs.p50)}, p99 ${msOf(refusedMs.p99)} |`,
      `| Failed | ${failed} | |`,
      `| Another tenant | ${NEIGHBOUR_RATE}/s | ${((100 * served.times.count) / served.sent).toFixed(1)} % carried out, median ${msOf(served.times.percentile(0.5))}, p99 ${msOf(served.times.percentile(0.99))} |`,
      `| Memory | ${(over.peak / MB).toFixed(0)} MB | ${(quiet.peak / MB).toFixed(0)} MB at the maximum |`,
      `| In use in the heap | ${(liveBytes / MB).toFixed(0)} MB | in the middle of the run, after a garbage collection |`,
      `| Recovery | ${back < 0 ? `not within ${RECOVERY_SECONDS}` : recovery.toFixed(1)} s | from the end of the load, with the opening of connections, until 40 % of the maximum are served; ${after.refused} refused |`,
      "",
      `${rows} rows per request, processes ${options.processes}, ${CORES} cores${options.apart ? ", one of them for the load" : " for all"}.`,
    ].join("\n"),
  );
} finally {
  generator.stop();
  await stand.stop();
}
