import { setImmediate as nextTurn } from "node:timers/promises";
import { batchesOf } from "./batches.ts";

/** Number of elements that are handled before other work of the process runs. */
const TURN_SIZE = 4000;

/** How long work may run before other work of the process runs, in milliseconds. */
const TURN_MS = 10;

/** Divides work whose steps take different times into turns of about {@link TURN_MS}. */
export class Turns {
  #since = performance.now();

  /** Whether other work of the process should run now. */
  get isOver(): boolean {
    return performance.now() - this.#since >= TURN_MS;
  }

  /** Lets other work of the process run. */
  async next(): Promise<void> {
    await nextTurn();
    this.#since = performance.now();
  }
}

/** Calls `visit` with each element, in their order. Other work of the process runs in between. */
export async function eachInTurns<T>(all: Iterable<T>, visit: (each: T) => void): Promise<void> {
  let left = TURN_SIZE;
  for (const each of all) {
    visit(each);
    if (--left > 0) continue;
    left = TURN_SIZE;
    await nextTurn();
  }
}

/** Returns what `map` makes of each element. Other work of the process runs after each `size` elements. */
export async function mappedInTurns<T, U>(
  all: readonly T[],
  map: (each: T) => U,
  size: number,
): Promise<U[]> {
  const mapped: U[] = [];
  for (const batch of batchesOf(all, size)) {
    if (mapped.length > 0) await nextTurn();
    for (const each of batch) mapped.push(map(each));
  }
  return mapped;
}

type Compare<T> = (one: T, other: T) => number;

/** Merges two sorted lists. */
async function merged<T>(one: readonly T[], other: readonly T[], compare: Compare<T>): Promise<T[]> {
  const both: T[] = [];
  const rest = other.values();
  let next = rest.next();
  await eachInTurns(one, (each) => {
    for (; next.done !== true && compare(next.value, each) < 0; next = rest.next()) both.push(next.value);
    both.push(each);
  });
  for (; next.done !== true; next = rest.next()) both.push(next.value);
  return both;
}

/** Returns the elements in the order of `compare`. Other work of the process runs in between. */
export async function sortedInTurns<T>(all: readonly T[], compare: Compare<T>): Promise<readonly T[]> {
  let sorted: T[][] = [];
  for (const batch of batchesOf(all, TURN_SIZE)) {
    sorted.push(batch.sort(compare));
    await nextTurn();
  }
  while (sorted.length > 1) {
    const longer: T[][] = [];
    for (const [one = [], other = []] of batchesOf(sorted, 2)) longer.push(await merged(one, other, compare));
    sorted = longer;
  }
  return sorted[0] ?? [];
}

/**
 * Returns the first elements in the order of `compare`, at most `most`. Other work of the process runs in between. Only
 * these elements are kept in memory, with some of the others.
 */
export async function firstInTurns<T>(
  all: Iterable<T>,
  most: number,
  compare: Compare<T>,
): Promise<readonly T[]> {
  let first: readonly T[] = [];
  let better: T[] = [];
  const add = async () => {
    first = (await merged(first, better.sort(compare), compare)).slice(0, most);
    better = [];
  };
  let left = TURN_SIZE;
  for (const each of all) {
    const last = first[most - 1];
    if (last === undefined || compare(each, last) < 0) better.push(each);
    if (--left > 0) continue;
    left = TURN_SIZE;
    await add();
    await nextTurn();
  }
  await add();
  return first;
}
