import autocannon from "autocannon";

const CONNECTIONS = 64;

export interface Load {
  baseUrl: string;
  request: autocannon.Request;
}

/** Result of one round of load. Times in milliseconds. */
export interface Round {
  requests: number;
  perSecond: number;
  median: number;
  p99: number;
}

/** Sends requests over 64 connections for some seconds. Rejects if one of them fails. */
export async function shoot({ baseUrl, request }: Load, seconds: number): Promise<Round> {
  const result = await autocannon({
    url: baseUrl,
    connections: CONNECTIONS,
    duration: seconds,
    requests: [request],
  });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${result.non2xx} requests were refused and ${result.errors} failed`);
  }
  const { latency } = result;
  return {
    requests: result["2xx"],
    perSecond: result["2xx"] / result.duration,
    median: latency.p50,
    p99: latency.p99,
  };
}

/** The median of some numbers. */
export function medianOf(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}
