const warnings: Error[] = [];
process.on("warning", (warning) => warnings.push(warning));

/**
 * Throws if Node.js has emitted a warning in this process since the last call, for example about too many listeners.
 */
export function expectNoWarnings(): void {
  const found = warnings.splice(0);
  if (found.length > 0)
    throw new AggregateError(found, found.map(({ stack, message }) => stack ?? message).join("\n"));
}
