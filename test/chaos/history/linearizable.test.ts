import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { checkHistory } from "./linearizable.ts";
import { REFERENCE, type ReferenceInput, type ReferenceOutput } from "./reference-model.ts";
import { shrunk, type WishlistOperation } from "./shrink.ts";
import {
  shown,
  WISHLIST,
  type WishlistInput,
  type WishlistOutput,
  type WishlistState,
} from "./wishlist-model.ts";

type Input = WishlistInput;
type Output = WishlistOutput;

const isGood = (history: readonly WishlistOperation[]) => checkHistory(WISHLIST, history).isLinearizable;

/** An operation with these times; without an output it never returns. */
const op = (calledAt: number, returnedAt: number, input: Input, output?: Output): WishlistOperation => ({
  ...{ calledAt, input, output },
  returnedAt: output ? returnedAt : Infinity,
});
const done = (version?: string): Output => ({ kind: "done", ...(version === undefined ? {} : { version }) });
const items = (found: Record<string, number>, version?: string): Output => ({
  kind: "items",
  items: Object.entries(found).map(([variant, quantity]) => shown(variant, quantity)),
  ...(version === undefined ? {} : { version }),
});
const add = (variant: string): Input => ({ kind: "add", variant, quantity: 1 });
const set = (variant: string, quantity: number, ifMatch?: string): Input => ({
  ...{ kind: "set", variant, quantity },
  ...(ifMatch === undefined ? {} : { ifMatch }),
});
const remove = (variant: string): Input => ({ kind: "remove", variant });
const read: Input = { kind: "read" };

const BAD: Record<string, WishlistOperation[]> = {
  "a lost update": [
    op(1, 2, add("a"), done()),
    op(3, 4, set("a", 5), done()),
    op(5, 6, read, items({ a: 1 })),
  ],
  "a write that makes no new version": [op(1, 2, add("a"), done("1")), op(3, 4, set("a", 5), done("1"))],
  "a lost write": [op(1, 2, add("a"), done()), op(3, 4, read, items({}))],
  "two conditional writes of one version": [
    op(1, 2, add("a"), done("1")),
    op(3, 9, set("a", 5, "1"), done("2")),
    op(4, 8, set("a", 6, "1"), done("2")),
  ],
  "a stale read": [
    op(1, 2, add("a"), done()),
    op(3, 4, read, items({ a: 1 })),
    op(5, 20, set("a", 2), done()),
    op(6, 7, read, items({ a: 2 })),
    op(8, 9, read, items({ a: 1 })),
  ],
  "a doubled item": [
    op(1, 2, add("a"), done()),
    op(3, 4, read, { kind: "items", items: [shown("a", 1), shown("a", 1)] }),
  ],
  "a resurrected item": [
    op(1, 2, add("a"), done()),
    op(3, 4, remove("a"), done()),
    op(5, 6, read, items({ a: 1 })),
  ],
  "an item that is removed twice": [
    op(1, 2, add("a"), done()),
    op(3, 8, remove("a"), done()),
    op(4, 9, remove("a"), done()),
  ],
  "an item of a write that nobody sent, or that was refused": [op(1, 2, read, items({ a: 1 }))],
  "an unknown write that appears, disappears and appears": [
    op(1, 2, add("a")),
    op(3, 4, read, items({ a: 1 })),
    op(5, 6, read, items({})),
  ],
  "a wishlist that is deleted and accepts an item": [
    op(1, 2, { kind: "delete" }, done()),
    op(3, 4, add("a"), done()),
  ],
  "a refusal for a version that the wishlist has": [
    op(1, 2, add("a"), done("1")),
    op(3, 4, set("a", 2, "1"), { kind: "stale" }),
  ],
  "a version that changes without a write": [
    op(1, 2, add("a"), done("1")),
    op(3, 4, read, items({ a: 1 }, "2")),
  ],
  "a write that is seen before it was sent": [op(1, 2, read, items({ a: 1 })), op(3, 4, add("a"), done())],
};

const GOOD: Record<string, WishlistOperation[]> = {
  "a read during a write, which may see it or not": [
    op(1, 9, add("a"), done()),
    op(2, 3, read, items({})),
    op(4, 5, read, items({ a: 1 })),
    op(6, 7, read, items({ a: 1 })),
  ],
  "an unknown write that is applied late": [
    op(1, 2, add("a")),
    op(3, 4, read, items({})),
    op(5, 6, read, items({ a: 1 })),
  ],
  "an unknown write that is never applied": [op(1, 2, add("a")), op(3, 4, read, items({}))],
  "an unknown write between two conditional ones": [
    op(1, 2, add("a"), done("1")),
    op(3, 4, set("a", 4)),
    op(5, 6, set("a", 5, "1"), { kind: "stale" }),
    op(7, 8, read, items({ a: 4 }, "2")),
    op(9, 10, set("a", 6, "2"), done("3")),
  ],
  "a refusal during the write that refutes it": [
    op(1, 9, add("a"), done()),
    op(2, 8, set("a", 2), { kind: "absent" }),
  ],
  "nothing after a deletion of unknown outcome": [
    op(1, 2, add("a"), done()),
    op(3, 4, { kind: "delete" }),
    op(5, 6, read, { kind: "absent" }),
  ],
};

/** Whether any order of any choice of the unknown operations explains a history: slow, but simple. */
function hasAnOrder(history: readonly WishlistOperation[], state: WishlistState = WISHLIST.start): boolean {
  if (history.every(({ output }) => output === undefined)) return true;
  const firstReturn = Math.min(...history.map(({ returnedAt }) => returnedAt));
  return history.some((operation) => {
    if (operation.calledAt > firstReturn) return false;
    const next = WISHLIST.apply(state, operation.input, operation.output);
    return (
      next !== undefined &&
      hasAnOrder(
        history.filter((each) => each !== operation),
        next,
      )
    );
  });
}

const variant = fc.constantFrom("a", "b");
const quantity = fc.integer({ min: 1, max: 2 });
const version = fc.option(fc.constantFrom("1", "2"), { nil: undefined });
const input = fc.oneof(
  fc.record({ kind: fc.constant("add" as const), variant, quantity }),
  fc.record({ kind: fc.constant("set" as const), variant, quantity }),
  fc.record({ kind: fc.constant("set" as const), variant, quantity, ifMatch: fc.constantFrom("1", "2") }),
  fc.record({ kind: fc.constant("remove" as const), variant }),
  fc.constant(read),
  fc.constant({ kind: "delete" as const }),
);
const seen = fc
  .subarray([shown("a", 1), shown("a", 2), shown("b", 1)])
  .map((found) => ({ kind: "items" as const, items: found }));
const outputOf = ({ kind }: Input): fc.Arbitrary<Output | undefined> =>
  kind === "read"
    ? fc.oneof(seen, fc.constant({ kind: "absent" as const }))
    : fc.oneof(
        version.map(done),
        fc.constant({ kind: "absent" as const }),
        ...(kind === "set" ? [fc.constant({ kind: "stale" as const })] : []),
        fc.constant(undefined),
      );
const operation = fc
  .tuple(input, fc.integer({ min: 0, max: 20 }), fc.integer({ min: 0, max: 8 }))
  .chain(([what, at, length]) =>
    outputOf(what).map((output) => op(2 * at, 2 * (at + length) + 1, what, output)),
  );

describe("the check of histories", () => {
  for (const [name, history] of Object.entries(BAD))
    it(`finds ${name}`, () => assert.equal(isGood(history), false));

  for (const [name, history] of Object.entries(GOOD))
    it(`permits ${name}`, () => assert.equal(isGood(history), true));

  it("agrees with a trial of all orders for any small history", () => {
    let wrong = 0;
    let right = 0;
    fc.assert(
      fc.property(fc.array(operation, { maxLength: 6 }), (history) => {
        const expected = hasAnOrder(history);
        if (expected) right++;
        else wrong++;
        assert.equal(isGood(history), expected);
      }),
      { numRuns: 2000 },
    );
    assert.ok(wrong > 300 && right > 300, `${wrong} wrong, ${right} right`);
  });

  it("checks a long history with many unknown writes", () => {
    const history = Array.from({ length: 300 }, (_, i) => [
      op(10 * i, 10 * i + 9, add(`v${i}`), i % 10 === 0 ? undefined : done()),
      op(10 * i + 1, 10 * i + 8, set(`v${i - 1}`, 3), i % 10 < 2 ? undefined : done()),
      op(10 * i + 2, 10 * i + 7, remove(`v${i - 2}`), i % 10 < 3 ? undefined : done()),
    ]).flat();
    assert.equal(isGood(history), true);
  });
});

describe("the check of a reference's history", () => {
  const of = (calledAt: number, input: ReferenceInput, output?: ReferenceOutput) => ({
    ...{ calledAt, input, output },
    returnedAt: output ? calledAt + 1 : Infinity,
  });
  const claim = (holder: string): ReferenceInput => ({ kind: "claim", holder });
  const found = (holder?: string): ReferenceOutput => ({ kind: "found", holder });
  const isGoodReference = (history: ReturnType<typeof of>[]) =>
    checkHistory(REFERENCE, history).isLinearizable;

  it("finds two concurrent holders, and a holder that is not found", () => {
    const first = of(1, claim("a"), { kind: "done" });
    assert.equal(isGoodReference([first, of(3, claim("b"), { kind: "done" })]), false);
    assert.equal(isGoodReference([first, of(3, { kind: "find" }, found())]), false);
  });

  it("permits a new holder once the previous one may have released it", () => {
    const release = of(3, { kind: "release", holder: "a" });
    const history = [of(1, claim("a"), { kind: "done" }), release, of(5, claim("b"), { kind: "done" })];
    assert.equal(isGoodReference([...history, of(7, { kind: "find" }, found("b"))]), true);
  });
});

describe("an invalid history that is shrunk", () => {
  it("keeps only the operations that show the fault", () => {
    const noise = Array.from({ length: 20 }, (_, i) => [
      op(100 * i, 100 * i + 150, add(`n${i}`), done()),
      op(100 * i + 50, 100 * i + 60, set("none", 2), { kind: "absent" }),
    ]).flat();
    const fault = [
      op(501, 502, add("a"), done("7")),
      op(601, 602, remove("a"), done("8")),
      op(701, 702, read, {
        kind: "items",
        items: ["n0", "n1", "n2", "n3", "n4", "n5"].map((n) => shown(n, 1)),
      }),
      op(801, 802, set("a", 3), done()),
      op(5001, 5002, add("b"), done()),
    ];
    assert.deepEqual(
      shrunk([...noise, ...fault]).map(({ input, output }) => [input, output]),
      [
        [add("a"), done()],
        [remove("a"), done()],
        [set("a", 3), done()],
      ],
    );
  });

  it("stays invalid, and a valid one is unchanged", () => {
    for (const history of Object.values(BAD)) assert.equal(isGood(shrunk(history)), false);
    for (const history of Object.values(GOOD)) assert.deepEqual(shrunk(history), history);
  });
});
