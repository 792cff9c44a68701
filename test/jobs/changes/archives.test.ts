import assert from "node:assert/strict";
import { mkdtemp, readdir, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it } from "node:test";
import { FileArchive } from "../../../src/jobs/changes/file-archive.ts";
import { S3Archive } from "../../../src/jobs/changes/s3-archive.ts";
import { forgetArchived } from "../../../src/jobs/changes/sweep-archives.ts";
import { Bucket } from "../../../src/jobs/exports/connectors/bucket.ts";
import type { Archive } from "../../../src/store/changes/archive.ts";
import { startS3 } from "../../support/platforms/s3.ts";
import { answers, busy, cut } from "../../support/platforms/server.ts";
import type { Cleanup } from "../../support/redis.ts";

async function newFiles(t: Cleanup) {
  const root = await mkdtemp(join(tmpdir(), "archive-"));
  t.after(() => rm(root, { recursive: true, force: true }));
  return { root, archive: new FileArchive(root) };
}

async function newS3(t: Cleanup, { secret = "s3-secret", bucket: name = "exports" } = {}) {
  const store = await startS3(t);
  const bucket = new Bucket({
    address: `${store.url}/${name}`,
    region: "us-east-1",
    accessKeyId: "AKIA",
    secretAccessKey: secret,
    allowPrivate: true,
  });
  t.after(() => bucket.close());
  return { store, archive: new S3Archive(bucket, "changes/one") };
}

const KINDS: Record<string, (t: Cleanup) => Promise<{ archive: Archive }>> = { files: newFiles, s3: newS3 };

async function listOf(archive: Archive, tenant?: string): Promise<string[]> {
  const names: string[] = [];
  for await (const some of archive.list(tenant)) names.push(...some);
  return names.sort();
}

for (const [kind, open] of Object.entries(KINDS)) {
  describe(`the archive ${kind}`, () => {
    it("returns what was written, and undefined for a missing segment", async (t) => {
      const { archive } = await open(t);
      assert.equal(archive.kind, kind);
      const content = Buffer.from([0, 255, 31, 139, 10]);
      await archive.write("shop/..~1-0~2-a.ndjson.gz", content);
      assert.deepEqual(await archive.read("shop/..~1-0~2-a.ndjson.gz"), content);
      assert.equal(await archive.read("shop/default~1-0~2-b.ndjson.gz"), undefined);
      assert.equal(await archive.read("other/default~1-0~2-b.ndjson.gz"), undefined);
    });

    it("lists and removes all segments, or those of a tenant", async (t) => {
      const { archive } = await open(t);
      assert.deepEqual(await listOf(archive), []);
      const names = Array.from({ length: 8 }, (_, i) => `shop/default~${i}-0~2-a.ndjson.gz`);
      const others = ["shop-2/default~1-0~2-a.ndjson.gz", "sho/default~1-0~2-a.ndjson.gz"];
      for (const name of [...names, ...others]) await archive.write(name, Buffer.from(name));
      assert.deepEqual(await listOf(archive), [...names, ...others].sort());
      assert.deepEqual(await listOf(archive, "shop"), names);
      await archive.remove(names.slice(0, 2));
      await archive.remove(names.slice(0, 3));
      assert.deepEqual(await listOf(archive, "shop"), names.slice(3));
      await forgetArchived([archive], "shop");
      assert.deepEqual(await listOf(archive), [...others].sort());
      await archive.write(names[0] ?? "", Buffer.from("again"));
      assert.deepEqual(await listOf(archive, "shop"), names.slice(0, 1));
    });
  });
}

describe("the archive files", () => {
  it("reports an unmounted disk as an error, not as lost segments", async (t) => {
    const { root, archive } = await newFiles(t);
    const name = "shop/default~1-0~2-a.ndjson.gz";
    await archive.write(name, Buffer.from("x"));
    await rename(root, `${root}-away`);
    t.after(() => rm(`${root}-away`, { recursive: true, force: true }));
    await assert.rejects(archive.read(name), { code: "ENOENT" });
    assert.deepEqual(await listOf(archive), []);
    await rename(`${root}-away`, root);
    assert.equal((await archive.read(name))?.toString(), "x");
  });

  it("keeps no empty directory of a tenant, and ignores other files", async (t) => {
    const { root, archive } = await newFiles(t);
    await writeFile(join(root, "mark.directory"), "");
    await archive.write("shop/a~1-0~2-a.ndjson.gz", Buffer.from("x"));
    await archive.remove(await listOf(archive));
    assert.deepEqual(await readdir(root), ["mark.directory"]);
  });
});

describe("the archive s3", () => {
  it("tries again if the store is busy or the connection is cut", async (t) => {
    const { store, archive } = await newS3(t);
    store.faults.push(answers(503), undefined, cut("before"), undefined, busy(0));
    await archive.write("shop/a~1-0~2-a.ndjson.gz", Buffer.from("x"));
    assert.equal((await archive.read("shop/a~1-0~2-a.ndjson.gz"))?.toString(), "x");
    assert.deepEqual(await listOf(archive), ["shop/a~1-0~2-a.ndjson.gz"]);
    assert.deepEqual(store.faults, []);
    assert.deepEqual([...store.objects.keys()], ["changes/one/shop/a~1-0~2-a.ndjson.gz"]);
  });

  it("reports a segment of more than 1 MiB as an error, and does not return a part of it", async (t) => {
    const { archive } = await newS3(t);
    const name = "shop/a~1-0~2-a.ndjson.gz";
    await archive.write(name, Buffer.alloc(1024 * 1024));
    assert.equal((await archive.read(name))?.length, 1024 * 1024);
    await archive.write(name, Buffer.alloc(1024 * 1024 + 1));
    await assert.rejects(archive.read(name), /larger than 1 MiB/);
  });

  it("reports a refusal or a missing bucket as an error, not as lost segments, and shows no secret", async (t) => {
    for (const wrong of [{ secret: "wrong-secret" }, { bucket: "elsewhere" }]) {
      const { archive } = await newS3(t, wrong);
      const refused = (err: Error) => /40[34]/.test(err.message) && !err.message.includes("wrong-secret");
      await assert.rejects(archive.read("shop/a~1-0~2-a.ndjson.gz"), refused);
      await assert.rejects(archive.write("shop/a~1-0~2-a.ndjson.gz", Buffer.from("x")), refused);
    }
  });
});
