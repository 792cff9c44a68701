import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { it } from "node:test";
import { LAYERS } from "../../scripts/bench/support/measure/profile.ts";

const ROOT = join(import.meta.dirname, "..", "..");

it("the layers of a profile name only folders, files and packages that exist", () => {
  const places = LAYERS.flatMap(([, ...places]) => places).filter((place) => !place.startsWith("node:"));
  assert.deepEqual(
    places.filter((place) => !existsSync(join(ROOT, place))),
    [],
  );
});
