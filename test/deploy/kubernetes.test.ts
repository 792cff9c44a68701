import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { before, describe, it } from "node:test";
import ts from "typescript";
import { parse, parseAllDocuments } from "yaml";
import { loadConfig, ROLES } from "../../src/config.ts";
import { Environment } from "../../src/settings.ts";
import type { Json } from "../support/service.ts";

const root = join(import.meta.dirname, "../..");
const KUBERNETES = join(root, "deploy/kubernetes");
const OVERLAYS = readdirSync(join(KUBERNETES, "overlays")).map((name) => `overlays/${name}`);
const require = createRequire(import.meta.url);

/** The objects of a file. */
const objectsIn = (file: string): Json[] =>
  parseAllDocuments(readFileSync(join(KUBERNETES, file), "utf8")).map((document) => document.toJS());

const kustomizationOf = (folder: string): Json =>
  parse(readFileSync(join(KUBERNETES, folder, "kustomization.yaml"), "utf8"));

/** Files of a folder that its kustomization names, including those of its base folders. */
function resourcesOf(folder: string): string[] {
  return (kustomizationOf(folder).resources as string[]).flatMap((name) => {
    const path = join(folder, name);
    return statSync(join(KUBERNETES, path)).isDirectory() ? resourcesOf(path) : [path];
  });
}

const FILES = [...new Set(OVERLAYS.flatMap(resourcesOf))];
/** Created by the operator when it is needed; no part of an overlay. */
const BACKUP = "backup.yaml";
const OBJECTS = [...FILES, BACKUP].flatMap(objectsIn);
const ofKind = (...kinds: string[]) => OBJECTS.filter(({ kind }) => kinds.includes(kind as string));
const WORKLOADS = ofKind("Deployment", "StatefulSet", "Job");
const nameOf = ({ kind, metadata }: Json) => `${kind} ${metadata.name ?? metadata.generateName}`;
const containerOf = ({ spec }: Json): Json => spec.template.spec.containers[0];
const labelsOf = ({ spec }: Json): Json => spec.template.metadata.labels;

/** Location of a kind in the package of models: `apps/v1` is a folder, and `v1` is the core group. */
const moduleOf = ({ apiVersion, kind }: Json) => `kubernetes-models/${apiVersion}/${kind}`;

/** Errors of the compiler for objects as values of their kinds' types, including unknown members. */
function typeFaults(objects: readonly Json[]): string[] {
  const text = objects
    .map(
      (object, i) =>
        `import type { I${object.kind} as Kind${i} } from "${moduleOf(object)}";\n` +
        `export const object${i}: Kind${i} = ${JSON.stringify(object)};\n`,
    )
    .join("");
  const options = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    target: ts.ScriptTarget.ES2022,
    types: [],
  };
  // A file in memory; the packages are found from its path.
  const file = join(root, "test/objects.ts");
  const host = ts.createCompilerHost(options);
  const getSourceFile = host.getSourceFile.bind(host);
  host.getSourceFile = (name, ...rest) =>
    name === file ? ts.createSourceFile(name, text, ts.ScriptTarget.ES2022) : getSourceFile(name, ...rest);
  return ts
    .getPreEmitDiagnostics(ts.createProgram([file], options, host))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, " "));
}

describe("the manifests for Kubernetes", () => {
  const settings: Json = objectsIn("base/settings.yaml")[0];
  let exposed: Set<string>;
  before(() => {
    const source = readFileSync(join(root, "src/app/metrics/redis-metrics.ts"), "utf8");
    exposed = new Set(source.match(/wishlist_\w+/g));
  });

  it("are all part of an overlay, each once", () => {
    const all = readdirSync(KUBERNETES, { recursive: true, encoding: "utf8" }).filter(
      (file) => /^(base|overlays)\/.*\.yaml$/.test(file) && !file.endsWith("kustomization.yaml"),
    );
    assert.deepEqual([...FILES].sort(), all.sort());
    for (const overlay of OVERLAYS) {
      const names = resourcesOf(overlay).flatMap(objectsIn).map(nameOf);
      assert.equal(new Set(names).size, names.length);
    }
  });

  it("are objects of Kubernetes, without unknown members", () => {
    assert.ok(OBJECTS.length > 15);
    for (const object of OBJECTS) {
      const models = require(moduleOf(object)) as Record<
        string,
        new (data: Json) => { validate: () => void }
      >;
      const Model = models[object.kind as string];
      assert.ok(Model, nameOf(object));
      assert.doesNotThrow(() => new Model(object).validate(), nameOf(object));
    }
    const [deployment] = ofKind("Deployment");
    const misspelt = { ...deployment, spec: { ...deployment.spec, replica: 2 } };
    const [fault = "", ...more] = typeFaults([...OBJECTS, misspelt]);
    assert.match(fault, /'"replica"' does not exist/);
    assert.deepEqual(more, []);
  });

  it("run every role except all, with settings that the service accepts", () => {
    const roles: string[][] = ofKind("Deployment").map((deployment) => containerOf(deployment).args);
    assert.deepEqual(
      roles,
      ROLES.filter((role) => role !== "all").map((role) => ["--role", role]),
    );
    const secrets = {
      CREDENTIALS_KEYS: Buffer.alloc(32).toString("base64"),
      REDIS_URL: "redis://redis:6379",
    };
    const patches = OVERLAYS.map((overlay) => parse(kustomizationOf(overlay).patches[0].patch).data);
    assert.equal(patches.length, 2);
    for (const patch of patches) {
      const env = { ...secrets, ...settings.data, ...patch };
      assert.deepEqual(
        Object.keys(env).filter((name) => !(name in Environment.properties)),
        [],
      );
      for (const [, role = ""] of roles) assert.equal(loadConfig(env, role).REQUIRE_PERSISTENCE, true);
    }
  });

  it("give no container a writable root, root privileges or more rights, and limit the memory of each", () => {
    for (const workload of WORKLOADS) {
      const name = nameOf(workload);
      const { securityContext: pod, automountServiceAccountToken: hasToken } = workload.spec.template.spec;
      assert.equal(workload.spec.template.spec.containers.length, 1, name);
      const { securityContext: container, resources } = containerOf(workload);
      assert.deepEqual([pod.runAsNonRoot, pod.seccompProfile.type], [true, "RuntimeDefault"], name);
      assert.ok(pod.runAsUser > 0, name);
      assert.equal(hasToken, false, name);
      assert.deepEqual(
        container,
        {
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ["ALL"] },
        },
        name,
      );
      assert.ok(resources.requests.cpu && resources.requests.memory && resources.limits.memory, name);
    }
  });

  it("check the health at the port of the image, at existing paths", () => {
    const port = Number(/ PORT=(\d+)/.exec(readFileSync(join(root, "Dockerfile"), "utf8"))?.[1]);
    const routes = readFileSync(join(root, "src/http/routes/tenant/operations.ts"), "utf8");
    for (const deployment of ofKind("Deployment")) {
      const container = containerOf(deployment);
      assert.deepEqual(container.ports, [{ name: "http", containerPort: port }]);
      for (const probe of ["startupProbe", "livenessProbe", "readinessProbe"]) {
        const { path, port: name } = container[probe].httpGet;
        assert.ok(routes.includes(`"${path}"`), path);
        assert.equal(name, "http");
      }
      assert.equal(container.readinessProbe.httpGet.path, "/health/ready");
      assert.equal(container.livenessProbe.httpGet.path, "/health/live");
      assert.equal(deployment.spec.template.metadata.annotations["prometheus.io/port"], port.toString());
    }
    for (const { spec } of ofKind("Service"))
      for (const { port: given, targetPort } of spec.ports)
        assert.ok(targetPort === "http" || given === 6379);
  });

  it("give a pod the time to drain", () => {
    const { DRAIN_DELAY_MS: delay, DRAIN_MS: drain } = loadConfig({ ...settings.data }, "http");
    for (const { spec } of ofKind("Deployment"))
      assert.ok(spec.template.spec.terminationGracePeriodSeconds * 1000 >= delay + drain + 20_000);
  });

  it("have a disruption budget and an anti-affinity for each set of pods, with selectors that match", () => {
    const sets = ofKind("Deployment", "StatefulSet");
    for (const set of sets) {
      const labels = labelsOf(set);
      assert.deepEqual(set.spec.selector.matchLabels, labels);
      const [{ podAffinityTerm: term }] =
        set.spec.template.spec.affinity.podAntiAffinity.preferredDuringSchedulingIgnoredDuringExecution;
      assert.deepEqual(term.labelSelector.matchLabels, labels);
    }
    const selected = (kind: string) => ofKind(kind).map(({ spec }) => JSON.stringify(spec.selector));
    const all = sets.map(({ spec }) => JSON.stringify(spec.selector));
    assert.deepEqual(selected("PodDisruptionBudget").sort(), [...all].sort());
    for (const labels of selected("Service"))
      assert.ok(
        all.some((selector) => selector === `{"matchLabels":${labels}}`),
        labels,
      );
  });

  it("scale each role by its CPU, and by its backlog, with metrics that the service has", () => {
    const scalers = ofKind("HorizontalPodAutoscaler");
    assert.deepEqual(
      scalers.map(({ spec }) => spec.scaleTargetRef.name),
      ofKind("Deployment").map(({ metadata }) => metadata.name),
    );
    const external = (metrics: Json[]) =>
      metrics.flatMap((metric) =>
        metric.type === "External" ? [metric.external.metric.name as string] : [],
      );
    // While a metric cannot be read, Kubernetes removes no pods, so those of the adapter are in its own component.
    assert.deepEqual(
      scalers.flatMap(({ spec }) => external(spec.metrics)),
      [],
    );
    const component = kustomizationOf("prometheus-adapter");
    const withBacklog = scalers.map((scaler) => {
      const patches = (component.patches as Json[]).filter(
        ({ target }) => target.kind === scaler.kind && target.name === scaler.metadata.name,
      );
      const added = patches.flatMap(({ patch }) =>
        (parse(patch) as Json[]).map(({ op, path, value }) => {
          assert.deepEqual([op, path], ["add", "/spec/metrics/-"]);
          return value;
        }),
      );
      return { ...scaler, spec: { ...scaler.spec, metrics: [...scaler.spec.metrics, ...added] } };
    });
    assert.deepEqual(typeFaults(withBacklog), []);
    const byRole = withBacklog.map(({ spec }) => external(spec.metrics));
    assert.deepEqual(byRole, [[], ["wishlist_commands_waiting"], ["wishlist_outbox_events"]]);
    for (const { spec } of scalers) {
      assert.equal(spec.metrics[0].resource.name, "cpu");
      assert.ok(spec.minReplicas >= 2);
    }
    const adapter = parse(readFileSync(join(KUBERNETES, "prometheus-adapter/values.yaml"), "utf8"));
    const known = (adapter.rules.external as Json[]).map(({ seriesQuery }) => seriesQuery as string);
    assert.deepEqual(known, byRole.flat());
    assert.deepEqual(
      known.filter((name) => !exposed.has(name)),
      [],
    );
  });

  it("forbid Redis to evict, and keep its cluster at three masters with a replica each", () => {
    const stores = ofKind("StatefulSet");
    for (const store of stores) {
      const { command = [], args = [] } = containerOf(store);
      const words = [command, args].flat().join(" ");
      assert.match(words, /redis-server --appendonly yes --maxmemory-policy noeviction --maxmemory \d+gb/);
      assert.equal(store.spec.volumeClaimTemplates.length, 1);
    }
    const cluster = stores.find(({ metadata }) => metadata.name === "redis-cluster");
    assert.equal(cluster?.spec.replicas, 6);
    const [maker] = ofKind("Job").map((job) => containerOf(job).command.at(-1) as string);
    assert.match(maker ?? "", /for i in 0 1 2 3 4 5; do[^]*--cluster-replicas 1/);
  });

  it("admit to Redis only the service, and the nodes of its cluster", () => {
    const admitted = ofKind("NetworkPolicy").map(({ spec }) => [
      spec.podSelector.matchLabels,
      spec.ingress[0].from[0].podSelector.matchExpressions[0].values,
    ]);
    const workloads = WORKLOADS.map((workload) => labelsOf(workload)["app.kubernetes.io/name"] as string);
    const clients = workloads.filter((name) => name.startsWith("wishlist-"));
    assert.deepEqual(
      clients.sort(),
      ["http", "worker", "jobs", "backup"].map((name) => `wishlist-${name}`).sort(),
    );
    assert.deepEqual(
      new Map(admitted.map(([{ "app.kubernetes.io/name": store }, names]) => [store, names.sort()])),
      new Map([
        ["redis", [...clients].sort()],
        ["redis-cluster", ["create-redis-cluster", ...clients].sort()],
      ]),
    );
    assert.ok(workloads.includes("create-redis-cluster"));
  });

  it("equal the output of kustomize", (t) => {
    for (const overlay of OVERLAYS) {
      const { status, stdout, stderr, error } = spawnSync(
        "kubectl",
        ["kustomize", join(KUBERNETES, overlay)],
        { encoding: "utf8" },
      );
      if (error && "code" in error && error.code === "ENOENT") return t.skip("kubectl is not installed");
      assert.equal(status, 0, stderr);
      const objects = parseAllDocuments(stdout).map((document) => document.toJS());
      assert.deepEqual(
        objects.map(nameOf).sort(),
        resourcesOf(overlay).flatMap(objectsIn).map(nameOf).sort(),
      );
      for (const { metadata } of objects) assert.equal(metadata.namespace, "wishlist");
    }
    return undefined;
  });
});
