import { fileURLToPath } from "node:url";
import { SourceMaps } from "../../../source-maps.ts";
import type { CpuProfile, ProfileNode } from "./inspector.ts";

/**
 * The layers of a request, with the folders and files of each, or packages. A call in one of them belongs to that layer,
 * together with the calls below it.
 */
export const LAYERS: readonly [layer: string, ...places: string[]][] = [
  ["background", "src/jobs/", "src/store/reports/", "src/store/webhooks/", "node_modules/bullmq/"],
  ["Redis client", "node_modules/ioredis/", "node_modules/@ioredis/"],
  ["route", "src/http/router.ts", "node_modules/@koa/router/", "node_modules/path-to-regexp/"],
  [
    "authenticate",
    "src/http/auth/",
    "src/http/middleware/authenticate.ts",
    "src/http/middleware/rate-limit.ts",
    "node_modules/rate-limiter-flexible/",
  ],
  [
    "body",
    "src/http/middleware/body/",
    "src/ingest/json/",
    "node_modules/koa-body/",
    "node_modules/co-body/",
    "node_modules/raw-body/",
  ],
  [
    "validate",
    "src/ingest/validation/",
    "src/http/middleware/preconditions.ts",
    "src/http/middleware/idempotency.ts",
    "node_modules/ajv/",
  ],
  ["load", "src/store/partition/state/load.ts", "src/store/partition/state/load-plan.ts"],
  [
    "commit",
    "src/store/partition/commits.ts",
    "src/store/partition/state/write.ts",
    "src/store/partition/state/write-buffer.ts",
    "src/actors/runtime/batch/batch-commit.ts",
  ],
  ["dispatch", "src/app/dispatcher.ts", "src/actors/runtime/dispatcher.ts", "src/actors/runtime/envelope.ts"],
  [
    "stream",
    "src/actors/runtime/worker/",
    "src/actors/runtime/stream-command.ts",
    "src/store/partition/streams.ts",
    "src/store/partition/stream-reader.ts",
  ],
  ["reply", "src/actors/runtime/replies.ts", "src/http/presenters/"],
  ["decide", "src/actors/"],
  [
    "edge",
    "src/http/middleware/edge.ts",
    "src/http/middleware/trusted-proxies.ts",
    "src/http/koa-context.ts",
    "src/http/allow.ts",
    "node_modules/prom-client/",
  ],
  ["read", "src/store/read/"],
  ["handler", "src/http/", "src/ingest/"],
  ["Koa", "node_modules/koa/", "node_modules/koa-compose/", "node_modules/on-finished/"],
  ["HTTP of Node.js", "node:_http", "node:internal/http"],
  ["sockets of Node.js", "node:net", "node:internal/stream"],
];

const IDLE = "(idle)";
const NATIVE = new Map([
  ["(garbage collector)", "garbage collection"],
  ["(program)", "native code"],
  [IDLE, IDLE],
]);

/** Source file of a call's function; the running file if the source is unknown. */
function fileOf({ url, lineNumber, columnNumber }: ProfileNode["callFrame"], maps: SourceMaps): string {
  const found = url.startsWith("file:") ? maps.find(fileURLToPath(url), lineNumber, columnNumber) : undefined;
  return found?.source ?? url;
}

/** Whether a file is the place, or in it. The path of a file is absolute, the name of a module of Node.js is not. */
const isIn = (file: string, place: string) => file.startsWith(place) || file.includes(`/${place}`);

function layerOf({ callFrame }: ProfileNode, maps: SourceMaps): string | undefined {
  const native = NATIVE.get(callFrame.functionName);
  if (native !== undefined) return native;
  const file = fileOf(callFrame, maps);
  return LAYERS.find(([, ...places]) => places.some((place) => isIn(file, place)))?.[0];
}

/**
 * The share of each layer in the busy time of a profile, the largest first. The time of a call belongs to its nearest
 * caller that has a layer. It returns shares, because the times of a profile include those in which other processes use
 * the core.
 */
export function sharesByLayer({ nodes, samples, timeDeltas }: CpuProfile): [layer: string, share: number][] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const layers = new Map<number, string>();
  const maps = new SourceMaps();
  const [root] = nodes;
  const open: [id: number, above: string][] = root ? [[root.id, "other"]] : [];
  for (let next; (next = open.pop());) {
    const node = byId.get(next[0]);
    if (!node) continue;
    const layer = layerOf(node, maps) ?? next[1];
    layers.set(node.id, layer);
    for (const child of node.children ?? []) open.push([child, layer]);
  }
  const times = new Map<string, number>();
  for (const [i, id] of samples.entries()) {
    const layer = layers.get(id) ?? "other";
    times.set(layer, (times.get(layer) ?? 0) + (timeDeltas[i] ?? 0));
  }
  times.delete(IDLE);
  const busy = [...times.values()].reduce((sum, time) => sum + time, 0);
  return [...times]
    .map(([layer, time]): [string, number] => [layer, time / busy])
    .sort((a, b) => b[1] - a[1]);
}
