import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { Unsealable, Vault } from "../../../src/store/secrets/vault.ts";

const [one, other] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
const vault = (...keys: Buffer[]) => new Vault(keys);

describe("Vault", () => {
  it("decrypts what it has sealed with any of its keys, in the same place only", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), (secret, place, elsewhere) => {
        const sealed = vault(one).seal(secret, place);
        assert.equal(vault(other, one).open(sealed, place), secret);
        if (elsewhere !== place) assert.throws(() => vault(one).open(sealed, elsewhere), Unsealable);
      }),
    );
  });

  it("seals with the first key, differently each time, and recognises values that another key has sealed", () => {
    const [first, second] = [vault(one, other).seal("secret", "p"), vault(one, other).seal("secret", "p")];
    assert.notEqual(first, second);
    assert.ok(!first.includes("secret"));
    assert.deepEqual([vault(one, other).isCurrent(first), vault(other, one).isCurrent(first)], [true, false]);
  });

  it("decrypts no changed value, and none that another key has sealed", () => {
    const sealed = vault(one).seal("secret", "p");
    const last = sealed.at(-2) === "A" ? "B" : "A";
    for (const bad of [sealed.slice(0, -2) + last + sealed.slice(-1), "v1.x", "", sealed.slice(0, 20)])
      assert.throws(() => vault(one).open(bad, "p"), Unsealable);
    assert.throws(() => vault(other).open(sealed, "p"), Unsealable);
  });
});
