/** Maximum number of refunds whose ids an order keeps: the newest. */
const MAX_REFUNDS = 100;

/**
 * Returns the ids of the refunds that an order has counted, with those of its next version or of a refund that arrives
 * separately. Undefined if there are none.
 */
export function refundsAfter(
  counted: readonly string[] = [],
  next: readonly string[] = [],
): string[] | undefined {
  const ids = [...counted.filter((id) => !next.includes(id)), ...next].slice(-MAX_REFUNDS);
  return ids.length > 0 ? ids : undefined;
}
