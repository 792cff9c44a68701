import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { clientTypes } from "./client/types.ts";
import { readDocument } from "./own-service.ts";
import { readCommandLine } from "./program.ts";

readCommandLine({
  call: "npm run client",
  purpose: ["Generates the types of the typed client from the OpenAPI document, and compiles the client."],
});

const folder = join(import.meta.dirname, "../clients/typescript");
const tsc = createRequire(import.meta.url).resolve("typescript/bin/tsc");

writeFileSync(join(folder, "src/schema.ts"), await clientTypes(await readDocument()));
const { status } = spawnSync(process.execPath, [tsc, "-p", folder], { stdio: "inherit" });
process.exitCode = status ?? 1;
