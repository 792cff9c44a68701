import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { inOwnersWords, inWords, pathInWords } from "../../portal/api/code-words.ts";
import { checked, sentenceOf } from "../../portal/api/problem.ts";

/** Returns the sentence about an answer that is an error. */
const sentenceAbout = (status: number, body: string, headers: Record<string, string> = {}) =>
  checked(new Response(body, { status, headers })).then(
    () => "a success",
    (err: unknown) => sentenceOf(err),
  );

describe("the portal's sentences about errors", () => {
  it("have the detail of the service's problem document", async () => {
    const detail = "The export is running.";
    assert.equal(await sentenceAbout(409, JSON.stringify({ detail })), detail);
  });

  it("say when to try again after too many requests", async () => {
    const body = JSON.stringify({ detail: "The store may send 50 requests per second." });
    const waits = [
      ["1", "Try again in 1 second."],
      ["12", "Try again in 12 seconds."],
      ["90", "Try again in 90 seconds."],
      ["91", "Try again in 2 minutes."],
      ["600", "Try again in 10 minutes."],
      [new Date(Date.now() + 299_000).toUTCString(), "Try again in 5 minutes."],
      [new Date(Date.now() - 60_000).toUTCString(), "Try again in a moment."],
      ["soon", "Try again in a moment."],
    ] as const;
    for (const [wait, sentence] of waits) {
      const headers = { "Retry-After": wait };
      assert.equal(
        await sentenceAbout(429, body, headers),
        `The store may send 50 requests per second. ${sentence}`,
      );
    }
    assert.equal(await sentenceAbout(429, "<html>"), "Too many requests. Try again in a moment.");
    assert.equal(
      await sentenceAbout(429, JSON.stringify({ detail: "Too many requests" }), { "Retry-After": "2" }),
      "Too many requests. Try again in 2 seconds.",
    );
  });

  it("have no words of the JSON parser if a proxy or a network has answered", async () => {
    for (const body of ["<html>", "", "null", '"down"'])
      assert.match(await sentenceAbout(502, body), /^The service is currently not available \(502\)\./, body);
    const page = await new Response("<html>").json().catch(sentenceOf);
    assert.match(String(page), /^The answer did not come from the service\./);
  });

  it("have the words of the portal for names of the API", async () => {
    const sentences = [
      ["The tenant is suspended.", "The account is suspended."],
      [
        "The access token does not have the scope orders:read.",
        "The access token does not have the permission orders:read.",
      ],
    ] as const;
    for (const [detail, sentence] of sentences)
      assert.equal(await sentenceAbout(403, JSON.stringify({ detail })), sentence);
    const errors = [
      { path: "/schedule/cron", message: "must be a cron expression such as 0 6 * * *" },
      { path: "/schedule/timezone", message: "must be a time zone" },
      { path: "/scopes", message: "must not be empty" },
      { path: "/alerts/holdSeconds", message: "must be an integer or null" },
    ];
    assert.equal(
      await sentenceAbout(400, JSON.stringify({ errors })),
      "Schedule: times must be a schedule such as 0 6 * * *. Schedule: time zone must be a time zone. Permissions must not be empty. Alerts: hold seconds must be a whole number.",
    );
    // Other words that begin in the same way stay.
    assert.equal(
      inOwnersWords("Tenants, tenancy, cronjob, SCOPE, timezones"),
      "Accounts, tenancy, cronjob, Permission, time zones",
    );
  });

  it("name a field once, also if the error of the field is a whole sentence", async () => {
    const errors = [
      { path: "/displayName", message: "must have at most 100 characters" },
      { path: "/expires", message: "expires must be in the future." },
    ];
    assert.equal(
      await sentenceAbout(400, JSON.stringify({ errors })),
      "Display name must have at most 100 characters. Expires must be in the future.",
    );
  });

  it("write e-mail as the labels of fields do", () => {
    assert.deepEqual(
      [inWords("email"), inWords("customerEmail"), pathInWords("alerts.email")],
      ["E-mail", "Customer e-mail", "Alerts: e-mail"],
    );
  });
});
