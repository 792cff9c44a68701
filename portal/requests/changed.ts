/** Writes a value as JSON, with the members of objects by name. */
const canonical = (value: unknown): string | undefined =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );

/**
 * Returns the members that a form has changed. The others are not sent: somebody else may have changed them since the
 * form was opened. An absent member is the same as null.
 */
export const changedIn = (before: object, entered: object): Record<string, unknown> => {
  const known = new Map<string, unknown>(Object.entries(before));
  return Object.fromEntries(
    Object.entries(entered).filter(
      ([name, value]) => canonical(value) !== canonical(known.get(name) ?? null),
    ),
  );
};

/**
 * Returns a value of several members after the change of a form, for an API that replaces it as a whole: members that
 * the form has not changed are those of `now`, because somebody else may have changed them since.
 */
export const withChange = (now: object, before: object, entered: object): Record<string, unknown> => {
  const removed = Object.keys(before).filter((name) => !Object.hasOwn(entered, name));
  const kept = Object.entries(now).filter(([name]) => !removed.includes(name));
  return { ...Object.fromEntries(kept), ...changedIn(before, entered) };
};
