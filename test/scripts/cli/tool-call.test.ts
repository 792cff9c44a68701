import assert from "node:assert/strict";
import { join } from "node:path";
import { describe, it } from "node:test";
import { pathToFileURL } from "node:url";
import { COMMANDS } from "../../../scripts/cli/tool.ts";
import { toolCall } from "../../../src/errors/tool-call.ts";
import { parseSources } from "../../support/sources/sources.ts";
import { tempFolder } from "../../support/temp-folder.ts";

const root = join(import.meta.dirname, "../../..");

describe("a message that names a command of the operator's tool", () => {
  it("has the call of npm in the repository, and that of Node.js where there is no npm", (t) => {
    assert.equal(toolCall("verify"), "npm run -s wishlist -- verify");
    const urlIn = (folder: string) => pathToFileURL(join(folder, "dist/src/errors/tool-call.js")).href;
    assert.equal(toolCall("verify", urlIn(root)), "npm run -s wishlist -- verify");
    assert.equal(toolCall("verify", urlIn(tempFolder(t))), "node dist/scripts/wishlist.js verify");
  });

  it("has it from one place, because there is no program `wishlist`", () => {
    const names = COMMANDS.map(({ name }) => name).join("|");
    const direct = new RegExp(`^(?!\\s*(?:\\*|/\\*|//)).*\\bwishlist (?:-- )?(?:${names})(?![\\w-])`, "m");
    const found = ["src", "scripts"].flatMap((folder) =>
      parseSources(join(root, folder), (text) => direct.test(text)).map(({ path }) => `${folder}/${path}`),
    );
    assert.deepEqual(found, []);
    assert.match("log.error(`run wishlist verify`)", direct);
  });
});
