import assert from "node:assert/strict";
import { it } from "node:test";
import { onceAMinute } from "../../../src/store/redis/once-a-minute.ts";

it("onceAMinute reports a thrown value again only if its text differs, or after a minute", () => {
  const reported: string[] = [];
  let time = 0;
  const report = onceAMinute(
    (err) => reported.push(`${time} ${err.message}`),
    () => time,
  );
  for (const [at, text] of [
    [0, "a"],
    [1, "a"],
    [2, "b"],
    [59_999, "a"],
    [60_000, "a"],
    [60_001, "b"],
    [60_002, "b"],
  ] as const) {
    time = at;
    report(text === "b" ? text : new Error(text));
  }
  assert.deepEqual(reported, ["0 a", "2 b", "60000 a", "60002 b"]);
});
