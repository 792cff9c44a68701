import assert from "node:assert/strict";
import { join } from "node:path";
import { describe, it } from "node:test";
import ts from "typescript";
import { RETIRED_WORDS, WITH_RETIRED_WORDS } from "../support/sources/retired-words.ts";
import { parseSources, readSources, type Source, walk } from "../support/sources/sources.ts";

const root = join(import.meta.dirname, "../..");
const COMMENT = /\/\*[^]*?\*\/|(?:^|\s)\/\/ .*$/gm;

/** Files that contain the retired words, to find them. */
const ABOUT_WORDS = ["support/sources/retired-words.ts", "code/vocabulary.test.ts"];

const commentsOf = ({ tree }: Source): string[] => [...tree.text.matchAll(COMMENT)].map(([text]) => text);

/** The doc comments of `src`, each with its file, as one line of text. */
const docComments = readSources().flatMap((source) =>
  commentsOf(source)
    .filter((text) => text.startsWith("/**"))
    .map((text) => ({ path: source.path, text: text.replaceAll(/\s*\n\s*\* ?/g, " ") })),
);

const hasText = (node: ts.Node): node is ts.LiteralLikeNode =>
  ts.isStringLiteralLike(node) ||
  ts.isTemplateHead(node) ||
  ts.isTemplateMiddle(node) ||
  ts.isTemplateTail(node);

/** The texts of several words in a file: messages, descriptions and titles of tests. */
function sentencesOf({ tree }: Source): string[] {
  const found: string[] = [];
  walk(tree, (node) => {
    if (hasText(node) && node.text.trim().includes(" ")) found.push(node.text);
  });
  return found;
}

/** Returns a text without code: in backticks, a single word in quotes, or a member of an object. */
const withoutCode = (text: string) =>
  WITH_RETIRED_WORDS.reduce((rest, code) => rest.replaceAll(code, ""), text).replaceAll(
    /`[^`]*`|'\w+'|"\w+"|\.\w+/g,
    "",
  );

const retiredIn = (text: string) => withoutCode(text).match(RETIRED_WORDS) ?? [];

describe("the comments in src", () => {
  it("are checked", () => {
    assert.ok(docComments.length > 2000, `${docComments.length} doc comments`);
  });

  it("say with @throws what a function throws", () => {
    assert.deepEqual(
      docComments.filter(({ text }) => /\bThrows\b/.test(text)),
      [],
    );
  });

  it("begin with Whether if the function only answers a question", () => {
    assert.deepEqual(
      docComments.filter(({ text }) => /^\/\*\*\s*Returns whether\b/.test(text)),
      [],
    );
  });
});

describe("the comments, sentences and test titles", () => {
  it("use standard words", () => {
    const found = ["src", "scripts", "test"].flatMap((folder) =>
      parseSources(join(root, folder), (text) => text.search(RETIRED_WORDS) >= 0)
        .filter(({ path }) => folder !== "test" || !ABOUT_WORDS.includes(path))
        .flatMap((source) =>
          [...commentsOf(source), ...sentencesOf(source)]
            .filter((text) => retiredIn(text).length > 0)
            .map((text) => `${folder}/${source.path}: ${text.trim()}`),
        ),
    );
    assert.deepEqual(found, []);
  });
});
