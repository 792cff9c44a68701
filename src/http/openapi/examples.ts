import { readFileSync } from "node:fs";

/** A request that was sent to the service, and the answer to it. */
export interface Example {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  /** Media type of the body where it is not JSON. */
  type?: string;
  body?: unknown;
  status: number;
  answer?: unknown;
}

/** Recorded examples by operation; `npm run examples` records them. */
export function loadExamples(): Readonly<Record<string, Example>> {
  const text = readFileSync(new URL("./examples.json", import.meta.url), "utf8");
  return JSON.parse(text) as Record<string, Example>;
}
