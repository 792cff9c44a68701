import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Redis } from "ioredis";
import { type Config, ConfigError, isWorkerOnly } from "../../config.ts";
import { FileArchive } from "../../jobs/changes/file-archive.ts";
import type { S3Archive } from "../../jobs/changes/s3-archive.ts";
import type { Lifecycle } from "../../lifecycle.ts";
import type { Archives } from "../../store/changes/archive.ts";
import type { Keys } from "../../store/keys/keys.ts";
import { archiveDirectory, type Layout } from "../../store/layout/layout.ts";

interface ArchivesParts {
  config: Readonly<Config>;
  lifecycle: Lifecycle;
  redis: Redis;
  keys: Keys;
  layout: Layout;
}

/**
 * Opens the S3-compatible storage from the settings; undefined if there is none. Its address may be private, because
 * the operator chose it.
 */
async function openS3(folder: string, { config, lifecycle }: ArchivesParts): Promise<S3Archive | undefined> {
  const {
    CHANGES_BUCKET_URL: address,
    CHANGES_BUCKET_REGION: region,
    CHANGES_BUCKET_KEY_ID: accessKeyId = "",
    CHANGES_BUCKET_SECRET: secretAccessKey = "",
  } = config;
  if (address === undefined) return undefined;
  // Imported here: with their HTTP client they would be a third of the code of a worker, and few services have a
  // bucket.
  const [{ Bucket }, { S3Archive }] = await Promise.all([
    import("../../jobs/exports/connectors/bucket.ts"),
    import("../../jobs/changes/s3-archive.ts"),
  ]);
  const bucket = new Bucket({ address, region, accessKeyId, secretAccessKey, allowPrivate: true });
  lifecycle.own("archive of changes", bucket, (part) => part.close());
  return new S3Archive(bucket, `changes/${folder}`);
}

/**
 * Makes sure that all processes that move changes to files, or read them, use the same directory: the first process
 * writes a marker file there, and the others look for it.
 *
 * @throws {ConfigError} if it is missing
 */
async function expectOneDirectory(root: string, { redis, keys }: ArchivesParts): Promise<void> {
  await mkdir(root, { recursive: true, mode: 0o700 });
  const markOf = (id: string) => join(root, `${id}.directory`);
  const own = randomBytes(6).toString("hex");
  const known = await archiveDirectory(redis, keys);
  if (known === undefined) await writeFile(markOf(own), "");
  const agreed = known ?? (await archiveDirectory(redis, keys, own));
  if (existsSync(markOf(agreed ?? own))) return;
  throw new ConfigError(
    `CHANGES_HOT_HOURS needs one DATA_DIR for all processes, or CHANGES_BUCKET_URL: older changes are in another directory, which has the file ${agreed ?? own}.directory (if that directory is lost permanently, create this file in ${root})`,
  );
}

/** Opens the archives of older changes, according to the settings. */
export async function openArchives(parts: ArchivesParts): Promise<Archives> {
  const { config, layout } = parts;
  // Installations may share a bucket, so each has its own folder; a restored backup has the same one again.
  const folder = layout.signatureOf("archive of changes").toString("hex").slice(0, 16);
  const root = join(config.DATA_DIR, "changes", folder);
  const s3 = await openS3(folder, parts);
  if (config.CHANGES_HOT_HOURS !== undefined && !s3 && !isWorkerOnly(config))
    await expectOneDirectory(root, parts);
  const files = new FileArchive(root);
  if (!s3) return { target: files, byKind: { files } };
  return { target: s3, byKind: { files, s3 } };
}
