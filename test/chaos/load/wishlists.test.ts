import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { ERASED_DETAIL } from "../../../src/actors/runtime/kept-reply.ts";
import { outputOf } from "./wishlists.ts";

const notFound = (detail: string) => outputOf({ status: 404, headers: {}, body: { detail }, text: "" });

describe("Recorded answers", () => {
  it("shows a resource that does not exist as absent", () => {
    assert.deepEqual(notFound("There is no such item."), { kind: "absent" });
  });

  it("shows an outcome that a deletion has erased as unknown", () => {
    assert.equal(notFound(ERASED_DETAIL), undefined);
  });
});
