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

  it("finds a layer that gives way only where no other layer has the path", () => {
    fc.assert(
      fc.property(
        fc.array(joined(part), { maxLength: 12 }),
        fc.array(joined(part), { maxLength: 3 }),
        fc.array(path),
        (patterns, weak, paths) => {
          const router = newRouter();
          for (const pattern of [...weak, ...patterns]) router.get(pattern, () => undefined);
          const yielding = new Set(weak);
          const index = new RouteIndex(router.stack, yielding);
          for (const each of [...paths, ...weak, ...patterns]) {
            const found = router.stack.filter((layer) => layer.match(each));
            const firm = found.filter((layer) => !yielding.has(layer.path.toString()));
            assert.deepEqual(index.layersAt(each), firm.length > 0 ? firm : found);
          }
        },
      ),
    );
  });
});
