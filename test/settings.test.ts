import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Ajv2020 } from "ajv/dist/2020.js";
import { loadConfig } from "../src/config.ts";
import { Environment } from "../src/settings.ts";

const load = (env: NodeJS.ProcessEnv = {}) => loadConfig(env, "all");

describe("the schema of the settings", () => {
  it("is valid; it is not checked at the start of the service", () => {
    assert.ok(new Ajv2020().validateSchema(Environment));
  });

  it("has a valid default for every setting that must have a value; the start does not check it", () => {
    const properties: Record<string, object & { default?: unknown }> = Environment.properties;
    for (const name of Environment.required) assert.ok("default" in (properties[name] ?? {}), name);
    for (const [name, { default: fallback = "" }] of Object.entries(properties)) {
      assert.deepEqual({ ...load({ [name]: String(fallback) }), isPortGiven: false }, load(), name);
    }
  });

  it("describes every setting, for the generated table", () => {
    for (const [name, { description }] of Object.entries(Environment.properties) as [
      string,
      { description?: string },
    ][]) {
      assert.ok(description && description.length > 5, name);
    }
  });
});
