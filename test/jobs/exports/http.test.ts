import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Interrupted, Refused, RetryLater } from "../../../src/jobs/exports/connector.ts";
import { NotSent, Platform } from "../../../src/jobs/exports/connectors/http.ts";
import { cut, type Reply, startPlatform } from "../../support/platforms/server.ts";
import type { Cleanup } from "../../support/redis.ts";

function open(t: Cleanup, baseUrl: string, allowPrivate = true): Platform {
  const platform = new Platform({ platform: "webhook", baseUrl, allowPrivate, secrets: ["s3cret"] });
  t.after(() => platform.close());
  return platform;
}

/** The result of an answer: a reason, or the thrown error. */
async function outcomeOf(t: Cleanup, reply: Reply): Promise<unknown> {
  const { url } = await startPlatform(t, () => reply);
  const platform = open(t, url);
  const answer = await platform.call({ path: "/" });
  try {
    return platform.refusalIn(answer);
  } catch (err) {
    return err;
  }
}

describe("Platform", () => {
  it("distinguishes success, refused content, permanent refusal and temporary failure", async (t) => {
    assert.equal(await outcomeOf(t, { status: 202 }), undefined);
    for (const status of [400, 409, 413, 422])
      assert.deepEqual(await outcomeOf(t, { status, body: "so" }), {
        code: "platform_answer",
        platform: "webhook",
        status,
        detail: "so",
      });
    for (const status of [301, 307, 401, 403, 404, 405])
      assert.ok((await outcomeOf(t, { status, headers: { location: "/" } })) instanceof Refused);
    for (const status of [408, 429, 500, 502, 503, 504])
      assert.ok((await outcomeOf(t, { status })) instanceof RetryLater);
  });

  it("returns how long to wait, from seconds or a date", async (t) => {
    const after = async (text: string) => {
      const err = await outcomeOf(t, { status: 429, headers: { "retry-after": text } });
      return err instanceof RetryLater ? err.afterMs : err;
    };
    assert.equal(await after("3"), 3000);
    const untilDate = await after(new Date(Date.now() + 60_000).toUTCString());
    assert.ok(typeof untilDate === "number" && untilDate > 50_000 && untilDate <= 60_000);
    assert.equal(await after("soon"), undefined);
  });

  it("repeats no secret and no personal data from a platform's answer, and limits its length", async (t) => {
    const body = `key s3cret of ann@example.com, +49 30 1234567, 'x+1@y.org' ${"long ".repeat(1000)}`;
    const said = JSON.stringify(await outcomeOf(t, { status: 400, body }));
    assert.match(said, /"detail":"key \*\*\* of /);
    assert.ok(said.length < 400, said);
    for (const hidden of ["s3cret", "ann", "example.com", "1234567", "y.org"])
      assert.ok(!said.includes(hidden), said);
    const endless = JSON.stringify(await outcomeOf(t, { status: 400, body: "x".repeat(900_000) }));
    assert.ok(endless.length < 400);
  });

  it("shortens a platform's answer between two characters, and marks where it ends", async (t) => {
    for (const start of ["", "x"]) {
      const { detail } = (await outcomeOf(t, { status: 400, body: `${start}${"😀".repeat(500)}` })) as {
        detail: string;
      };
      assert.match(detail, /^x?(?:😀){149}…$/u);
    }
  });

  it("distinguishes a refused connection from one that was cut", async (t) => {
    const platform = await startPlatform(t, () => ({ status: 200 }));
    platform.faults.push(cut("after"));
    await assert.rejects(
      open(t, platform.url).call({ path: "/" }),
      (err) => err instanceof RetryLater && !(err instanceof NotSent),
    );
    await assert.rejects(open(t, "http://127.0.0.1:1").call({ path: "/" }), NotSent);
  });

  it("connects to no private address unless that is allowed", async (t) => {
    for (const address of [
      "https://127.0.0.1",
      "https://[::1]:8443",
      "https://10.1.2.3",
      "http://example.com",
    ])
      await assert.rejects(open(t, address, false).call({ path: "/" }), Refused);
  });

  it("says why an address is not permitted, or what failed", async (t) => {
    const failureAt = async (address: string, allowPrivate: boolean) => {
      const failure: unknown = await open(t, address, allowPrivate)
        .call({ path: "/" })
        .catch((err: unknown) => err);
      assert.ok(failure instanceof Interrupted);
      return [failure.reason.code, failure.message];
    };
    const isPrivate = "the receiver's address must not lead into a private network";
    assert.deepEqual(await failureAt("https://10.1.2.3", false), ["address_refused", isPrivate]);
    const unreachable = "the receiver cannot be reached: ECONNREFUSED";
    assert.deepEqual(await failureAt("http://127.0.0.1:1", true), ["unreachable", unreachable]);
  });

  it("returns at once if the caller aborts", async (t) => {
    const platform = await startPlatform(t, () => ({ status: 200 }));
    platform.faults.push({ when: "before", what: "silence" });
    const call = open(t, platform.url).call({ path: "/" }, AbortSignal.timeout(50));
    await assert.rejects(call, { name: "TimeoutError" });
  });

  it("appends a path to its base URL, and keeps a URL without a path", async (t) => {
    const { url, requests } = await startPlatform(t, () => ({ status: 200 }));
    await open(t, `${url}/proxy/`).call({ path: "/v1/x?y=1" });
    await open(t, `${url}/hook/?a=b`).call({ path: "" });
    assert.deepEqual(
      requests.map(({ path }) => path),
      ["/proxy/v1/x?y=1", "/hook/?a=b"],
    );
  });
});
