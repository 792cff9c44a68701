/**
 * Returns the waiting time of a Retry-After header, in milliseconds; undefined if the header is absent or invalid. In
 * RFC 9110, it is a number of seconds or a date.
 */
export function retryAfterOf(header: string | string[] | undefined, now: number): number | undefined {
  const text = Array.isArray(header) ? header[0] : header;
  if (text === undefined) return undefined;
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined;
}
