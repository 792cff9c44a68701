/** The part of a `traceparent` that all spans of a trace share. */
export const traceIdOf = (traceparent: string): string => traceparent.split("-")[1] ?? "";

/** One span for each trace that these belong to, as `traceparent`; undefined where none belongs to any. */
export function tracesOf(
  carriers: readonly { traceparent?: string | undefined }[],
): readonly string[] | undefined {
  const traces = new Map<string, string>();
  for (const { traceparent } of carriers) {
    if (traceparent === undefined) continue;
    const id = traceIdOf(traceparent);
    if (!traces.has(id)) traces.set(id, traceparent);
  }
  return traces.size === 0 ? undefined : [...traces.values()];
}
