import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { StartRefused } from "../../errors/start-refused.ts";

const NAMES = ["redis-server", "valkey-server"];
/** Folders where package managers install servers; they may be missing in PATH. */
const USUAL_PLACES = [
  "/usr/bin",
  "/usr/local/bin",
  "/usr/sbin",
  "/opt/homebrew/bin",
  "/home/linuxbrew/.linuxbrew/bin",
];

/** Thrown if there is no Redis server. The message is for the person at the terminal. */
class RedisMissing extends StartRefused {}

function onPath(name: string): string | undefined {
  const folders = [...(process.env["PATH"] ?? "").split(delimiter), ...USUAL_PLACES].filter(
    (folder) => folder !== "",
  );
  return folders
    .map((folder) => join(folder, name))
    .find((file) => {
      try {
        accessSync(file, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}

/** Returns the path of a Redis or Valkey server on this machine; undefined if there is none. */
export function findRedisServer(): string | undefined {
  for (const name of NAMES) {
    const found = onPath(name);
    if (found) return found;
  }
  return undefined;
}

type Say = (line: string) => void;

function run(command: string[], env: Record<string, string> = {}): boolean {
  const [program = "", ...args] = command;
  const result = spawnSync(program, args, {
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, ...env },
  });
  return result.status === 0;
}

/** Returns the prefix that runs a command as root without a prompt; undefined if that is not possible. */
function rootPrefix(): string[] | undefined {
  if (process.getuid?.() === 0) return [];
  return onPath("sudo") && spawnSync("sudo", ["-n", "true"], { stdio: "ignore" }).status === 0
    ? ["sudo", "-n"]
    : undefined;
}

const POLICY = "/usr/sbin/policy-rc.d";

/** Installs a server with apt. Debian starts each service that it installs; the policy file prevents this meanwhile. */
function installByApt(root: string[]): boolean {
  const quiet = { DEBIAN_FRONTEND: "noninteractive" };
  run([...root, "apt-get", "update", "-qq"], quiet);
  const install = ["apt-get", "install", "-y", "-qq", "--no-install-recommends", "redis-server"];
  const isPolicyOurs = root.length === 0 && !existsSync(POLICY);
  if (isPolicyOurs) writeFileSync(POLICY, "#!/bin/sh\nexit 101\n", { mode: 0o755 });
  try {
    return run([...root, ...install], quiet);
  } finally {
    if (isPolicyOurs) rmSync(POLICY, { force: true });
    // The installed service must not run, neither now nor after the next boot.
    if (onPath("systemctl")) run([...root, "systemctl", "disable", "--now", "redis-server"], quiet);
  }
}

/** Ways to install a server without a prompt, by the program that does it. */
const INSTALLERS: { program: string; needsRoot: boolean; install: (root: string[]) => boolean }[] = [
  { program: "apt-get", needsRoot: true, install: installByApt },
  {
    program: "dnf",
    needsRoot: true,
    install: (root) =>
      run([...root, "dnf", "install", "-y", "-q", "redis"]) ||
      run([...root, "dnf", "install", "-y", "-q", "valkey"]),
  },
  { program: "apk", needsRoot: true, install: (root) => run([...root, "apk", "add", "--quiet", "redis"]) },
  { program: "brew", needsRoot: false, install: () => run(["brew", "install", "--quiet", "redis"]) },
];

/**
 * Returns the path of a Redis or Valkey server. If there is none, it is installed with the system's package manager, if
 * that needs no password. Otherwise throws {@link RedisMissing} with instructions.
 */
export function ensureRedisServer(say: Say): string {
  const found = findRedisServer();
  if (found) return found;
  const root = rootPrefix();
  for (const { program, needsRoot, install } of INSTALLERS) {
    if (!onPath(program) || (needsRoot && !root)) continue;
    say(
      `No Redis server found: installing one with ${program}. It is started only together with this program.`,
    );
    if (install(root ?? [])) {
      const installed = findRedisServer();
      if (installed) return installed;
    }
  }
  throw new RedisMissing(
    "No Redis server was found, and none could be installed: there is no network, or a password is needed.\n" +
      "Install redis-server or valkey-server (7.0 or newer), or set REDIS_URL to a running server.",
  );
}
