import { existsSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { basename } from "node:path";
import Type from "typebox";
import { ownValue } from "../../../collections/own-value.ts";
import type { Connector } from "../connector.ts";
import { BASE_URL } from "./base-url.ts";
import { Bucket } from "./bucket.ts";
import type { ConnectorContext } from "./context.ts";
import { FileSettings, UPLOADED } from "./file.ts";

export const S3Settings = Type.Object(
  {
    type: Type.Literal("s3"),
    format: FileSettings.properties.format,
    gzip: FileSettings.properties.gzip,
    baseUrl: Type.Optional(
      Type.String({
        ...BASE_URL,
        description: "Address of the S3 store; the address of Amazon's region by default.",
      }),
    ),
    region: Type.Optional(
      Type.String({
        pattern: "^[a-z0-9-]{1,40}$",
        "x-must": "be a region such as eu-central-1",
        description: "us-east-1 by default.",
      }),
    ),
    bucket: Type.String({
      pattern: "^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$",
      "x-must": "have 3 to 63 lower-case letters, digits, dots and hyphens",
    }),
    prefix: Type.Optional(
      Type.String({
        maxLength: 500,
        pattern: "^[A-Za-z0-9][\\w.=-]*(/[A-Za-z0-9][\\w.=-]*)*$",
        "x-must": "be the name of a folder, such as wishes/2026",
        description: "Folder of the objects, without a slash at its end.",
      }),
    ),
    pathStyle: Type.Optional(
      Type.Boolean({
        description:
          "Whether the bucket is in the path, not in the host name; true by default if baseUrl is given or the bucket's name has dots.",
      }),
    ),
    accessKeyId: Type.String({
      maxLength: 200,
      pattern: "^[!-~]+$",
      "x-must": "have only printable ASCII characters and no spaces",
    }),
    secretAccessKey: Type.String({ minLength: 1, maxLength: 200 }),
  },
  { additionalProperties: false },
);
type Settings = Type.Static<typeof S3Settings>;

const CONTENT_TYPES: Record<string, string> = {
  ndjson: "application/x-ndjson",
  csv: "text/csv; charset=utf-8",
  gz: "application/gzip",
};

/**
 * Returns the address of the bucket. If its name has dots, it is in the path: a certificate for all buckets of a host is
 * valid for names without dots only.
 */
export function bucketUrl({ baseUrl, bucket, region = "us-east-1", pathStyle }: Settings): string {
  const base = (baseUrl ?? `https://s3.${region}.amazonaws.com`).replace(/\/+$/, "");
  if (pathStyle ?? (baseUrl !== undefined || bucket.includes("."))) return `${base}/${bucket}`;
  return base.replace("://", `://${bucket}.`);
}

/**
 * Any S3-compatible storage: the connector `file` creates the run's file locally, and the complete file is uploaded as
 * `<prefix>/<export id>/<name of the file>`. Then an empty file `.uploaded` marks it as uploaded, and the local file is
 * deleted. `finish` may be repeated after any failure.
 */
export function openS3(
  settings: Settings,
  { exportId, allowPrivate }: ConnectorContext,
  file: Connector & { path: string },
): Connector {
  const { region = "us-east-1", accessKeyId, secretAccessKey, prefix, bucket } = settings;
  const store = new Bucket({
    address: bucketUrl(settings),
    region,
    accessKeyId,
    secretAccessKey,
    allowPrivate,
  });
  const name = basename(file.path);
  const key = [prefix, exportId, name].filter((part) => part !== undefined).join("/");
  /** Marks the file as uploaded, in case the process is killed before it has deleted the file. */
  const uploadMark = `${file.path}${UPLOADED}`;
  const contentType = ownValue(CONTENT_TYPES, name.split(".").at(-1) ?? "") ?? "application/octet-stream";

  return {
    limits: file.limits,
    send: (batch, signal) => file.send(batch, signal),
    async finish(batches, signal) {
      if (!existsSync(uploadMark)) {
        await file.finish?.(batches, signal);
        await store.upload(file.path, key, contentType, signal);
        await writeFile(uploadMark, "");
      }
      await rm(file.path, { force: true });
      return { file: `s3://${bucket}/${key}` };
    },
    async close() {
      await file.close?.();
      await store.close();
    },
  };
}
