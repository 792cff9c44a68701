import assert from "node:assert/strict";
import { describe, it } from "node:test";
import ts from "typescript";
import { RECORD_KINDS } from "../../src/store/records/decode.ts";
import { readSources, walk } from "../support/sources/sources.ts";

/** Functions whose result may be any object: a body, or one that only the erasure reads. */
const OF_ANY_SHAPE = [
  "actors/runtime/kept-reply.ts body",
  "http/idempotency/kept-answers.ts body",
  "store/webhooks/webhook-bodies.ts delivery",
];

/** The calls of a function in `src`, with their files. */
function callsOf(isCalled: (callee: ts.Expression) => boolean) {
  const found: { path: string; call: ts.CallExpression }[] = [];
  for (const { path, tree } of readSources())
    walk(tree, (node) => {
      if (ts.isCallExpression(node) && isCalled(node.expression)) found.push({ path, call: node });
    });
  return found;
}

/** The value of a member of an object literal. */
function memberOf(node: ts.Expression | undefined, name: string): ts.Expression | undefined {
  if (!node || !ts.isObjectLiteralExpression(node)) return undefined;
  const member = node.properties.find((each) => each.name?.getText() === name);
  return member && ts.isPropertyAssignment(member) ? member.initializer : undefined;
}

describe("the decoders of stored records", () => {
  it("each check a member that the record always has, except those for any object", () => {
    const calls = callsOf((callee) => ts.isIdentifier(callee) && callee.text === "decoderOf");
    assert.ok(calls.length > 30, "the decoders were found");
    const shapeless = calls.flatMap(({ path, call: { arguments: of } }) => {
      const [name, shape] = of;
      const needs = memberOf(shape, "needs");
      const isSure = needs && ts.isStringLiteral(needs);
      return isSure ? [] : [`${path} ${name && ts.isStringLiteral(name) ? name.text : ""}`];
    });
    assert.deepEqual(shapeless.sort(), OF_ANY_SHAPE);
  });

  it("name kinds of the list of kinds, each of which has a decoder", () => {
    const named = callsOf((callee) => /^((list)?decoderOf|parseStored|Undecodable)$/i.test(callee.getText()));
    const kinds = named.flatMap(
      ({
        call: {
          arguments: [kind],
        },
      }) => (kind && ts.isStringLiteral(kind) ? [kind.text] : []),
    );
    assert.deepEqual([...new Set(kinds)].sort(), [...RECORD_KINDS]);
  });

  it("alone parse the JSON of Redis: their errors contain none of its text", () => {
    const calls = callsOf((callee) => callee.getText() === "JSON.parse");
    const ofStore = calls.flatMap(({ path }) => (path.startsWith("store/") ? [path] : []));
    assert.deepEqual(ofStore, ["store/records/decode.ts"]);
  });
});
