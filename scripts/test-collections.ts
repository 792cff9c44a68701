import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeCollections } from "./collections/write.ts";
import { readDocument, startOwnService } from "./own-service.ts";
import { readCommandLine } from "./program.ts";

readCommandLine({
  call: "npm run test:collections",
  purpose: [
    "Runs the Postman collection with newman, and the Bruno collection with Bruno's own tool, against a service with the tenant demo. " +
      "npx downloads both tools. They are larger than all packages of the service.",
  ],
});

/** Milliseconds between two requests, so that background work is done before a later request needs it. */
const PAUSE_MS = "300";
const NEWMAN = ["newman@6.2.2", "run", "postman.json", "--delay-request", PAUSE_MS];
const BRUNO = ["@usebruno/cli@4.1.0", "run", "--env", "local", "--delay", PAUSE_MS];

/** Runs a tool against an empty service; resolves to whether all requests were answered as expected. */
async function run(tool: readonly string[], folder: string): Promise<boolean> {
  const { baseUrl, demo, stop } = await startOwnService({ ALLOW_PRIVATE_TARGETS: "true" });
  const variables = { baseUrl, clientId: demo?.clientId ?? "", clientSecret: demo?.clientSecret ?? "" };
  const options = Object.entries(variables).flatMap(([name, value]) => ["--env-var", `${name}=${value}`]);
  // Without the options of this process, which name its loader.
  const env = { ...process.env, NODE_OPTIONS: "" };
  const child = spawn("npx", ["--yes", ...tool, ...options], { cwd: folder, stdio: "inherit", env });
  await once(child, "exit");
  await stop();
  return child.exitCode === 0;
}

const folder = mkdtempSync(join(tmpdir(), "wishlist-collections-"));
const { bruno } = writeCollections(folder, await readDocument());
const passed = [await run(NEWMAN, folder), await run(BRUNO, bruno)];
rmSync(folder, { recursive: true });
process.exitCode = passed.every(Boolean) ? 0 : 1;
