import { fileURLToPath } from "node:url";
import { SourceMaps } from "../../source-maps.ts";
import type { CpuProfile, ProfileNode } from "./inspector.ts";

/** The layers of a request. A call in a file of a layer belongs to that layer, together with the calls below it. */
const LAYERS: readonly [layer: string, file: RegExp][] = [
  ["background", /\/src\/jobs\/|\/node_modules\/bullmq\/|\/store\/(?:reports|webhooks)\//],
  ["Redis client", /\/node_modules\/(?:ioredis|redis-parser|@ioredis)\//],
  ["route", /\/node_modules\/(?:@koa\/router|path-to-regexp)\/|\/http\/router\./],
  ["authenticate", /\/http\/(?:auth\/|middleware\/(?:authenticate|rate-limit))|\/rate-limiter-flexible\//],
  ["body", /\/http\/middleware\/body|\/ingest\/json\.js|\/node_modules\/(?:koa-body|co-body|raw-body)\//],
  [
    "validate",
    /\/ingest\/validation\.js|\/node_modules\/ajv|\/http\/middleware\/(?:idempotency|preconditions)/,
  ],
  ["load", /\/store\/partition\/load\./],
  ["commit", /\/store\/partition\/(?:commits|write|write-buffer)\.js|\/runtime\/batch\/batch-commit\./],
  ["dispatch", /\/runtime\/(?:dispatcher|envelope)\./],
  ["stream", /\/runtime\/(?:worker\/|stream-command\.)|\/partition\/streams\./],
  ["decide", /\/runtime\/(?:batch\/|kept-reply\.)|\/actors\//],
  ["reply", /\/runtime\/replies\.js|\/http\/presenters\//],
  ["edge", /\/http\/middleware\/(?:edge|trusted-proxies)|\/prom-client\/|\/http\/(?:koa-context|allow)\./],
  ["read", /\/store\/read\//],
  ["handler", /\/src\/(?:http|ingest)\//],
  ["Koa", /\/node_modules\/(?:koa|koa-compose|on-finished)\//],
  ["HTTP of Node.js", /^node:_http|^node:internal\/http/],
  ["sockets of Node.js", /^node:(?:net|internal\/stream)/],
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

function layerOf({ callFrame }: ProfileNode, maps: SourceMaps): string | undefined {
  const native = NATIVE.get(callFrame.functionName);
  if (native !== undefined) return native;
  const file = fileOf(callFrame, maps);
  return LAYERS.find(([, pattern]) => pattern.test(file))?.[0];
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
