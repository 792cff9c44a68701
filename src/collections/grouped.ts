/** Appends a value to the list that a map has for a key. */
export function addTo<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}

/** Groups elements by key. Groups are in the order of their first elements. `Map.groupBy` needs Node.js 21. */
export function groupedBy<K, T>(all: Iterable<T>, keyOf: (element: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const element of all) addTo(groups, keyOf(element), element);
  return groups;
}
