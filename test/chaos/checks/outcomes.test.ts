import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { unexplained } from "./outcomes.ts";

const letter = (id: string, reason: string) => ({ id, reason, payload: "{}" });
const ofDeaths = (id: string) => letter(id, "it repeatedly crashed or blocked its worker");

describe("a dead letter of a chaos run", () => {
  it("is explained where three faults may have hit the workers of its command", () => {
    assert.deepEqual(unexplained([ofDeaths("0/1-0")], 3), []);
    assert.equal(unexplained([ofDeaths("0/1-0")], 2).length, 1);
    assert.match(unexplained([ofDeaths("0/1-0"), ofDeaths("1/1-0")], 5).join(), /^dead letter 1\/1-0/);
  });

  it("is a finding for any other reason, however many faults there were", () => {
    assert.equal(unexplained([letter("0/1-0", "broken"), ofDeaths("0/2-0")], 30).length, 1);
  });
});
