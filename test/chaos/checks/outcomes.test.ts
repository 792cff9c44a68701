import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { PARTITIONS } from "../../support/redis.ts";
import { unexplained } from "./outcomes.ts";

const letter = (id: string, reason: string) => ({ id, reason, payload: "{}" });
const ofDeaths = (id: string) => letter(id, "it repeatedly crashed or blocked its worker");

describe("a dead letter of a chaos run", () => {
  it("is explained if three faults may have hit the workers of its command, one for each partition", () => {
    const letters = Array.from({ length: PARTITIONS + 1 }, (_, i) => ofDeaths(`${i}/1-0`));
    assert.equal(unexplained(letters.slice(0, 1), 2).length, 1);
    assert.deepEqual(unexplained(letters.slice(1), 3), []);
    assert.equal(unexplained(letters, 5).length, 1);
  });

  it("is a finding for any other reason, however many faults there were", () => {
    assert.equal(unexplained([letter("0/1-0", "broken"), ofDeaths("0/2-0")], 30).length, 1);
  });
});
