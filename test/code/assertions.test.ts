import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, it } from "node:test";
import ts from "typescript";
import { readSources, walk } from "../support/sources/sources.ts";

/** Where the linter allows type assertions, why, and how many each file has. */
const ALLOWED: { why: string; files: Record<string, number> }[] = JSON.parse(
  readFileSync(new URL("../../type-assertions.json", import.meta.url), "utf8"),
);

const isAssertion = (node: ts.Node) =>
  (ts.isAsExpression(node) && !ts.isConstTypeReference(node.type)) || ts.isTypeAssertionExpression(node);

function countIn(tree: ts.SourceFile): number {
  let count = 0;
  walk(tree, (node) => {
    if (isAssertion(node)) count++;
  });
  return count;
}

describe("type assertions", () => {
  it("occur only in the listed files, in exactly the listed numbers: the list may only become shorter", () => {
    const found = readSources().flatMap(({ path, tree }) => {
      const count = countIn(tree);
      return count > 0 ? [[`src/${path}`, count] as const] : [];
    });
    const listed = Object.assign({}, ...ALLOWED.map(({ files }) => files)) as Record<string, number>;
    assert.deepEqual(Object.fromEntries(found), listed);
  });

  it("are allowed by the linter only in these files", () => {
    const { overrides } = JSON.parse(readFileSync(new URL("../../.oxlintrc.json", import.meta.url), "utf8"));
    const styles = (overrides as { files: string[]; rules?: Record<string, unknown> }[]).flatMap(
      ({ files, rules }) => {
        const rule = rules?.["typescript/consistent-type-assertions"];
        return Array.isArray(rule) ? [{ files, style: rule[1].assertionStyle as string }] : [];
      },
    );
    const listed = ALLOWED.flatMap(({ files }) => Object.keys(files)).sort();
    // The last override that a file matches decides.
    assert.deepEqual(styles, [
      { files: ["**/*.{ts,tsx}"], style: "as" },
      { files: ["src/**/*.ts"], style: "never" },
      { files: listed, style: "as" },
    ]);
  });

  it("are at most 85 in total", () => {
    const counts = ALLOWED.flatMap(({ files }) => Object.values(files));
    assert.ok(counts.reduce((sum, count) => sum + count, 0) <= 85);
  });
});
