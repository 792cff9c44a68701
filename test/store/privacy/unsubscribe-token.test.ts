import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Layout } from "../../../src/store/layout/layout.ts";
import { readUnsubscribeToken, unsubscribeToken } from "../../../src/store/privacy/unsubscribe-token.ts";

const layout = new Layout(16, "salt");
const ann = { storeKey: "t/s", ...layout.slotOfRef("t/s", "ann") };

describe("the token of an unsubscribe link", () => {
  it("leads to its customer", () => {
    assert.deepEqual(readUnsubscribeToken(layout, unsubscribeToken(layout, ann)), ann);
  });

  it("is invalid if it was changed, truncated or extended, or created by another service", () => {
    const [body = "", signature = ""] = unsubscribeToken(layout, ann).split(".");
    const [other = ""] = unsubscribeToken(layout, { ...ann, key: "bob" }).split(".");
    const [, foreign = ""] = unsubscribeToken(new Layout(16, "other"), ann).split(".");
    for (const token of [
      ...["", ".", body, `${body}.`, `.${signature}`],
      ...[`${other}.${signature}`, `${body}.${foreign}`, `${body}.${signature.slice(1)}`],
      `${body}.${signature}.${signature}`,
    ])
      assert.equal(readUnsubscribeToken(layout, token), undefined, token);
  });
});
