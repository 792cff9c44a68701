import { readFileSync } from "node:fs";

/** A request that was sent to the service, and its answer. */
export interface Example {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  /** Media type of the body, if it is not JSON. */
  type?: string;
  body?: unknown;
  status: number;
  answer?: unknown;
}

/** Loads the examples by operation, which `npm run examples` records. */
export function loadExamples(): Readonly<Record<string, Example>> {
  const text = readFileSync(new URL("./examples.json", import.meta.url), "utf8");
  return JSON.parse(text) as Record<string, Example>;
}
