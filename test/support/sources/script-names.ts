import { readdirSync } from "node:fs";

const FOLDER = new URL("../../../src/store/lua/", import.meta.url);

/** The names of all Lua scripts of the service for `loadScript`: folder and file. */
export const SCRIPT_NAMES: readonly string[] = readdirSync(FOLDER, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".lua") && !file.startsWith("includes"))
  .map((file) => file.slice(0, -".lua".length));
