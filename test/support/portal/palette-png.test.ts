import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { pixelsOf, withPalette } from "./palette-png.ts";

const IMAGES = join(import.meta.dirname, "../../../docs/images");
const pictures = readdirSync(IMAGES).map((name) => {
  const png = readFileSync(join(IMAGES, name));
  return { name, png, decoded: pixelsOf(png) };
});

describe("the pictures of the guides", () => {
  it("have a palette", () => {
    assert.ok(pictures.length > 2);
    for (const { name, png, decoded } of pictures) {
      const { pixels } = decoded;
      assert.ok(new Set(pixels).size <= 256, name);
      assert.ok(png.includes("PLTE"), name);
    }
  });

  it("stay as they are where they have no more colours than a palette", () => {
    for (const { name, png, decoded } of pictures.slice(0, 2)) {
      const again = withPalette(png);
      assert.ok(again.length < png.length * 1.05, name);
      assert.deepEqual(pixelsOf(again), decoded, name);
    }
  });
});
