import { readdirSync } from "node:fs";

const FOLDER = new URL("../../src/store/lua/", import.meta.url);

/** Names of all Lua scripts of the service, as `loadScript` takes them: the room and the file. */
export const SCRIPT_NAMES: readonly string[] = readdirSync(FOLDER, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".lua") && !file.startsWith("includes"))
  .map((file) => file.slice(0, -".lua".length));
