import assert from "node:assert/strict";
import { describe, it } from "node:test";
import ts from "typescript";
import { readSources, type Source, walk } from "../support/sources/sources.ts";

type Parsed = Pick<Source, "path" | "tree">;

/** The tables of a file whose type says that any text may be a key. */
function tablesOf({ tree }: Parsed): Set<string> {
  const found = new Set<string>();
  walk(tree, (node) => {
    if (!ts.isVariableDeclaration(node) || !ts.isIdentifier(node.name)) return;
    if (/^(?:Readonly<)?Record<string,/.test(node.type?.getText() ?? "") && /^[A-Z_]+$/.test(node.name.text))
      found.add(node.name.text);
  });
  return found;
}

/** The places that read such a table by a plain index, which also finds inherited members such as `constructor`. */
function plainLookups(sources: readonly Parsed[]): string[] {
  return sources.flatMap((source) => {
    const tables = tablesOf(source);
    const found: string[] = [];
    walk(source.tree, (node) => {
      if (ts.isElementAccessExpression(node) && tables.has(node.expression.getText()))
        found.push(`${source.path} ${node.getText()}`);
    });
    return found;
  });
}

describe("tables with texts as keys", () => {
  it("are read with `ownValue`, or are maps", () => {
    const sources = readSources();
    assert.ok(sources.flatMap((source) => [...tablesOf(source)]).length > 10, "the tables were found");
    assert.deepEqual(plainLookups(sources), []);
  });

  it("are found by this test", () => {
    const text = "const A: Readonly<Record<string, number>> = {}; export const a = (b: string) => A[b];";
    const tree = ts.createSourceFile("a.ts", text, ts.ScriptTarget.Latest, true);
    assert.deepEqual(plainLookups([{ path: "a.ts", tree }]), ["a.ts A[b]"]);
  });
});
