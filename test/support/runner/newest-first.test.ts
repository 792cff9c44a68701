import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { withCleanup } from "./newest-first.ts";

describe("withCleanup", () => {
  it("releases all, the newest first, also those that a release adds, and returns the result of the work", async () => {
    const order: string[] = [];
    const made = await withCleanup(async (t) => {
      t.after(() => void order.push("first"));
      t.after(async () => {
        await Promise.resolve();
        order.push("second");
        t.after(() => void order.push("added"));
      });
      return Promise.resolve("made");
    });
    assert.equal(made, "made");
    assert.deepEqual(order, ["second", "added", "first"]);
  });

  it("releases the rest where one fails, and rejects with every failure, that of the work first", async () => {
    const order: string[] = [];
    const fails = (message: string) => () => Promise.reject(new Error(message));
    const broken = withCleanup(async (t) => {
      t.after(() => void order.push("first"));
      t.after(fails("second"));
      return Promise.resolve();
    });
    await assert.rejects(broken, /^Error: second$/);
    const worse = withCleanup((t) => {
      t.after(() => void order.push("first"));
      t.after(fails("second"));
      return fails("the work")();
    });
    await assert.rejects(worse, { message: "Error: the work; Error: second" });
    assert.deepEqual(order, ["first", "first"]);
  });
});
