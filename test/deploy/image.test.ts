import assert from "node:assert/strict";
import { exec } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { before, describe, it } from "node:test";
import { promisify } from "node:util";
import { newDataDir, runProgram, startProgram } from "../support/programs.ts";
import { atEnd, redisUrl, withRedis } from "../support/redis.ts";
import { newestFirst } from "../support/runner/newest-first.ts";
import { send } from "../support/service.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { until } from "../support/until.ts";

const root = join(import.meta.dirname, "../..");
/** Maximum size of the image, and size of its base: the installed size of its Debian packages. */
const MAX_BYTES = 200e6;
const BASE_BYTES = 35e6;
const [, build = "", ...others] = readFileSync(join(root, "Dockerfile"), "utf8").split(/^FROM /m);
/** The last stage of the Dockerfile: the content of the image. */
const stage = others.at(-1) ?? "";
/** The files of the repository that the build receives. */
const built = [...build.matchAll(/^COPY (.+) \S+$/gm)].flatMap(([, sources = ""]) => sources.split(" "));

/** Parts of the image that are not the application: Node.js, its user, and the volume. */
const system = [...stage.matchAll(/^COPY --from=build (?!\/app\/)(.*)$/gm)].map(([, line]) => line);
const copies = [...stage.matchAll(/^COPY --from=(\w+) \/app\/(\S+) (\S+)$/gm)].map(
  ([, from = "", source = "", target = ""]) => ({ from, source, target }),
);
const imageEnv = Object.fromEntries(
  [...(/^ENV (.*)$/m.exec(stage)?.[1] ?? "").matchAll(/(\w+)=(\S+)/g)].map(([, name = "", value = ""]) => [
    name,
    value,
  ]),
);
const entry = JSON.parse(/^ENTRYPOINT (\[.*\])$/m.exec(stage)?.[1] ?? "[]") as string[];
const tools = copies.map(({ target }) => target).filter((target) => /^dist\/.*\.js$/.test(target));

const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
  scripts: Record<"build" | "sbom", string>;
};
const lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as {
  packages: Record<string, { version: string; dev?: boolean }>;
};

/** Links a package that `npm ci --omit=dev` installs. */
function linkPackage(source: string, target: string): void {
  mkdirSync(dirname(target), { recursive: true });
  symlinkSync(join(root, source), target);
}

/** Bytes of a file, or of all files in a folder, including link targets. */
function bytesOf(path: string): number {
  const found = statSync(path);
  if (!found.isDirectory()) return found.size;
  return readdirSync(path).reduce((sum, name) => sum + bytesOf(join(path, name)), 0);
}

describe("the container image", () => {
  const suite = atEnd();
  const app = tempFolder(suite);
  const { redis, prefix, keys } = withRedis(suite);
  /** Arguments that run a program as in the image; packages are found through links, not beside their targets. */
  const call = (program: string) => ["--preserve-symlinks", join(app, program)];
  const env = { ...imageEnv, REDIS_URL: redisUrl(), REDIS_PREFIX: prefix };

  before(async () => {
    const sources = tempFolder(suite);
    for (const name of built) cpSync(join(root, name), join(sources, name), { recursive: true });
    symlinkSync(join(root, "node_modules"), join(sources, "node_modules"));
    // Without npm, which takes half a second for each script.
    await promisify(exec)(`${scripts.build} && ${scripts.sbom} > dist/sbom.json`, { cwd: sources });
    for (const { from, source, target } of copies) {
      if (from === "packages") linkPackage(source, join(app, target));
      else cpSync(join(sources, source), join(app, target), { recursive: true });
    }
  });

  it("is described by lines of the Dockerfile that this test understands", () => {
    assert.equal(copies.length + system.length, stage.match(/^COPY /gm)?.length);
    assert.deepEqual(system, [
      "/usr/local/bin/node /usr/local/bin/node",
      "/etc/passwd /etc/group /etc/",
      "--chown=1000:1000 /volumes /",
    ]);
    assert.match(build, /^RUN npm run build && npm run -s sbom > dist\/sbom\.json$/m);
    assert.match(stage, /^USER 1000:1000$/m);
    const sent = readFileSync(join(root, ".dockerignore"), "utf8").split("\n");
    assert.deepEqual(
      built.filter((name) => !sent.includes(`!${name}`)),
      [],
    );
    assert.deepEqual(tools, ["dist/scripts/wishlist.js"]);
    assert.equal(imageEnv["NODE_ENV"], "production");
  });

  it("is smaller than 200 megabytes with Node.js and its base, and has no development files of packages", () => {
    const bytes = BASE_BYTES + bytesOf(process.execPath) + bytesOf(app);
    assert.ok(bytes < MAX_BYTES, `${bytes} bytes`);
    const isDev = ([path, { dev = false }]: [string, { dev?: boolean }]) =>
      dev && copies.some(({ from, source }) => from === "packages" && `${source}/`.startsWith(`${path}/`));
    assert.deepEqual(Object.entries(lock.packages).filter(isDev), []);
  });

  it("lists its packages: those that are compiled into the program, and those beside it", () => {
    const { bomFormat, components } = JSON.parse(readFileSync(join(app, "sbom.json"), "utf8")) as {
      bomFormat: string;
      components: { name: string; version: string }[];
    };
    assert.equal(bomFormat, "CycloneDX");
    const listed = new Set(components.map(({ name, version }) => `${name} ${version}`));
    const shipped = Object.entries(lock.packages)
      .filter(([path, { dev = false }]) => path !== "" && !dev)
      .map(([path, { version }]) => `${path.split("node_modules/").at(-1) ?? ""} ${version}`);
    assert.deepEqual(
      shipped.filter((one) => !listed.has(one)),
      [],
    );
    assert.equal(listed.size, new Set(shipped).size);
  });

  it("has all that the operator's tool needs", async () => {
    for (const tool of tools) {
      const { code, stdout, stderr } = await runProgram(
        [...call(tool), "tenant", "create", "shop", "--json"],
        env,
      );
      assert.equal(code, 0, stderr);
      assert.equal((JSON.parse(stdout) as { tenantId: string }).tenantId, "shop");
    }
  });

  it("has all that the service needs, and creates no demo tenant", async (t) => {
    const args = [...entry.slice(1, -1), ...call(entry.at(-1) ?? "")];
    await redis.del(keys.tenants);
    const dataDir = newDataDir(t);
    const service = startProgram(newestFirst(t), args, {
      ...env,
      HOST: "127.0.0.1",
      PORT: "0",
      DATA_DIR: dataDir,
      // Its code is loaded only then.
      OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:9",
    });
    const [, port = ""] = await service.says(/"port":(\d+),"msg":"listening"/);
    await until("the service is ready", async () => {
      if (!service.isRunning) throw new Error(`it ended: ${service.stdout}${service.stderr}`);
      return (await send(`http://127.0.0.1:${port}`, "GET", "/health/ready")).status === 200;
    });
    assert.deepEqual(await redis.smembers(keys.tenants), []);
    service.signal("SIGTERM");
    assert.equal((await service.end()).code, 0);
  });
});
