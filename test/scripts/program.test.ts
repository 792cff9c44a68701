import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import ts from "typescript";
import { argumentsOf, usageOf } from "../../scripts/program.ts";
import { UsageError } from "../../src/command-line.ts";
import { builtArgs, runProgram } from "../support/programs.ts";
import { walk } from "../support/sources/sources.ts";

const root = join(import.meta.dirname, "../..");
const bench = {
  call: "npm run bench",
  purpose: ["Measures requests.", "A second paragraph."],
  options: {
    rounds: { type: "number", default: 5, help: "rounds of each case" },
    seed: { type: "number", least: 0, most: 9, help: "where it begins" },
    only: { type: "string", value: "text", default: "", help: "which of them" },
    until: { type: "string", value: "time", help: "the end" },
    counts: { type: "boolean", help: "print counts" },
  },
} as const;

/** The message for refused arguments. */
function refusal(args: string[], words?: { name: string; most?: number }): string {
  try {
    argumentsOf({ ...bench, ...(words ? { words } : {}) }, args);
  } catch (err) {
    assert.ok(err instanceof UsageError, String(err));
    return err.message;
  }
  return "accepted";
}

describe("argumentsOf", () => {
  it("returns each option with its value or its default", () => {
    assert.deepEqual(argumentsOf(bench, [])?.values, {
      rounds: 5,
      seed: undefined,
      only: "",
      until: undefined,
      counts: false,
    });
    const given = argumentsOf(bench, [
      "--rounds",
      "2",
      "--seed=0",
      "--only",
      "a",
      "--until",
      "now",
      "--counts",
    ]);
    assert.deepEqual(given?.values, { rounds: 2, seed: 0, only: "a", until: "now", counts: true });
  });

  it("returns the positional arguments, as many as the program accepts", () => {
    const words = { name: "[folder]", most: 1 };
    assert.deepEqual(argumentsOf({ ...bench, words }, ["out", "--counts"])?.words, ["out"]);
    assert.match(refusal(["a", "b"], words), /^Unexpected argument 'b'; npm run bench -- --help/);
    assert.equal(refusal(["a", "b", "c"], { name: "[part...]" }), "accepted");
  });

  it("returns nothing if the usage is requested, whatever other arguments there are", () => {
    for (const help of ["--help", "-h"]) assert.equal(argumentsOf(bench, ["--rounds", "x", help]), undefined);
  });

  it("refuses an unknown argument in one sentence that names it", () => {
    const end = "; npm run bench -- --help shows the usage";
    assert.equal(refusal(["--nonsense"]), `Unknown option '--nonsense'${end}`);
    assert.equal(refusal(["-x"]), `Unknown option '-x'${end}`);
    assert.equal(refusal(["word"]), `Unexpected argument 'word'${end}`);
    assert.equal(refusal(["--only"]), `Option '--only <value>' argument missing${end}`);
    assert.equal(refusal(["--only", "--counts"]), `Option '--only' argument is ambiguous${end}`);
    assert.equal(refusal(["--counts=yes"]), `Option '--counts' does not take an argument${end}`);
  });

  it("refuses a number that is invalid or out of range", () => {
    for (const bad of ["x", "", "1.5", "0", "1e3", "2000000000"])
      assert.equal(refusal([`--rounds=${bad}`]), "--rounds must be a whole number from 1 to 1000000000", bad);
    assert.equal(refusal(["--seed", "10"]), "--seed must be a whole number from 0 to 9");
  });
});

describe("usageOf", () => {
  it("shows the call, the purpose of the program, and each option with its default", () => {
    assert.equal(
      usageOf({ ...bench, words: { name: "[part...]" } }),
      `usage: npm run bench -- [part...] [options]

Measures requests.

A second paragraph.

  --rounds <number>  rounds of each case (default: 5)
  --seed <number>    where it begins
  --only <text>      which of them
  --until <time>     the end
  --counts           print counts
  -h, --help         show this help
`,
    );
  });
});

describe("the programs of package.json", () => {
  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    scripts: Record<string, string>;
  };
  const programs = Object.entries(scripts).flatMap(([name, line]) => {
    const [, file] = /bootstrap\.mjs (?:--\S+ )?(\S+\.ts)/.exec(line) ?? [];
    return file === undefined ? [] : [{ name, file }];
  });

  it("read their arguments in the same way, under the name of their script", () => {
    assert.ok(programs.length > 20, programs.length.toString());
    // The service and the operator's tool have commands and roles; they have separate tests.
    const others = programs.filter(({ file }) => !["src/main.ts", "scripts/wishlist.ts"].includes(file));
    for (const { name, file } of others) {
      const text = readFileSync(join(root, file), "utf8");
      const calls: string[] = [];
      walk(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true), (node) => {
        if (!ts.isCallExpression(node) || node.expression.getText() !== "readCommandLine") return;
        const [, call = ""] = /call: "(.*)"/.exec(node.getText()) ?? [];
        calls.push(call);
      });
      assert.equal(calls.length, 1, file);
      assert.doesNotMatch(text, /parseArgs|process\.argv/, file);
      const called = [...(calls[0]?.matchAll(/\S+/g) ?? [])].at(-1)?.[0] ?? "";
      assert.ok(name === called || name.startsWith(`${called}:`) || scripts[name]?.includes(" test/"), file);
    }
  });

  it("exit with 0 after their usage, and with 2 after one sentence about an unknown argument", async () => {
    const run = (file: string, argument: string) => runProgram([...builtArgs(file), argument]);
    for (const [file, call] of [
      ["scripts/bench/requests.ts", "npm run bench"],
      ["src/main.ts", "npm start"],
    ] as const) {
      const help = await run(file, "--help");
      assert.deepEqual([help.code, help.stderr], [0, ""], file);
      assert.ok(help.stdout.startsWith(`usage: ${call} -- `), help.stdout);
      const refused = await run(file, "--nonsense");
      assert.deepEqual([refused.code, refused.stdout], [2, ""], file);
      assert.equal(refused.stderr, `Unknown option '--nonsense'; ${call} -- --help shows the usage\n`);
    }
  });
});
