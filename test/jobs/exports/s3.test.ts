import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { appendFile, mkdtemp, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it } from "node:test";
import { checkServerIdentity, type PeerCertificate } from "node:tls";
import { type Connector, Refused, RetryLater } from "../../../src/jobs/exports/connector.ts";
import { bucketUrl, openS3 } from "../../../src/jobs/exports/connectors/s3.ts";
import { itemOf, itemsOf, newContext } from "../../support/platforms/records.ts";
import { startS3 } from "../../support/platforms/s3.ts";
import { answers, busy, cut, type Fault } from "../../support/platforms/server.ts";
import type { Cleanup } from "../../support/redis.ts";
import { given } from "../../support/service.ts";
import { until } from "../../support/until.ts";

const MB = 1024 * 1024;
const { signal } = new AbortController();

/** A run's file as its connector writes it: under a temporary name until it is complete. */
async function newFile(t: Cleanup, content: Buffer | string = ""): Promise<Connector & { path: string }> {
  const folder = await mkdtemp(join(tmpdir(), "s3-"));
  t.after(() => rm(folder, { recursive: true }));
  const path = join(folder, "run1.ndjson.gz");
  await appendFile(`${path}.part`, content);
  return {
    path,
    limits: { records: 10 },
    send: async ({ records }) => {
      await appendFile(`${path}.part`, records.map((record) => `${JSON.stringify(record)}\n`).join(""));
      return { accepted: records.length, rejected: [] };
    },
    finish: async () => {
      if (!existsSync(path)) await rename(`${path}.part`, path);
      return { file: path };
    },
  };
}

const settingsAt = (baseUrl: string) => ({
  type: "s3" as const,
  format: "ndjson" as const,
  gzip: true,
  baseUrl,
  bucket: "exports",
  region: "eu-central-1",
  prefix: "wishes/daily",
  accessKeyId: "AKIA",
  secretAccessKey: "s3-secret",
});

async function newUpload(t: Cleanup, content?: Buffer | string) {
  const store = await startS3(t);
  const file = await newFile(t, content);
  const open = (changes = {}) => {
    const connector = openS3({ ...settingsAt(store.url), ...changes }, newContext(), file);
    t.after(() => connector.close?.());
    return connector;
  };
  const finish = async (changes = {}) => given(await open(changes).finish?.(1, signal));
  return { store, file, open, finish };
}

const KEY = "wishes/daily/ex1/run1.ndjson.gz";
const digest = (data: Buffer) => createHash("sha256").update(data).digest("hex");
/** Three parts. */
const large = Buffer.alloc(17 * MB, "a line of wishes\n");

describe("openS3", () => {
  it("uploads the file of a run when it is complete, and keeps no copy", async (t) => {
    const { store, file, open } = await newUpload(t);
    const connector = open();
    assert.equal(connector.limits.records, 10);
    const records = itemsOf(3);
    assert.equal((await connector.send({ id: "b1", records }, signal)).accepted, 3);
    assert.equal(store.requests.length, 0);
    assert.deepEqual(await connector.finish?.(1, signal), { file: `s3://exports/${KEY}` });
    const { type, body } = given(store.objects.get(KEY));
    assert.equal(type, "application/gzip");
    assert.equal(body.toString(), records.map((record) => `${JSON.stringify(record)}\n`).join(""));
    assert.ok(!existsSync(file.path));
  });

  it("uploads a large file in parts", async (t) => {
    const { store, finish } = await newUpload(t, large);
    await finish();
    assert.equal(digest(given(store.objects.get(KEY)).body), digest(large));
    const puts = store.requests.filter(({ method }) => method === "PUT");
    assert.deepEqual(
      puts.map(({ body }) => body.length / MB),
      [8, 8, 1],
    );
    assert.equal(store.uploads.size, 0);
  });

  it("uploads an empty file too", async (t) => {
    const { store, finish } = await newUpload(t);
    await finish();
    assert.equal(given(store.objects.get(KEY)).body.length, 0);
  });

  it("repeats a part if the store was busy or the connection was cut", async (t) => {
    const { store, finish } = await newUpload(t, large);
    store.faults.push(undefined, cut("before"), undefined, answers(503), cut("after"));
    await finish();
    assert.equal(digest(given(store.objects.get(KEY)).body), digest(large));
    assert.deepEqual(store.faults, []);
    assert.equal(store.requests.filter(({ path }) => path.endsWith("?uploads")).length, 1);
  });

  it("leaves no parts behind if it fails, and succeeds the next time", async (t) => {
    const { store, file, finish } = await newUpload(t, large);
    const broken: Fault = {
      when: "before",
      what: { status: 200, body: "<Error><Code>InternalError</Code></Error>" },
    };
    // The start, three parts, and the completion that fails after its 200.
    store.faults.push(...Array<undefined>(4), broken);
    await assert.rejects(finish(), RetryLater);
    assert.deepEqual([store.uploads.size, store.objects.size, existsSync(file.path)], [0, 0, true]);
    store.faults.push(busy(60));
    await assert.rejects(finish(), (err) => err instanceof RetryLater && err.afterMs === 60_000);
    await finish();
    assert.equal(digest(given(store.objects.get(KEY)).body), digest(large));
  });

  it("creates the same object again if only the last answer was lost, and then none", async (t) => {
    const { store, file, finish } = await newUpload(t, large);
    store.faults.push(...Array<undefined>(4), cut("after"));
    await assert.rejects(finish(), RetryLater);
    const made = { file: `s3://exports/${KEY}` };
    assert.deepEqual(await finish(), made);
    assert.equal(digest(given(store.objects.get(KEY)).body), digest(large));
    const before = store.requests.length;
    assert.deepEqual(await finish(), made);
    assert.equal(store.requests.length, before);
    assert.ok(!existsSync(file.path));
  });

  it("stops an aborted upload, and leaves no parts behind", async (t) => {
    const { store, open } = await newUpload(t, large);
    store.faults.push(undefined, undefined, { when: "before", what: "silence" });
    const aborting = new AbortController();
    const finishing = open().finish?.(1, aborting.signal);
    await until("the second part", () => store.requests.length === 3);
    aborting.abort();
    await assert.rejects(given(finishing), { name: "AbortError" });
    assert.deepEqual([store.uploads.size, store.objects.size], [0, 0]);
  });

  it("is refused with wrong credentials or for a wrong bucket, and shows no secret", async (t) => {
    const { finish } = await newUpload(t, "wishes");
    for (const wrong of [{ secretAccessKey: "wrong-secret" }, { bucket: "elsewhere" }]) {
      await assert.rejects(
        finish(wrong),
        (err: Error) => err instanceof Refused && !/wrong-secret|s3-secret/.test(err.message),
      );
    }
  });

  it("addresses a bucket by its host name at Amazon, and by path elsewhere, unless set otherwise", () => {
    const { baseUrl: _, ...atAmazon } = settingsAt("");
    const elsewhere = settingsAt("https://s3.example.com/");
    assert.equal(bucketUrl(atAmazon), "https://exports.s3.eu-central-1.amazonaws.com");
    assert.equal(
      bucketUrl({ ...atAmazon, pathStyle: true }),
      "https://s3.eu-central-1.amazonaws.com/exports",
    );
    assert.equal(bucketUrl(elsewhere), "https://s3.example.com/exports");
    assert.equal(bucketUrl({ ...elsewhere, pathStyle: false }), "https://exports.s3.example.com");
  });

  it("addresses every bucket at Amazon by a host name of Amazon's certificate", () => {
    const { baseUrl: _, ...atAmazon } = settingsAt("");
    const host = "s3.eu-central-1.amazonaws.com";
    const certificate = { subjectaltname: `DNS:${host}, DNS:*.${host}` } as PeerCertificate;
    for (const bucket of ["exports", "exports.shop.example"]) {
      const { hostname } = new URL(bucketUrl({ ...atAmazon, bucket }));
      assert.equal(checkServerIdentity(hostname, certificate), undefined, hostname);
    }
  });

  it("refuses an invalid URL", async (t) => {
    const { finish } = await newUpload(t, "wishes");
    await assert.rejects(finish({ pathStyle: false }), Refused);
  });

  it("writes under the export's id only, if there is no prefix", async (t) => {
    const store = await startS3(t);
    const { prefix: _, ...settings } = settingsAt(store.url);
    const connector = openS3(settings, newContext(), await newFile(t, JSON.stringify(itemOf(1))));
    t.after(() => connector.close?.());
    await connector.finish?.(1, signal);
    assert.deepEqual([...store.objects.keys()], ["ex1/run1.ndjson.gz"]);
  });
});
