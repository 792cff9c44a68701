import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { before, describe, it } from "node:test";
import { atEnd } from "../support/redis.ts";
import { send, startService } from "../support/service.ts";

const require = createRequire(import.meta.url);
const TSC = require.resolve("typescript/bin/tsc");
/** Programs of packages whose `exports` do not name them. */
const programOf = (name: string, file: string) => join(import.meta.dirname, "../../node_modules", name, file);
const OPENAPI_TYPESCRIPT = programOf("openapi-typescript", "bin/cli.js");
const ORVAL = programOf("orval", "dist/bin/orval.js");
/** A Postman or client generator takes the document whole: more would be slow to import. */
const LARGEST_DOCUMENT = 600_000;

const suite = atEnd();
let text: string;
let folder: string;
before(async () => {
  const service = await startService(suite);
  ({ text } = await send(service.baseUrl, "GET", "/openapi.json"));
  folder = mkdtempSync(join(tmpdir(), "wishlist-clients-"));
  suite.after(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "openapi.json"), text);
});

function run(program: string, ...args: string[]): void {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
    cwd: folder,
    encoding: "utf8",
    env: { ...process.env, NODE_OPTIONS: "", SCARF_ANALYTICS: "false" },
  });
  assert.equal(status, 0, `${stdout}\n${stderr}`);
}

/** A program against the types of openapi-typescript. */
const PROGRAM = `
  import type { components, paths } from "./types.js";
  type Create = paths["/services/wsservice/api/wishlist/items"]["post"]["requestBody"]["content"]["application/json"];
  export const body: Create = {
    wishlistRef: "birthday",
    product: { productRef: "tent", selectedVariantRef: "tent-2" },
    notifyMe: true,
  };
  export const nameOf = (list: components["schemas"]["Wishlist"]): string | undefined => list.name;
`;

describe("a client that is generated from the document", () => {
  it("compiles, made by openapi-typescript or by orval", () => {
    run(OPENAPI_TYPESCRIPT, "openapi.json", "-o", "types.ts");
    writeFileSync(join(folder, "program.ts"), PROGRAM);
    run(ORVAL, "--input", "openapi.json", "--output", "client.ts", "--client", "fetch");
    run(
      TSC,
      ...["--noEmit", "--strict", "--target", "es2022", "--lib", "es2022,dom"],
      ...["--module", "nodenext", "--moduleResolution", "nodenext", "program.ts", "client.ts"],
    );
  });

  it("comes from a document of moderate size", () => {
    assert.ok(text.length < LARGEST_DOCUMENT, `${text.length} characters`);
  });
});
