import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { StartRefused } from "../../store/start-refused.ts";

const NAMES = ["redis-server", "valkey-server"];
/** Where package managers put servers, also when it is not on the path. */
const USUAL_PLACES = [
  "/usr/bin",
  "/usr/local/bin",
  "/usr/sbin",
  "/opt/homebrew/bin",
  "/home/linuxbrew/.linuxbrew/bin",
];

/** The service cannot start; the message is for the person at the terminal. */
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

/** A Redis or Valkey server on this machine. */
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

/** Prefix of a command to run it as root without a prompt; undefined if that is not possible. */
function rootPrefix(): string[] | undefined {
  if (process.getuid?.() === 0) return [];
  return onPath("sudo") && spawnSync("sudo", ["-n", "true"], { stdio: "ignore" }).status === 0
    ? ["sudo", "-n"]
    : undefined;
}

const POLICY = "/usr/sbin/policy-rc.d";

/** Debian starts a service it installs. The policy file forbids it for as long as the installation takes. */
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
    // Nothing of it stays running, now or after the next boot.
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
 * A Redis or Valkey server, installed with the system's package manager if there is none and that needs no password.
 * Throws {@link RedisMissing} with instructions otherwise.
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
      "Install redis-server or valkey-server (7.0 or newer), or set REDIS_URL to a server that runs.",
  );
}
