import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { describe, it } from "node:test";
import { RETIRED_WORDS } from "../support/sources/retired-words.ts";

const root = join(import.meta.dirname, "../..");
const files = (folder: string, end: string) =>
  readdirSync(join(root, folder), { recursive: folder !== ".", encoding: "utf8" })
    .filter((name) => name.endsWith(end))
    .map((name) => normalize(join(folder, name)));

/** Every document of the repository, with its text. */
const documents = new Map(
  [...files(".", ".md"), ...files("docs", ".md")].map((file) => [
    file,
    readFileSync(join(root, file), "utf8"),
  ]),
);

const withoutCode = (text: string) => text.replaceAll(/```.*?```/gs, "");

/** The anchors of a document's headings, as GitHub creates them. */
const anchorsOf = (text: string): string[] =>
  [...withoutCode(text).matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );

/** The paths of the repository that a text names. */
const pathsIn = (text: string): string[] =>
  [...text.matchAll(/`((?:src|test|scripts|docs|portal|deploy|clients)\/[^`\s]*)`/g)].map(
    ([, path = ""]) => path,
  );

const isFile = (path: string) => statSync(join(root, path), { throwIfNoEntry: false })?.isFile() ?? false;

/** A type or a constant in a text. */
const NAME = /`([A-Z]\w+)`/g;

/** Findings in the documents, as `<document>: <finding>`. */
const findings = (find: (text: string, file: string) => string[]): string[] =>
  [...documents].flatMap(([file, text]) => find(text, file).map((finding) => `${file}: ${finding}`));

describe("the documents", () => {
  it("are all checked", () => {
    for (const file of ["README.md", "CONTRIBUTING.md", "docs/architecture.md", "docs/glossary.md"])
      assert.ok(documents.has(file), file);
  });

  it("name only paths that exist", () => {
    assert.ok(pathsIn(documents.get("docs/architecture.md") ?? "").length > 40);
    assert.deepEqual(
      findings((text) => pathsIn(text).filter((path) => !existsSync(join(root, path)))),
      [],
    );
  });

  it("name only types and constants that the files of the same list item have", () => {
    const items = (documents.get("docs/architecture.md") ?? "")
      .split(/\n(?=- |\n)/)
      .map((item) => ({ paths: pathsIn(item).filter(isFile), names: [...item.matchAll(NAME)] }))
      .filter(({ paths, names }) => paths.length > 0 && names.length > 0);
    assert.ok(items.length > 10);
    const unknown = items.flatMap(({ paths, names }) => {
      const sources = paths.map((path) => readFileSync(join(root, path), "utf8"));
      return names
        .map(([, name = ""]) => name)
        .filter((name) => !sources.some((source) => source.includes(name)))
        .map((name) => `${name}: not in ${paths.join(", ")}`);
    });
    assert.deepEqual(unknown, []);
  });

  it("link only to files and headings that exist", () => {
    const broken = findings((text, file) =>
      [...withoutCode(text).matchAll(/\]\(([^)\s]+)\)/g)]
        .map(([, link = ""]) => link)
        .filter((link) => !/^[a-z]+:/.test(link))
        .filter((link) => {
          const [path = "", anchor] = link.split("#");
          const target = path === "" ? file : normalize(join(dirname(file), path));
          if (!existsSync(join(root, target))) return true;
          return anchor !== undefined && !anchorsOf(documents.get(target) ?? "").includes(anchor);
        }),
    );
    assert.deepEqual(broken, []);
  });

  it("name only existing commands of the package, and existing test files", () => {
    const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
    const tests = files("test", ".test.ts");
    const broken = findings((text) => [
      ...[...text.matchAll(/npm (?:run (?:-s )?)?([a-z:]+)/g)]
        .map(([, name = ""]) => name)
        // "pack" is npm's own, and "packages" a word of a sentence.
        .filter((name) => !(name in scripts) && name !== "packages" && name !== "pack"),
      ...[...text.matchAll(/npm test -- (test\/[^\s`]+)/g)]
        .map(([, part = ""]) => part)
        .filter((part) => !tests.some((file) => file.includes(part))),
    ]);
    assert.deepEqual(broken, []);
  });

  it("use standard words", () => {
    assert.deepEqual(
      findings((text) =>
        [
          ...withoutCode(text)
            .replaceAll(/`[^`]*`/g, "")
            .matchAll(RETIRED_WORDS),
        ].map(([word]) => word),
      ),
      [],
    );
  });

  it("are all linked from the README, directly or not", () => {
    const reached = new Set(["README.md"]);
    for (const file of reached) {
      for (const [, link = ""] of (documents.get(file) ?? "").matchAll(/\]\(([^)#\s]+\.md)/g))
        reached.add(normalize(join(dirname(file), link)));
    }
    assert.deepEqual(
      [...documents.keys()].filter((file) => !reached.has(file)),
      [],
    );
  });
});
