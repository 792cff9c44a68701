import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { inWords, pathInWords } from "../../portal/api/code-words.ts";
import { checked, sentenceOf } from "../../portal/api/problem.ts";

/** Returns the sentence about an answer that is an error. */
const sentenceAbout = (status: number, body: string, type = "application/json") =>
  checked(new Response(body, { status, headers: { "Content-Type": type } })).then(
    () => "a success",
    (err: unknown) => sentenceOf(err),
  );

describe("the portal's sentences about errors", () => {
  it("have the detail of the service's problem document", async () => {
    const detail = "The export is running.";
    assert.equal(await sentenceAbout(409, JSON.stringify({ detail }), "application/problem+json"), detail);
  });

  it("have no words of the JSON parser if a proxy or a network has answered", async () => {
    for (const body of ["<html>", "", "null", '"down"'])
      assert.match(await sentenceAbout(502, body), /^The service is currently not available \(502\)\./, body);
    const page = await new Response("<html>").json().catch(sentenceOf);
    assert.match(String(page), /^The answer did not come from the service\./);
  });

  it("write e-mail as the labels of fields do", () => {
    assert.deepEqual(
      [inWords("email"), inWords("customerEmail"), pathInWords("alerts.email")],
      ["E-mail", "Customer e-mail", "Alerts: e-mail"],
    );
  });
});
