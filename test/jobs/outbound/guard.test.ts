import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { request } from "undici";
import { type PrivateTargets, reachOf } from "../../../src/jobs/outbound/addresses.ts";
import { openAgent } from "../../../src/jobs/outbound/agent.ts";
import { targetRefusal, TargetRefused } from "../../../src/jobs/outbound/guard.ts";
import { startPlatform } from "../../support/platforms/server.ts";

/** Forms of an IPv4 address in IPv6. */
const EMBEDDINGS: Record<string, (hex: string) => string> = {
  compatible: (hex) => `::${hex}`,
  mapped: (hex) => `::ffff:${hex}`,
  translated: (hex) => `::ffff:0:${hex}`,
  nat64: (hex) => `64:ff9b::${hex}`,
  "6to4": (hex) => `2002:${hex}::1`,
  "server of Teredo": (hex) => `2001:0:${hex}:0:1:f7f7:f7f7`,
};
const hexOf = (address: string) => {
  const [a = 0, b = 0, c = 0, d = 0] = address.split(".").map(Number);
  return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
};
const PRIVATE = ["127.0.0.1", "10.1.2.3", "172.16.0.9", "192.168.7.7", "100.64.0.1"];
const METADATA = ["169.254.169.254", "100.100.100.200", "168.63.129.16"];

describe("reachOf", () => {
  it("treats an IPv6 address as the IPv4 address that it contains", () => {
    for (const [name, embed] of Object.entries(EMBEDDINGS)) {
      for (const address of PRIVATE) {
        const embedded = embed(hexOf(address));
        assert.equal(reachOf(embedded, false), "refused", `${name} of ${address}`);
        assert.equal(reachOf(embedded, true), "private", `${name} of ${address}`);
        assert.equal(reachOf(embedded, [`${address}/32`]), "private", `${name} of ${address}`);
      }
      assert.equal(reachOf(embed(hexOf("8.8.8.8")), false), "public", name);
      for (const address of METADATA)
        assert.equal(reachOf(embed(hexOf(address)), true), "refused", `${name} of ${address}`);
    }
    // The client of Teredo, ISATAP, and NAT64 for local use.
    for (const address of ["2001:0:808:808:0:1:80ff:fffe", "2a00::5efe:a01:203", "64:ff9b:1::808:808"])
      assert.equal(reachOf(address, false), "refused", address);
  });

  it("never allows addresses that issue a machine's credentials, whatever the settings", () => {
    const never = [...METADATA, "169.254.0.1", "fe80::1", "febf::1", "fd00:ec2::254", "fd20:ce::254"];
    for (const address of never)
      for (const allowed of [false, true, ["0.0.0.0/0", "::/0"]])
        assert.equal(reachOf(address, allowed), "refused", address);
  });

  it("allows private addresses of the given networks only", () => {
    const allowed = ["10.20.0.0/16", "fd12::/32"];
    const cases: [string, string][] = [
      ["10.20.3.4", "private"],
      ["10.21.0.1", "refused"],
      ["fd12::7", "private"],
      ["fd13::7", "refused"],
      ["127.0.0.1", "refused"],
      ["8.8.8.8", "public"],
      ["2606:4700::1", "public"],
    ];
    for (const [address, reach] of cases) assert.equal(reachOf(address, allowed), reach, address);
  });
});

describe("refusalOf", () => {
  it("allows http and any port for private targets only, if networks are given", () => {
    const isRefused = (url: string, allowed: PrivateTargets) => targetRefusal(url, allowed) !== undefined;
    const networks = ["10.0.0.0/8"];
    for (const url of ["http://10.1.1.1:8080/x", "https://[::ffff:a01:101]/", "https://8.8.8.8/"])
      assert.equal(isRefused(url, networks), false, url);
    for (const url of ["http://8.8.8.8/", "https://8.8.8.8:8080/", "http://192.168.1.1/", "ftp://10.1.1.1/"])
      assert.equal(isRefused(url, networks), true, url);
    for (const url of ["http://169.254.169.254/", "http://[fe80::1]/", "http://2852039166/"])
      for (const allowed of [false, true, networks]) assert.equal(isRefused(url, allowed), true, url);
    for (const url of ["https://10.1.1.1/", "https://[::a01:101]/", "https://shop.internal./", "https://x/"])
      assert.equal(isRefused(url, false), true, url);
  });
});

describe("targetRefusal", () => {
  it("says of a text that is no URL what it must be, to follow the name of the field", () => {
    for (const text of ["hooks", "https://", "https://shop.example/a b\n"])
      assert.match(targetRefusal(text, false) ?? "", /^must be a URL such as https:/, text);
  });
});

describe("openAgent", () => {
  it("connects to no name that resolves to a private network, unless that is allowed", async (t) => {
    const { url, requests } = await startPlatform(t, () => ({ status: 204 }));
    const behindName = url.replace("127.0.0.1", "localhost");
    const ask = async (allowed: PrivateTargets) => {
      const dispatcher = openAgent(allowed, { timeoutMs: 2000 });
      t.after(() => dispatcher.destroy());
      return (await request(behindName, { dispatcher })).statusCode;
    };
    for (const allowed of [false, ["10.0.0.0/8"]]) await assert.rejects(ask(allowed), TargetRefused);
    assert.equal(requests.length, 0);
    for (const allowed of [true, ["127.0.0.0/8", "::1/128"]]) assert.equal(await ask(allowed), 204);
  });
});
