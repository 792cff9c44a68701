import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { SignInThrottle } from "../../../src/http/portal/throttle.ts";
import { Problem } from "../../../src/ingest/problem.ts";
import { keysWith, withRedis } from "../../support/redis.ts";

/** Window of a process, in seconds: longer than a test takes. */
const LONG_S = 3600;

const isRefused = (err: unknown) => err instanceof Problem && err.code === "RateLimited";

describe("SignInThrottle", () => {
  it("lets other addresses sign in, however often one address is refused", async (t) => {
    const { redis, keys } = withRedis(t);
    const throttle = new SignInThrottle(redis, keys, LONG_S);
    const attempts = Array.from({ length: 60 }, (_, i) =>
      i % 2 === 0 ? "a@shop.example" : `a${i}@shop.example`,
    );
    const results = await Promise.allSettled(
      attempts.map((email) => throttle.begin({ email, address: "192.0.2.1" })),
    );
    const refused = results.filter(({ status }) => status === "rejected");
    assert.equal(refused.length, 52);
    await throttle.begin({ email: "b@shop.example", address: "192.0.2.2" });
  });

  it("counts all addresses of an IPv6 network as one", async (t) => {
    const { redis, keys } = withRedis(t);
    const begin = (address: string) =>
      new SignInThrottle(redis, keys).begin({ email: "a@shop.example", address });
    for (let i = 0; i < 5; i++) await begin(`2001:db8::${i}`);
    await assert.rejects(begin("2001:db8::5"), isRefused);
    await begin("2001:db8:0:1::5");
  });

  it("does not count attempts that another limit refuses for the process, because no password is compared", async (t) => {
    const { redis, keys } = withRedis(t);
    const [email, address] = ["a@shop.example", "192.0.2.1"];
    // Each process counts for itself, and Redis counts for all.
    for (let i = 0; i < 5; i++) await new SignInThrottle(redis, keys).begin({ email, address });
    const throttle = new SignInThrottle(redis, keys, LONG_S);
    for (let i = 0; i < 60; i++) await assert.rejects(throttle.begin({ email, address }), isRefused);
    const others = Array.from({ length: 10 }, (_, i) =>
      throttle.begin({ email: `b${i}@shop.example`, address: `192.0.2.${i + 2}` }),
    );
    await Promise.all(others);
  });

  it("limits a known browser by its own attempts only, also if all other limits are reached", async (t) => {
    const { redis, keys } = withRedis(t);
    const [email, address] = ["a@shop.example", "192.0.2.1"];
    const throttle = new SignInThrottle(redis, keys, LONG_S);
    for (let i = 0; i < 20; i++)
      await Promise.allSettled(
        Array.from({ length: 5 }, () =>
          new SignInThrottle(redis, keys).begin({ email, address: `192.0.2.${i}` }),
        ),
      );
    for (let i = 0; i < 10; i++)
      await throttle.begin({ email: `b${i}@shop.example`, address: `198.51.100.${i}` });
    await assert.rejects(throttle.begin({ email, address: "203.0.113.1" }), isRefused);
    for (let i = 0; i < 5; i++) await throttle.begin({ email, address, browser: "known" });
    await assert.rejects(throttle.begin({ email, address, browser: "known" }), isRefused);
    await throttle.begin({ email, address, browser: "other" });
    await throttle.begin({ email: "b@shop.example", address, browser: "known" });
  });

  it("creates no counters for an address that was refused too often", async (t) => {
    const { redis, keys } = withRedis(t);
    const address = "192.0.2.1";
    for (let i = 0; i < 50; i++)
      await new SignInThrottle(redis, keys).begin({ email: `a${i}@shop.example`, address });
    const counters = () => keysWith(redis, keys.signInFailures);
    const before = await counters();
    for (let i = 0; i < 20; i++)
      await assert.rejects(
        new SignInThrottle(redis, keys).begin({ email: `b${i}@shop.example`, address }),
        isRefused,
      );
    assert.deepEqual(new Set(await counters()), new Set(before));
  });
});
