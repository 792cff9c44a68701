import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Answer, Json } from "../../support/service.ts";
import type { Tab } from "../load/claims.ts";
import { findingsOf } from "./claims.ts";

const answerOf = (status: number, body: object): Answer<Json> => ({
  ...{ status, headers: {}, text: JSON.stringify(body), body },
});
const granted = (customerRef: string, wishlistId = "list"): Tab => ({
  customerRef,
  answer: answerOf(200, { wishlistId, status: "merged" }),
});
const refused = (customerRef: string): Tab => ({ customerRef, answer: answerOf(404, {}) });

const claimOf = (...tabs: Tab[]) => ({
  wishlistId: "guest",
  variants: ["v1", "v2"],
  customers: [...new Set(tabs.map(({ customerRef }) => customerRef))],
  tabs,
});
const wish = (variant: string, wishlistId = "list") => ({ variant, wishlistId });
const BOTH = [wish("v1"), wish("v2")];

describe("the check of claims", () => {
  it("finds nothing if the wishes are on one list, claimed once", () => {
    for (const claimed of [
      claimOf(granted("ann"), granted("ann")),
      claimOf(granted("ann"), refused("bob")),
      claimOf(granted("ann"), { customerRef: "ann", answer: undefined }),
      claimOf(refused("ann"), { customerRef: "bob", answer: undefined }),
    ])
      assert.deepEqual(findingsOf(claimed, BOTH, false), []);
  });

  it("finds wishes that are lost, duplicated, on separate lists or still with the guest, and claims that were granted twice", () => {
    const claimed = claimOf(granted("ann"), granted("ann"));
    for (const [found, isGuestThere] of [
      [[wish("v1")], false],
      [[...BOTH, wish("v2")], false],
      [[wish("v1"), wish("v2", "other")], false],
      [[wish("v1", "other"), wish("v2", "other")], false],
      [BOTH, true],
    ] as const)
      assert.notDeepEqual(findingsOf(claimed, found, isGuestThere), []);
    for (const wrong of [
      claimOf(granted("ann"), granted("bob")),
      claimOf(granted("ann"), granted("ann", "other")),
      claimOf(granted("ann"), refused("ann")),
      claimOf(refused("ann"), refused("ann")),
    ])
      assert.notDeepEqual(findingsOf(wrong, BOTH, false), []);
  });
});
