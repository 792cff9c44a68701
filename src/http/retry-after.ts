/** Returns the header that tells a refused caller to wait, from the milliseconds that are left: at least one second. */
export const retryAfter = (ms: number): { "Retry-After": string } => ({
  "Retry-After": Math.max(1, Math.ceil(ms / 1000)).toString(),
});
