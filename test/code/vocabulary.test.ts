import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import ts from "typescript";
import { groupedBy } from "../../src/collections/grouped.ts";
import { readSources, type Source, walk } from "../support/sources/sources.ts";

const sources = readSources();
const LUA = join(import.meta.dirname, "../../src/store/lua");
const scripts = readdirSync(LUA, { recursive: true, encoding: "utf8" }).filter((path) =>
  path.endsWith(".lua"),
);

/** Words in names that have a standard term in the glossary. */
const RETIRED = [
  /(^|_)(MOST|LONGEST|SHORTEST|LARGEST|SMALLEST|LEAST|FEWEST)(_|$)/,
  /(^|_)AT_ONCE$/,
  /(^|_)(LOOKS?|PATIENCE)(_|$)/,
  /^(unseal|unsealed|isBehind|hopeful|borne)$/,
  /^(PartitionTurn|Turn|Cell|CellKind|CellValues|Head|headOf|findHead|bearers|remark|marksOf|variantMarks)$/,
  /^(Telling|Moment|EntryMoment|Writes|Received|Host|Shared)$/,
  /(^|[a-z])[tT]old([A-Z]|$)/,
  /^(tell|tells|telling|tellable|mayTell)([A-Z]|$)/,
  /^(News|newsTime|newsTimeOf|newsPosition|tellNews)$/,
  /^(node|nodes|localNode|ask|asks|asked|askOnce|Asked)$/,
  /^(place|places|Place|Places)$|^(places?Of|isSamePlace)$|[a-z]Places?$/,
  /(^|[a-z])([tT]ally|[tT]allies)([A-Z]|$)/,
  /^(again|isAgain|AgainParts|follow|FollowParts|ahead|walk|WalkParts|TryAgain)$/,
  /^(atOnce|settle|settled|settlers|settleAll|isSettling)$/,
  /^(note(?!Matches)[A-Z]|(noted|noting|toNote)([A-Z]|$))/,
  /^(is)?([pP]ark|[pP]arked|[bB]orne|hopeful)([A-Z]|$)/,
];

/** Members of stored records, jobs and commands: they keep their names, for data and processes of earlier versions. */
const STORED = new Set(["told", "lowestTold", "place", "places", "news", "isNews", "owner", "ownerKey"]);

/** An owner is a person who signs in to the portal: only files about such persons use the name. */
const OWNER = /[oO]wner/;
const WITH_OWNERS = /^(app|http|store\/owners)\/|^store\/keys\/service-keys\.ts$/;

/** Whether an identifier is the new name of a variable or a parameter, rather than that of a member. */
const isNewName = ({ parent }: ts.Node) => ts.isVariableDeclaration(parent) || ts.isParameter(parent);

interface Exported {
  name: string;
  path: string;
  isFunction: boolean;
  isDocumented: boolean;
}

const isExported = (node: ts.Node) =>
  ts.canHaveModifiers(node) &&
  (ts.getModifiers(node) ?? []).some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);

/** Whether an expression makes a function that decodes a record. */
const makesDecoder = (node: ts.Expression) =>
  ts.isCallExpression(node) && /^(list)?decoderOf$/i.test(node.expression.getText());

/** The declarations of a statement, as names and whether each is a function. */
function declared(node: ts.Statement): [name: string, isFunction: boolean][] {
  if (ts.isVariableStatement(node)) {
    return node.declarationList.declarations.map(({ name, initializer }) => [
      name.getText(),
      initializer !== undefined && (ts.isArrowFunction(initializer) || makesDecoder(initializer)),
    ]);
  }
  if (ts.isFunctionDeclaration(node)) return [[node.name?.text ?? "", true]];
  if (ts.isClassDeclaration(node) || ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node))
    return [[node.name?.text ?? "", false]];
  return [];
}

const exportsOf = ({ path, tree }: Source): Exported[] =>
  tree.statements.filter(isExported).flatMap((statement) =>
    declared(statement).map(([name, isFunction]) => ({
      name,
      path,
      isFunction,
      isDocumented: ts.getJSDocCommentsAndTags(statement).length > 0,
    })),
  );

const exported = sources.flatMap(exportsOf);

describe("the names in src", () => {
  it("are checked", () => {
    assert.ok(exported.length > 500, `${exported.length} exported names`);
    assert.ok(exported.filter(({ isFunction }) => isFunction).length > 200);
  });

  it("are exported once each: one name has one meaning", () => {
    const ofName = groupedBy(exported, ({ name }) => name);
    assert.deepEqual(
      [...ofName].filter(([, all]) => all.length > 1),
      [],
    );
  });

  it("use none of the retired words", () => {
    const found = new Set<string>();
    for (const { path, tree } of sources) {
      walk(tree, (node) => {
        if (!ts.isIdentifier(node) && !ts.isPrivateIdentifier(node)) return;
        const name = node.text.replace("#", "");
        if (STORED.has(name) && !isNewName(node)) return;
        const words = WITH_OWNERS.test(path) ? RETIRED : [...RETIRED, OWNER];
        if (words.some((word) => word.test(name))) found.add(`${path}: ${name}`);
      });
    }
    assert.deepEqual([...found], []);
  });

  it("use owner for a person only, in Lua too", () => {
    assert.ok(scripts.length > 40, `${scripts.length} scripts`);
    assert.deepEqual(
      scripts.filter((path) => OWNER.test(readFileSync(join(LUA, path), "utf8"))),
      [],
    );
  });

  it("have a doc comment if they are exported functions", () => {
    const bare = exported.filter(({ isFunction, isDocumented }) => isFunction && !isDocumented);
    assert.deepEqual(
      bare.map(({ name, path }) => `${path}: ${name}`),
      [],
    );
  });
});
