import type { MemoryStatus } from "../../../store/redis/server/memory.ts";
import { TimeShares } from "../../overload/time-shares.ts";
import type { PlainRoute } from "../../route.ts";

interface OperationsParts {
  /** Returns the readiness checks by name, which must all be true, and the memory of Redis if it answers. */
  readiness: () => Promise<{ checks: Record<string, boolean>; memory: MemoryStatus | undefined }>;
  /** Returns the text of all metrics with its media type. */
  metrics: () => Promise<{ text: string; type: string }>;
  /** Returns the bytes of the API document, with the token endpoint of the tenant if one is given. */
  document: (tenant: string | undefined) => Buffer;
}

const NO_STORE = { "Cache-Control": "no-store" };
const TAG = "Operations";
const word = (up: boolean) => (up ? "UP" : "DOWN");

const presentMemory = ({ used, limit, isNearLimit }: MemoryStatus) => ({
  usedBytes: used,
  limitBytes: limit,
  isNearLimit,
});

const isLive = (): PlainRoute => ({
  operation: "isLive",
  method: "get",
  paths: ["/health/live"],
  tag: TAG,
  summary: "Check whether the process runs",
  description: "200 while the process runs. It does not check Redis.",
  responses: { 200: { description: "The process runs.", type: "application/json" } },
  handle(ctx) {
    ctx.set(NO_STORE);
    ctx.body = { status: word(true) };
  },
});

const isReady = ({ readiness }: OperationsParts): PlainRoute => ({
  operation: "isReady",
  method: "get",
  paths: ["/health/ready"],
  tag: TAG,
  summary: "Check whether the process can serve requests",
  description:
    "200 while the process accepts requests; 503 while it starts, drains or has no Redis. The checks give the reason. The check primary is down while Redis is a replica, which does not accept writes. storeMemory has the bytes that Redis uses (on a cluster, the fullest server), its limit (0 if there is none), and whether the use is near the limit; it does not affect readiness.",
  responses: {
    200: { description: "The process can serve requests.", type: "application/json" },
    503: {
      description: "The process is starting, draining, or without a Redis that accepts writes.",
      type: "application/json",
    },
  },
  async handle(ctx) {
    const { checks, memory } = await readiness();
    const isUp = Object.values(checks).every(Boolean);
    ctx.status = isUp ? 200 : 503;
    ctx.set(isUp ? NO_STORE : { ...NO_STORE, "Retry-After": "1" });
    ctx.body = {
      status: word(isUp),
      checks: Object.entries(checks).map(([name, up]) => ({ name, status: word(up) })),
      ...(memory ? { storeMemory: presentMemory(memory) } : {}),
    };
  },
});

const getMetrics = ({ metrics }: OperationsParts): PlainRoute => ({
  operation: "getMetrics",
  method: "get",
  paths: ["/metrics"],
  tag: TAG,
  summary: "Get the metrics for Prometheus",
  description: "All metrics of the process in the text format of Prometheus.",
  responses: { 200: { description: "All metrics.", type: "text/plain" } },
  async handle(ctx) {
    const { text, type } = await metrics();
    ctx.set({ ...NO_STORE, "Content-Type": type });
    ctx.body = text;
  },
});

/** Requests for the API document, which has half a megabyte, take turns. */
const shares = new TimeShares();

const getDocument = ({ document }: OperationsParts): PlainRoute => ({
  operation: "getDocument",
  method: "get",
  paths: ["/openapi.json"],
  tag: TAG,
  summary: "Get this document",
  description:
    "The OpenAPI 3.1 document of this service. The query parameter tenant adds the token endpoint of that tenant.",
  responses: { 200: { description: "The API as OpenAPI 3.1.", type: "application/json" } },
  async handle(ctx) {
    await shares.turn("document");
    ctx.set("Content-Type", "application/json; charset=utf-8");
    const { tenant } = ctx.query;
    ctx.body = document(typeof tenant === "string" ? tenant : undefined);
  },
});

/** Returns the routes for operators and tools: health, metrics and the API document. They need no token. */
export const operationsRoutes = (parts: OperationsParts): PlainRoute[] => [
  isLive(),
  isReady(parts),
  getMetrics(parts),
  getDocument(parts),
];
