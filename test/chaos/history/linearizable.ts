/** An operation of a history. Times are of one monotonic clock. */
export interface Operation<I, O> {
  input: I;
  /** The answer to its sender; undefined if it is unknown whether it was applied. */
  output: O | undefined;
  calledAt: number;
  /** Infinity without an output: it may be applied at any time after the call, or never. */
  returnedAt: number;
}

/** An object as a sequential program: what a single client would see. States are never changed in place. */
export interface Model<S, I, O> {
  start: S;
  /** The state after an operation; undefined if the output does not fit the state. Without an output all states fit. */
  apply: (state: S, input: I, output: O | undefined) => S | undefined;
  /** The same text for equal states. */
  keyOf: (state: S) => string;
  /**
   * Whether one of two pending operations may have to come before the other. False if it can also come after, with its
   * output, and allows as much then. True is always correct, but slow.
   */
  concerns: (one: Operation<I, O>, other: Operation<I, O>, state: S) => boolean;
}

export type Verdict<I, O> =
  | { isLinearizable: true }
  /** No order of the operations explains the output of `failed`, given all that was known when it returned. */
  | { isLinearizable: false; failed: Operation<I, O> }
  /** The search has ended before all orders were tried. */
  | { isLinearizable: undefined };

/** A possible current state, and the operations that it includes before their return. */
interface Configuration<S> {
  state: S;
  early: ReadonlySet<number>;
}

const MAX_CONFIGURATIONS = 200_000;

class TooMany extends Error {}

/** Distinct configurations. */
class Configurations<S> {
  readonly #found = new Map<string, Configuration<S>>();
  readonly #keyOf: (state: S) => string;

  constructor(keyOf: (state: S) => string) {
    this.#keyOf = keyOf;
  }
  /** Whether it was new. */
  add(each: Configuration<S>): boolean {
    const key = `${[...each.early].sort((a, b) => a - b).join()}|${this.#keyOf(each.state)}`;
    if (this.#found.has(key)) return false;
    if (this.#found.size >= MAX_CONFIGURATIONS) throw new TooMany();
    this.#found.set(key, each);
    return true;
  }
  get all(): Configuration<S>[] {
    return [...this.#found.values()];
  }
}

/**
 * Whether a history is linearizable: each operation seems to happen at one instant between its call and its return. The
 * search goes through the returns in order and keeps every possible state ("just-in-time linearization", Lowe: Testing
 * for linearizability, 2017).
 */
export function checkHistory<S, I, O>(
  model: Model<S, I, O>,
  history: readonly Operation<I, O>[],
): Verdict<I, O> {
  const ends = history
    .flatMap(({ calledAt, returnedAt, output }, i) => [
      { at: calledAt, i, isReturn: false },
      ...(output === undefined ? [] : [{ at: returnedAt, i, isReturn: true }]),
    ])
    // An operation that is called at the instant of a return may have happened before it.
    .sort((a, b) => a.at - b.at || Number(a.isReturn) - Number(b.isReturn));
  const pending = new Map<number, Operation<I, O>>();
  let present: Configuration<S>[] = [{ state: model.start, early: new Set() }];
  try {
    for (const { i, isReturn } of ends) {
      const operation = history[i];
      if (!operation) continue;
      if (!isReturn) pending.set(i, operation);
      else {
        present = afterReturn(model, present, pending, i);
        pending.delete(i);
        if (present.length === 0) return { isLinearizable: false, failed: operation };
      }
    }
    return { isLinearizable: true };
  } catch (err) {
    if (err instanceof TooMany) return { isLinearizable: undefined };
    throw err;
  }
}

/** The possible states once an operation has returned: in each, it has been applied. */
function afterReturn<S, I, O>(
  model: Model<S, I, O>,
  present: readonly Configuration<S>[],
  pending: ReadonlyMap<number, Operation<I, O>>,
  returning: number,
): Configuration<S>[] {
  const next = new Configurations<S>(model.keyOf);
  const seen = new Configurations<S>(model.keyOf);
  const stack = present.filter((each) => seen.add(each));
  for (let each = stack.pop(); each; each = stack.pop()) {
    const { state, early } = each;
    if (early.has(returning)) {
      next.add({ state, early: without(early, returning) });
      continue;
    }
    const { input, output } = pending.get(returning) ?? {};
    if (input === undefined || output === undefined) continue;
    const after = model.apply(state, input, output);
    if (after !== undefined) next.add({ state: after, early });
    // An operation that keeps the state does not affect what is possible before it.
    if (after !== undefined && model.keyOf(after) === model.keyOf(state)) continue;
    for (const [i, other] of relevant(model, state, pending, { returning, early })) {
      const earlier = model.apply(state, other.input, other.output);
      if (earlier === undefined) continue;
      const found = { state: earlier, early: new Set([...early, i]) };
      if (seen.add(found)) stack.push(found);
    }
  }
  return next.all;
}

/** Pending operations that may have to come before a returning one, directly or through another of these. */
function relevant<S, I, O>(
  model: Model<S, I, O>,
  state: S,
  pending: ReadonlyMap<number, Operation<I, O>>,
  { returning, early }: { returning: number; early: ReadonlySet<number> },
): Map<number, Operation<I, O>> {
  const found = new Map<number, Operation<I, O>>();
  const open = [...pending].filter(([i]) => i === returning);
  for (let next = open.pop(); next; next = open.pop())
    for (const [i, one] of pending) {
      if (i === returning || early.has(i) || found.has(i) || !model.concerns(one, next[1], state)) continue;
      found.set(i, one);
      open.push([i, one]);
    }
  return found;
}

const without = (set: ReadonlySet<number>, member: number) => {
  const rest = new Set(set);
  rest.delete(member);
  return rest;
};
