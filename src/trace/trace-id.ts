/** The part of a trace context that all spans of a trace share. */
export const traceIdOf = (traceContext: string): string => traceContext.split("-")[1] ?? "";

/** The trace context of one span for each trace that these belong to; undefined where none belongs to any. */
export function traceContextsOf(
  carriers: readonly { traceContext?: string | undefined }[],
): readonly string[] | undefined {
  const traces = new Map<string, string>();
  for (const { traceContext } of carriers) {
    if (traceContext === undefined) continue;
    const id = traceIdOf(traceContext);
    if (!traces.has(id)) traces.set(id, traceContext);
  }
  return traces.size === 0 ? undefined : [...traces.values()];
}
