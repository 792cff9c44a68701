/** Returns the trace id of a trace context: the part that all spans of a trace share. */
export const traceIdOf = (traceContext: string): string => traceContext.split("-")[1] ?? "";

/** Returns one trace context for each trace that the carriers belong to; undefined if they belong to none. */
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
