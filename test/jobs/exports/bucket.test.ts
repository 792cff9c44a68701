import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import fc from "fast-check";
import { RetryLater } from "../../../src/jobs/exports/connector.ts";
import { Bucket } from "../../../src/jobs/exports/connectors/bucket.ts";
import { startS3 } from "../../support/platforms/s3.ts";
import type { Cleanup } from "../../support/redis.ts";
import { until } from "../../support/until.ts";

const MB = 1024 * 1024;
const { signal } = new AbortController();

/** Keys with characters that have a meaning in XML, in addresses, in forms or in the signature. */
const KEYS = [
  "a&b",
  "a&amp;b",
  "a<b>c",
  `it's "quoted"`,
  "with space",
  "with+plus",
  "100%",
  "a%26b",
  "a;b=c?d#e",
  "(a)*!~$@,:",
  "back\\slash",
  "Äpfel & Öl",
  "願い事",
  "🎁/wish<list>",
];

async function newBucket(t: Cleanup, options: { timeoutMs?: number } = {}) {
  const store = await startS3(t);
  const bucket = new Bucket({
    address: `${store.url}/exports`,
    region: "us-east-1",
    accessKeyId: "AKIA",
    secretAccessKey: "s3-secret",
    allowPrivate: true,
    ...options,
  });
  t.after(() => bucket.close());
  return { store, bucket };
}

async function keysOf(bucket: Bucket, prefix: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const some of bucket.list(prefix)) keys.push(...some);
  return keys;
}

/** An answer of the store in place of its own. */
const body = (text: string) => ({ when: "before" as const, what: { status: 200, body: text } });

describe("a bucket", () => {
  it("writes, lists, reads and deletes objects whose keys have any characters", async (t) => {
    const { store, bucket } = await newBucket(t);
    for (const key of KEYS) await bucket.put(`all/${key}`, Buffer.from(key), "text/plain");
    assert.deepEqual(
      [...store.objects.keys()],
      KEYS.map((key) => `all/${key}`),
    );
    const sorted = KEYS.map((key) => `all/${key}`).sort();
    assert.deepEqual(await keysOf(bucket, "all/"), sorted);
    for (const key of KEYS) {
      assert.deepEqual(
        await keysOf(bucket, `all/${key}`),
        sorted.filter((each) => each.startsWith(`all/${key}`)),
      );
      assert.equal((await bucket.get(`all/${key}`))?.toString(), key);
      await bucket.delete(`all/${key}`);
      assert.equal(await bucket.get(`all/${key}`), undefined);
    }
    assert.equal(store.objects.size, 0);
  });

  it("waits longer for the store to join the parts of an object than for other answers", async (t) => {
    const timeoutMs = 2000;
    const { store, bucket } = await newBucket(t, { timeoutMs });
    const folder = await mkdtemp(join(tmpdir(), "bucket-"));
    t.after(() => rm(folder, { recursive: true }));
    const file = join(folder, "large");
    await writeFile(file, Buffer.alloc(9 * MB));
    let answer = (): void => undefined;
    const late = new Promise<void>((resolve) => (answer = resolve));
    // The requests before it begin the upload and send its two parts.
    store.faults.push(undefined, undefined, undefined, { when: "after", what: late });
    const uploaded = bucket.upload(file, "large", "text/plain", signal);
    await until("the parts are joined", () => store.objects.has("large"));
    await pause(2 * timeoutMs);
    answer();
    await uploaded;
    assert.equal(store.requests.length, 4);
  });

  it("signs the request for any key", async (t) => {
    const { store, bucket } = await newBucket(t);
    // An address cannot have a segment of only dots.
    const keys = fc
      .array(
        fc.string({ unit: "grapheme", minLength: 1 }).filter((part) => !/^\.{1,2}$/.test(part)),
        { minLength: 1, maxLength: 3 },
      )
      .map((parts) => parts.join("/"));
    await fc.assert(
      fc.asyncProperty(keys, async (key) => {
        await bucket.put(key, Buffer.from("x"), "text/plain");
        assert.deepEqual([...store.objects.keys()], [key]);
        await bucket.delete(key);
        assert.equal(store.objects.size, 0);
      }),
      { numRuns: 50 },
    );
  });

  it("uploads a large file under such a key", async (t) => {
    const { store, bucket } = await newBucket(t);
    const folder = await mkdtemp(join(tmpdir(), "bucket-"));
    t.after(() => rm(folder, { recursive: true }));
    await writeFile(join(folder, "large"), Buffer.alloc(9 * MB, "wishes\n"));
    await bucket.upload(join(folder, "large"), "Äpfel & <Öl>", "text/plain", signal);
    assert.deepEqual([...store.objects.keys()], ["Äpfel & <Öl>"]);
    assert.equal(store.uploads.size, 0);
  });

  it("sees an error after white space that kept the connection open", async (t) => {
    const { store, bucket } = await newBucket(t);
    const folder = await mkdtemp(join(tmpdir(), "bucket-"));
    t.after(() => rm(folder, { recursive: true }));
    await writeFile(join(folder, "large"), Buffer.alloc(9 * MB));
    const failed = `  \n <?xml version="1.0"?>\n<Error><Code>InternalError</Code></Error>`;
    store.faults.push(undefined, undefined, undefined, body(failed));
    await assert.rejects(bucket.upload(join(folder, "large"), "large", "text/plain", signal), RetryLater);
    assert.deepEqual([store.objects.size, store.uploads.size], [0, 0]);
  });

  it("tries again if the store names a temporary fault, whatever the status is", async (t) => {
    const { store, bucket } = await newBucket(t);
    const error = `<?xml version="1.0"?><Error xmlns="http://s3.example"><Code>RequestTimeout</Code></Error>`;
    store.faults.push({ when: "before", what: { status: 400, body: error } });
    await bucket.put("a", Buffer.from("x"), "text/plain");
    assert.deepEqual([store.faults, store.requests.length], [[], 2]);
  });

  it("reports an answer that is not a list as an error, not as an empty bucket", async (t) => {
    const { store, bucket } = await newBucket(t);
    await bucket.put("a", Buffer.from("x"), "text/plain");
    for (const text of ["", "ok", "<html><p>Sign in</html>", "<Other/>", "<ListBucketResult><Contents>"]) {
      store.faults.push(body(text));
      await assert.rejects(keysOf(bucket, ""), /did not answer with a list/);
    }
    assert.deepEqual(await keysOf(bucket, ""), ["a"]);
  });
});
