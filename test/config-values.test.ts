import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { ConfigError, loadConfig } from "../src/config.ts";

const load = (env: NodeJS.ProcessEnv) => loadConfig(env, "all");

/** The message for refused settings. */
function refusal(env: NodeJS.ProcessEnv): string {
  try {
    load(env);
  } catch (err) {
    assert.ok(err instanceof ConfigError);
    return err.message;
  }
  return assert.fail("the settings are taken");
}

describe("the value of a setting", () => {
  it("is described in words if it is refused", () => {
    const rules = {
      PORT: "a whole number from 0 to 65535",
      REQUIRE_HTTPS: "true or false",
      RATE_LIMIT: "off, or a whole number from 1 to 999999999",
      TENANT_ROWS: "off, or a whole number from 1 to 999999999999999",
      CREDENTIALS_KEYS: "the output of openssl rand -base64 32, or several of them separated by commas",
    };
    for (const [name, rule] of Object.entries(rules))
      assert.equal(refusal({ [name]: "#" }), `invalid configuration:\n  ${name} must be ${rule}`);
  });

  it("may be the origin of an app", () => {
    const origins = "capacitor://localhost,http://localhost:3000,https://xn--mnchen-3ya.example";
    assert.deepEqual(load({ CORS_ORIGINS: origins }).CORS_ORIGINS, origins.split(","));
  });

  it("of a key for S3-compatible storage needs the address of the storage", () => {
    const message = refusal({ CHANGES_BUCKET_KEY_ID: "AKIA", CHANGES_BUCKET_SECRET: "a/b+c" });
    assert.match(message, /^ {2}CHANGES_BUCKET_URL must be set if CHANGES_BUCKET_KEY_ID is set/m);
  });
});
