import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { RouteIndex } from "../../../src/http/route-index.ts";
import { newRouter } from "../../../src/http/router.ts";

const word = fc.constantFrom("a", "b", "items", "id=1", "ref%3D1", "A", "%20", "..");
const part = fc.oneof(word, fc.constantFrom(":id", "id=:id", "ref%3D:ref", ":id-:ref"));
const joined = (parts: fc.Arbitrary<string>) =>
  fc.array(parts, { minLength: 1, maxLength: 3 }).map((all) => `/${all.join("/")}`);
const path = fc.tuple(joined(word), fc.constantFrom("", "/", "//", "/x")).map((ends) => ends.join(""));

describe("RouteIndex", () => {
  it("finds the layers that a walk through all layers finds, in the same order", () => {
    fc.assert(
      fc.property(fc.array(joined(part), { maxLength: 12 }), fc.array(path), (patterns, paths) => {
        const router = newRouter();
        for (const pattern of patterns) router.get(pattern, () => undefined);
        const index = new RouteIndex(router.stack);
        for (const each of [...paths, "", "/", ...patterns])
          assert.deepEqual(
            index.layersAt(each),
            router.stack.filter((layer) => layer.match(each)),
          );
      }),
    );
  });
});
