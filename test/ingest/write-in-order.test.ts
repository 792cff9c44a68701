import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { writeInOrder } from "../../src/ingest/writers/write-in-order.ts";

interface Row {
  who: string;
  takes: string | null;
}

/** The owner of each name. A name has one owner; an owner who takes another name frees the old one. */
class Names {
  readonly #names: Map<string, string>;

  constructor(names: Iterable<[who: string, name: string]>) {
    this.#names = new Map(names);
  }

  of(who: string): string | undefined {
    return this.#names.get(who);
  }

  apply({ who, takes }: Row): string {
    if ([...this.#names].some(([other, name]) => other !== who && name === takes)) return "taken";
    if (takes === null) this.#names.delete(who);
    else this.#names.set(who, takes);
    return "ok";
  }
}

const who = fc.constantFrom("ann", "bob", "eve", "joe");
const name = fc.constantFrom("x", "y", "z");

describe("writeInOrder", () => {
  it("has the same result as writing row after row, whichever is faster", async () => {
    const start = fc
      .uniqueArray(fc.tuple(who, name), { selector: ([, held]) => held })
      .map((pairs) => [...new Map(pairs)]);
    const rows = fc.array(fc.record({ who, takes: fc.option(name) }), { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(start, rows, fc.scheduler(), async (held, all, scheduler) => {
        const names = new Names(held);
        const written = writeInOrder<Row, string>(all, 64, {
          subjectsOf: (row) => [
            row.who,
            ...(row.takes === null ? [] : [`name ${row.takes}`]),
            ...(names.of(row.who) === undefined ? [] : [`name ${names.of(row.who) ?? ""}`]),
          ],
          async write(row) {
            await scheduler.schedule(Promise.resolve());
            return names.apply(row);
          },
        });
        await scheduler.waitFor(written);
        const reference = new Names(held);
        assert.deepEqual(
          await written,
          all.map((row) => reference.apply(row)),
        );
      }),
      { numRuns: 200 },
    );
  });
});
