// The programs that tests start, in one bundle with a file of its compiled code: a process then starts with 40% less CPU.
// The bundle is CommonJS, because Node.js 20 cannot take the compiled code of an ES module from a file.
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { bundle, type Place } from "../bundle.ts";

/** Folder of the bundle in the built folder. */
const CACHED = "cached";

const text = JSON.stringify;

/** The location of a source file in the built folder, as an expression in a file of the folder of the bundle. */
function placeOf(file: string): Place {
  const path = (name: string) => `(__dirname + ${text(`/../${name}`)})`;
  return {
    url: `require("node:url").pathToFileURL${path(file.replace(/\.ts$/, ".js"))}.href`,
    dirname: path(dirname(file)),
  };
}

/**
 * Writes the bundle into the built folder, and for each program a file that starts it. The compiled code is added by
 * `recordCode`.
 */
export async function writeCached(root: string, built: string): Promise<void> {
  const folder = join(built, CACHED);
  const own = readdirSync(join(root, "test/programs")).map((name) => `test/programs/${name}`);
  const sources = ["src/main.ts", "scripts/wishlist.ts", ...own];
  const write = (path: string, content: string) => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  };
  const loads = sources.map((file) => `${text(file)}: () => import(${text(join(root, file))}),\n`);
  const programs = join(folder, "programs.ts");
  write(programs, `export const programs = {\n${loads.join("")}};\n`);
  const entries = { programs, start: join(import.meta.dirname, "start.ts") };
  const files = await bundle(entries, folder, (path) => placeOf(relative(root, path)), "cjs");
  for (const { path, text: content } of files) write(path, content);
  for (const file of sources) {
    const path = join(folder, file.replace(/\.ts$/, ".cjs"));
    const fromHere = (name: string) => text(`./${relative(dirname(path), join(folder, name))}`);
    const bundled = `require.resolve(${fromHere("programs.cjs")})`;
    write(path, `require(${fromHere("start.cjs")}).startCached(${bundled}, ${text(file)});\n`);
  }
}
