#!/usr/bin/env node
// Runs a TypeScript program of this repository straight after `git clone`: installs the locked packages when they are
// missing or stale, then loads the program. Plain JavaScript, because nothing is installed yet.
//
//   bootstrap.mjs <program.ts> [arguments]               through tsx, not compiled
//   bootstrap.mjs --compiled <program.ts> [arguments]    compiled, because tsx costs a fifth of the speed
//   bootstrap.mjs --with-build <program.ts> [arguments]  through tsx, with dist/ compiled for the processes it starts
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { accessSync, constants, existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const inRoot = (file) => join(root, file);
const read = (file) => readFileSync(inRoot(file), "utf8");
const say = (line) => process.stderr.write(`${line}\n`);

function fail(message) {
  say(message);
  process.exit(1);
}

function refuseOldNode() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  fail(`Node.js 20.19 or newer is needed, this is ${process.versions.node}.`);
}

// Its output goes to standard error, because another program may read the output of ours.
const run = (program, args) => spawnSync(program, args, { cwd: root, stdio: ["ignore", 2, 2] }).status === 0;

/** Ends at once if the folder is not writable, but packages or the compiled program are still missing. */
function needWritable(what) {
  try {
    accessSync(root, constants.W_OK);
  } catch {
    fail(`${root} is not writable, and ${what}: run the program once in a directory that you can write to.`);
  }
}

/** Whether the installed packages are those of the lock file. npm keeps a copy of the installed lock file. */
function isInstalled() {
  const installedFile = "node_modules/.package-lock.json";
  if (!existsSync(inRoot(installedFile))) return false;
  const wanted = JSON.parse(read("package-lock.json")).packages;
  const installed = JSON.parse(read(installedFile)).packages;
  return Object.entries(wanted).every(
    ([path, { version, optional }]) => path === "" || optional || installed[path]?.version === version,
  );
}

function install() {
  needWritable("the packages are not installed");
  say("Installing the locked packages...");
  const npm = process.platform === "win32" ? "npm.cmd" : "npm";
  const args = ["ci", "--include=dev", "--no-audit", "--no-fund", "--loglevel=error"];
  const { status, stderr, error } = spawnSync(npm, args, {
    cwd: root,
    stdio: ["ignore", 2, "pipe"],
    encoding: "utf8",
  });
  if (status === 0) return;
  const text = `${stderr ?? ""}${error?.message ?? ""}`;
  if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ENOTCACHED/.test(text))
    fail(
      "The packages could not be installed: npm cannot reach its registry. Start once with a network connection.",
    );
  say(text.trimEnd());
  fail("The packages could not be installed; see above.");
}

/** A digest of everything that the compiled program is built from. */
function digestOfSources() {
  const files = ["src", "portal", "docs", "scripts", "clients/typescript/src", "test/programs"]
    .filter((folder) => existsSync(inRoot(folder)))
    .flatMap((folder) => readdirSync(inRoot(folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort();
  const hash = createHash("sha256");
  for (const file of [...files, inRoot("tsconfig.json"), inRoot("package-lock.json")]) {
    hash.update(file.slice(root.length)).update("\0").update(readFileSync(file)).update("\0");
  }
  return hash.digest("hex");
}

function compile() {
  const stamp = inRoot("dist/.sources");
  const digest = digestOfSources();
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === digest) return;
  needWritable("the program is not compiled");
  say("Compiling...");
  const build = ["--import", "tsx", inRoot("scripts/build.ts"), "--digest", digest];
  if (!run(process.execPath, build)) fail("The program does not compile; see above.");
}

refuseOldNode();
if (!isInstalled()) install();
const isCompiled = process.argv[2] === "--compiled";
const hasBuild = process.argv[2] === "--with-build";
const [program, ...args] = process.argv.slice(isCompiled || hasBuild ? 3 : 2);
if (!program) fail("usage: bootstrap.mjs [--compiled|--with-build] <program.ts> [arguments]");
let file = resolve(root, program);
if (isCompiled || hasBuild) compile();
if (isCompiled) {
  file = resolve(root, "dist", program.replace(/\.ts$/, ".js"));
} else {
  const { register } = await import("tsx/esm/api");
  register();
}
process.argv = [process.argv[0], file, ...args];
await import(pathToFileURL(file).href);
