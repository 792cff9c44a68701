import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { oneLine, shownVariant } from "../../src/text/shown.ts";

describe("oneLine", () => {
  it("replaces line breaks and other white space by one space", () => {
    assert.equal(oneLine(" a\r\n\tb\u2028c\u0000d\u00A0 "), "a b c d");
  });

  it("removes characters without a form, such as soft hyphens and direction marks, and not the word around them", () => {
    assert.equal(oneLine("Winter\u00ADjacke \u202EX\u2066\uFEFFY"), "Winterjacke XY");
    assert.equal(oneLine("\u00AD\u200B\u200D"), "");
    assert.equal(shownVariant("\u00AD"), undefined);
  });

  it("keeps the joiners of words and emoji", () => {
    for (const text of ["می\u200Cخواهم", "👩🏽\u200D🚀", "❤️\u200D🔥 mug"]) assert.equal(oneLine(text), text);
  });
});
