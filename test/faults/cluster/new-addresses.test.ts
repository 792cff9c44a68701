import assert from "node:assert/strict";
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { promisify } from "node:util";
import { parseAllDocuments } from "yaml";
import { newestFirst } from "../../support/runner/newest-first.ts";
import { tempFolder } from "../../support/temp-folder.ts";
import { until } from "../../support/until.ts";

const NODES = [0, 1, 2, 3, 4, 5];
const MANIFESTS = join(import.meta.dirname, "../../../deploy/kubernetes/overlays/cluster");

/** The shell script of a workload of the manifests. */
function scriptOf(file: string, kind: string): string {
  const text = readFileSync(join(MANIFESTS, file), "utf8");
  const objects = parseAllDocuments(text).map((document) => document.toJS() as Record<string, unknown>);
  const found = objects.find((object) => object["kind"] === kind) as {
    spec: { template: { spec: { containers: [{ command: string[] }] } } };
  };
  return found.spec.template.spec.containers[0].command.at(-1) ?? "";
}

/** Addresses of the nodes, all different in each round. Linux has all of 127.0.0.0/8 without configuration. */
const addressOf = (round: number, i: number) => `127.77.${round}.${i + 1}`;

const skip = process.platform !== "linux" && "only Linux has these addresses";

describe("the Redis Cluster of the manifests", { skip }, () => {
  it("comes back with its data after all nodes have got new addresses", async (t) => {
    const suite = newestFirst(t);
    const folder = tempFolder(suite);
    // Instead of the DNS of Kubernetes.
    const [bin, hosts] = [join(folder, "bin"), join(folder, "hosts")];
    mkdirSync(bin);
    const addProgram = (name: string, lines: string[]) => {
      writeFileSync(join(bin, name), ["#!/bin/sh", ...lines, ""].join("\n"));
      chmodSync(join(bin, name), 0o700);
    };
    addProgram("getent", [`grep " $2$" '${hosts}'`]);
    addProgram("redis-cli", [
      `if [ "$1" = -h ]; then ip=$(getent hosts "$2" | cut -d' ' -f1); host=\${ip:-$2}; shift 2; fi`,
      `PATH='${process.env["PATH"] ?? ""}' exec redis-cli \${host:+-h $host} "$@"`,
    ]);
    const env = { PATH: `${bin}:${process.env["PATH"] ?? ""}` };
    const run = promisify(execFile);
    const cli = async (address: string, ...words: string[]) =>
      (await run("redis-cli", ["-h", address, ...words], { env })).stdout;
    /** Whether each node of a round is in a healthy cluster with all others. */
    const isComplete = async (round: number) => {
      const addresses = NODES.map((i) => addressOf(round, i));
      for (const address of addresses) {
        const nodes = await cli(address, "cluster", "nodes");
        if (!addresses.every((other) => nodes.includes(` ${other}:`))) return false;
        if (!(await cli(address, "cluster", "info")).includes("cluster_state:ok")) return false;
      }
      return true;
    };

    const start = (round: number): ChildProcess[] => {
      const lines = NODES.map((i) => `${addressOf(round, i)} redis-cluster-${i}.redis-cluster\n`);
      writeFileSync(hosts, lines.join(""));
      return NODES.map((i) => {
        const [address, dir] = [addressOf(round, i), join(folder, `node-${i}`)];
        mkdirSync(dir, { recursive: true });
        const script = `${scriptOf("redis-cluster.yaml", "StatefulSet").trimEnd()} --bind ${address} --dir '${dir}'`;
        // A group of its own, like the processes of a container, which all end together.
        const options = { env: { ...env, POD_IP: address }, stdio: "ignore", detached: true } as const;
        const node = spawn("sh", ["-c", script], options);
        suite.after(() => stop([node]));
        return node;
      });
    };
    const stop = async (nodes: ChildProcess[]) => {
      for (const node of nodes) {
        if (node.exitCode !== null || node.signalCode !== null) continue;
        const ended = once(node, "exit");
        process.kill(-(node.pid ?? 0), "SIGKILL");
        await ended;
      }
    };

    const first = start(0);
    await run("sh", ["-ec", scriptOf("create-cluster.yaml", "Job")], { env });
    await until("the cluster is created", () => isComplete(0), 60_000);
    await cli(addressOf(0, 0), "-c", "set", "wish", "tent");
    // The append-only file is written each second.
    await new Promise((resolve) => setTimeout(resolve, 1500));
    await stop(first);

    start(1);
    const after = addressOf(1, 0);
    const isBack = () => isComplete(1).catch(() => false);
    await until("the cluster has its new addresses", isBack, 120_000);
    assert.equal((await cli(after, "-c", "get", "wish")).trim(), "tent");
    // A second run of the job changes nothing.
    await run("sh", ["-ec", scriptOf("create-cluster.yaml", "Job")], { env });
    assert.equal((await cli(after, "-c", "get", "wish")).trim(), "tent");
  });
});
