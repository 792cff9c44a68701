import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { parse, parseDocument } from "yaml";
import type { Json } from "../support/service.ts";

const root = join(import.meta.dirname, "../..");
const read = (file: string) => readFileSync(join(root, file), "utf8");
const specOf = ({ spec }: Json): Json => spec.template.spec;
const first = (text: string): Json => parse(text.split(/^---$/m)[0] ?? "");

describe("the job for Kubernetes that makes a backup", () => {
  const backup: Json = parseDocument(read("deploy/kubernetes/backup.yaml")).toJS();
  const jobs = first(read("deploy/kubernetes/base/jobs.yaml"));
  const [container] = specOf(backup).containers;
  const [ofJobs] = specOf(jobs).containers;

  it("has the image, settings, secret, volume and user of the service", () => {
    for (const member of ["securityContext", "volumes"])
      assert.deepEqual(specOf(backup)[member], specOf(jobs)[member], member);
    for (const member of ["envFrom", "volumeMounts", "securityContext"])
      assert.deepEqual(container[member], ofJobs[member], member);
    const { images } = parse(read("deploy/kubernetes/base/kustomization.yaml"));
    assert.equal(container.image, `${ofJobs.image}:${images[0].newTag}`);
  });

  it("runs the operator's tool of the image, with a file of its own", () => {
    assert.deepEqual(container.command, ["node", "dist/scripts/wishlist.js"]);
    assert.ok(
      read("Dockerfile").includes(`docker exec <container> ${container.command.join(" ")} <command>`),
    );
    const [{ name, valueFrom }] = container.env;
    assert.deepEqual(valueFrom, { fieldRef: { fieldPath: "metadata.name" } });
    assert.deepEqual(container.args, ["backup", `/data/$(${name}).backup`]);
  });
});
