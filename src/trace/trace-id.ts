/** The part of a span's position that all spans of a trace share. */
export const traceIdOf = (position: string): string => position.split("-")[1] ?? "";

/** One span for each trace that these belong to, as it is carried; undefined where none belongs to any. */
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
