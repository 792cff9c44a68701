import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readCommandLine } from "./program.ts";

interface Package {
  name: string;
  dependencies: Record<string, string>;
  devDependencies?: unknown;
  overrides?: Record<string, unknown>;
}
interface Lock {
  packages: Record<string, { dev?: boolean; devDependencies?: unknown }>;
}

readCommandLine({
  call: "npm run -s sbom",
  purpose: ["Prints the packages of the image with their versions and licences, in the format CycloneDX."],
});

const root = join(import.meta.dirname, "..");
const read = (file: string) => readFileSync(join(root, file), "utf8");

// npm's --omit=dev also omits packages that both the development and the program need. So npm gets a package without
// development dependencies.
const { devDependencies: _, overrides = {}, ...itself } = JSON.parse(read("package.json")) as Package;
const lock = JSON.parse(read("package-lock.json")) as Lock;
const packages = Object.fromEntries(
  Object.entries(lock.packages)
    .filter(([, { dev = false }]) => !dev)
    .map(([path, { devDependencies: __, ...one }]) => [path, one]),
);
// Those of development packages may refer to other development packages.
const ofProgram = Object.fromEntries(
  Object.entries(overrides).filter(([name]) => `node_modules/${name}` in packages),
);

const temporary = mkdtempSync(join(tmpdir(), "wishlist-sbom-"));
try {
  // npm names the list after the folder.
  const folder = join(temporary, itself.name);
  mkdirSync(folder);
  writeFileSync(join(folder, "package.json"), JSON.stringify({ ...itself, overrides: ofProgram }));
  writeFileSync(join(folder, "package-lock.json"), JSON.stringify({ ...lock, packages }));
  const args = ["sbom", "--package-lock-only", "--sbom-format=cyclonedx"];
  const { status } = spawnSync("npm", args, { cwd: folder, stdio: ["ignore", "inherit", "inherit"] });
  process.exitCode = status ?? 1;
} finally {
  rmSync(temporary, { recursive: true });
}
