import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { StartRefused } from "../../../src/errors/start-refused.ts";
import {
  parseRedisUrl,
  redisAddress,
  type RedisSetting,
} from "../../../src/store/redis/connection/address.ts";
import type { TlsSetting } from "../../../src/store/redis/connection/tls-files.ts";
import { newAuthority } from "../../support/servers/certificates.ts";
import { tempFolder } from "../../support/temp-folder.ts";

const at = (host: string, port: number) => ({ host, port });

describe("parseRedisUrl", () => {
  const NONE = { username: undefined, password: undefined };
  const single = {
    isTls: false,
    kind: "single",
    endpoints: [at("redis.example", 6379)],
    login: NONE,
    primaryName: "",
    sentinelLogin: NONE,
    database: "0",
  };
  const sentinel = { ...single, kind: "sentinel", endpoints: [at("a", 26_379)], primaryName: "main" };

  const FORMS: [url: string, expected: object][] = [
    ["redis://redis.example", single],
    ["redis://redis.example/", single],
    ["redis://redis.example:7000/3", { ...single, endpoints: [at("redis.example", 7000)], database: "3" }],
    ["redis://[::1]:7000", { ...single, endpoints: [at("::1", 7000)] }],
    ["redis://:p%40ss@redis.example", { ...single, login: { username: undefined, password: "p@ss" } }],
    [
      "rediss://app:p:s@redis.example",
      { ...single, isTls: true, login: { username: "app", password: "p:s" } },
    ],
    ["redis+sentinel://a/main", sentinel],
    [
      "rediss+sentinel://app:secret@a,b.example:7001,[::1]:7002/main/2",
      {
        ...sentinel,
        isTls: true,
        endpoints: [at("a", 26_379), at("b.example", 7001), at("::1", 7002)],
        login: { username: "app", password: "secret" },
        database: "2",
      },
    ],
    [
      "redis+sentinel://a/main?sentinelUsername=watch&sentinelPassword=p%26w",
      { ...sentinel, sentinelLogin: { username: "watch", password: "p&w" } },
    ],
    [
      "redis+cluster://a:7000,b:7001",
      { ...single, kind: "cluster", endpoints: [at("a", 7000), at("b", 7001)] },
    ],
  ];
  for (const [url, expected] of FORMS)
    it(`reads ${url}`, () => assert.deepEqual(parseRedisUrl(url), expected));

  const OTHERS = [
    ...["", "secret", "http://a", "redis:a", "redis://", "redis:///0", "redis+x://a", "REDIS://a"],
    ...[
      "redis://a,b",
      "redis://a:0x10",
      "redis://a:65536",
      "redis://[::g]",
      "redis://a/0/1",
      "redis://a?db=1",
    ],
    ...["redis://user@a", "redis://user:@a", "redis://user:%zz@a", "redis://a#b"],
    ...[
      "redis+sentinel://a",
      "redis+sentinel://a/",
      "redis+sentinel://a,/main",
      "redis+sentinel://a/main/0/1",
    ],
    ...["redis+sentinel://a/main?password=x", "redis+sentinel://a/main?sentinelUsername=x"],
  ];
  for (const url of OTHERS)
    it(`refuses ${url === "" ? "an empty text" : url}`, () => assert.equal(parseRedisUrl(url), undefined));
});

describe("redisAddress", () => {
  const refusalOf = (
    url: string,
    files: Partial<Record<TlsSetting, string>> = {},
    setting: RedisSetting = "REDIS_URL",
  ) => {
    try {
      redisAddress(setting, url, (name) => files[name]);
      return undefined;
    } catch (err) {
      assert.ok(err instanceof StartRefused, String(err));
      return err.message;
    }
  };

  it("refuses with one sentence a URL of no form, and does not show it", () => {
    for (const url of ["redis://secret@", "redis+cluster://secret@a"]) {
      const refusal = refusalOf(url, {}, "JOBS_REDIS_URL") ?? "";
      assert.match(refusal, /^JOBS_REDIS_URL must be redis:/);
      assert.doesNotMatch(refusal, /secret/);
    }
  });

  it("refuses TLS files that cannot be used, and names their settings", (t) => {
    const authority = newAuthority(t);
    const [own, other] = [authority.certify("own", "DNS:own"), authority.certify("other", "DNS:other")];
    const dir = tempFolder(t);
    const text = join(dir, "text");
    writeFileSync(text, "no certificate");
    const url = "rediss://a";
    const pair = { REDIS_CERT: own.cert, REDIS_KEY: own.key };
    assert.equal(refusalOf(url, { REDIS_CA: authority.ca, ...pair }), undefined);
    assert.equal(refusalOf(url, { REDIS_CA: "/none" }), "REDIS_CA: /none cannot be read (ENOENT)");
    assert.equal(refusalOf(url, { REDIS_CA: text }), `REDIS_CA: ${text} contains no certificate in PEM`);
    assert.equal(
      refusalOf(url, { REDIS_KEY: own.key }),
      "REDIS_KEY: a client certificate needs its key, and a key its certificate",
    );
    for (const key of [other.key, text])
      assert.equal(
        refusalOf(url, { ...pair, REDIS_KEY: key }),
        "REDIS_CERT, REDIS_KEY: the key cannot be read, or does not belong to the certificate",
      );
    assert.equal(
      refusalOf("redis://a", { REDIS_CA: authority.ca }),
      "REDIS_CA is for TLS, but REDIS_URL does not start with rediss",
    );
  });

  it("takes the TLS files of the data for the job queues where these have none of their own", (t) => {
    const [shared, own] = [newAuthority(t), newAuthority(t)];
    const caOf = (url: string, files: Partial<Record<TlsSetting, string>>) =>
      redisAddress("JOBS_REDIS_URL", url, (name) => files[name]).tls?.ca;
    const ofShared = caOf("rediss://a", { REDIS_CA: shared.ca });
    const ofOwn = caOf("rediss://a", { REDIS_CA: shared.ca, JOBS_REDIS_CA: own.ca });
    assert.match(ofShared ?? "", /BEGIN CERTIFICATE/);
    assert.notEqual(ofOwn, ofShared);
    assert.equal(caOf("redis://a", { REDIS_CA: shared.ca }), undefined);
  });
});
