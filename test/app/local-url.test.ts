import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { localUrl } from "../../src/app/context/local-url.ts";

describe("the address of a service without PUBLIC_URL", () => {
  it("is a valid one for each host", () => {
    for (const [host, expected] of [
      ["127.0.0.1", "http://localhost:80"],
      ["::", "http://localhost:80"],
      ["10.0.0.1", "http://10.0.0.1:80"],
      ["shop.example", "http://shop.example:80"],
      ["fd00::1", "http://[fd00::1]:80"],
      ["0:0:0:0:0:0:0:1", "http://[0:0:0:0:0:0:0:1]:80"],
    ] as const) {
      assert.equal(localUrl(host, 80), expected);
      assert.ok(URL.canParse(localUrl(host, 80)), host);
    }
  });
});
