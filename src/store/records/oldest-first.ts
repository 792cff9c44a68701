/** Compares records by their creation, the oldest first. Records of the same time are in the order of their ids. */
export function oldestFirst(
  a: { createdTime: string; id: string },
  b: { createdTime: string; id: string },
): number {
  return a.createdTime + a.id < b.createdTime + b.id ? -1 : 1;
}
