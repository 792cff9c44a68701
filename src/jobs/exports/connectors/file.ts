import { randomBytes } from "node:crypto";
import { createReadStream, createWriteStream, existsSync } from "node:fs";
import { mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import { join, relative } from "node:path";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import Type from "typebox";
import { removeEmpty, writeAtomically } from "../../files.ts";
import { type Batch, type BatchResult, type Connector, Refused } from "../connector.ts";
import { type Format, outputRowsOf } from "../rows.ts";
import type { ConnectorContext } from "./context.ts";

const compress = promisify(gzip);

/** Maximum number of records of one part. */
const PART_RECORDS = 2000;
const NUMBER_DIGITS = 8;
const MB = 1_000_000;

export const FileSettings = Type.Object(
  {
    type: Type.Literal("file"),
    format: Type.Optional(
      Type.Unsafe<Format>({ type: "string", enum: ["ndjson", "csv"], description: "ndjson by default." }),
    ),
    gzip: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
);

/** Returns the directory of a tenant's export files. Each export has its own subdirectory. */
export const tenantDirectory = (dataDir: string, tenant: string) => join(dataDir, "exports", tenant);

/** Returns the directory of an export's files. */
export const exportDirectory = (dataDir: string, tenant: string, exportId: string) =>
  join(tenantDirectory(dataDir, tenant), exportId);

/** Removes the files of deleted runs. */
export async function removeFiles(
  dataDir: string,
  tenant: string,
  exportId: string,
  runIds: readonly string[],
): Promise<void> {
  if (runIds.length === 0) return;
  const directory = exportDirectory(dataDir, tenant, exportId);
  const names = await readdir(directory).catch(() => []);
  for (const name of names)
    if (runIds.includes(name.split(".")[0] ?? "")) await rm(join(directory, name), { recursive: true });
}

/** Removes all files of an export, and the directory of its tenant if no other export has files. */
export async function removeAllFiles(dataDir: string, tenant: string, exportId: string): Promise<void> {
  await rm(exportDirectory(dataDir, tenant, exportId), { recursive: true, force: true });
  await removeEmpty(tenantDirectory(dataDir, tenant));
}

/** Reads the contents of files, one after the other. */
async function* contentOf(files: readonly string[]): AsyncGenerator<Buffer> {
  for (const file of files) yield* createReadStream(file) as AsyncIterable<Buffer>;
}

/** Returns the number of a batch, which is also the number of its part in the file. */
const numberOf = ({ id }: Batch) => (/\d+$/.exec(id)?.[0] ?? "").padStart(NUMBER_DIGITS, "0");

/**
 * Writes a file of NDJSON or CSV. Each batch is one part: a repeated batch replaces its part, and another process can
 * continue the run. At the end, the parts are joined to one file, which appears atomically. Each part is compressed by
 * itself: several consecutive gzip members (RFC 1952, 2.2) are one file.
 */
export function openFile(
  settings: Omit<Type.Static<typeof FileSettings>, "type">,
  context: ConnectorContext,
): Connector & { path: string } {
  const { dataDir, tenant, exportId, runId, mapping, fileBytes } = context;
  const { format = "ndjson", gzip: isCompressed = false } = settings;
  const rows = outputRowsOf(format, mapping);
  const file = join(
    exportDirectory(dataDir, tenant, exportId),
    `${runId}.${format}${isCompressed ? ".gz" : ""}`,
  );
  const parts = `${file}.parts`;
  const pack = (text: string): Promise<Buffer> | string => (isCompressed ? compress(text) : text);
  let isMade = false;
  /** Bytes of the existing parts. */
  let written = 0;

  async function makeDirectory(): Promise<void> {
    if (isMade) return;
    await mkdir(parts, { recursive: true, mode: 0o700 });
    const found = await Promise.all((await readdir(parts)).map((name) => stat(join(parts, name))));
    written = found.reduce((sum, { size }) => sum + size, 0);
    isMade = true;
  }

  /** Throws {@link Refused} if another part would make the file larger than the limit for all files of the tenant. */
  function expectRoom(bytes: number): void {
    written += bytes;
    if (written > fileBytes)
      throw new Refused(
        `The file would exceed ${Math.floor(fileBytes / MB)} MB, the limit for all files of a tenant`,
      );
  }

  /** Finds the parts in their order. */
  async function partsInOrder(): Promise<string[]> {
    const names = (await readdir(parts)).filter((name) => /^\d+$/.test(name)).sort();
    for (const [i, name] of names.entries()) {
      if (Number(name) !== i)
        throw new Refused(`a part of the file is missing: all runs of an export need the same DATA_DIR`);
    }
    return names.map((name) => join(parts, name));
  }

  /**
   * Whether the file exists with all parts. This is the case if the process was killed after it had joined them. If a
   * failover has lost the end of the run, repeated parts are newer than the file.
   */
  async function isComplete(): Promise<boolean> {
    if (!existsSync(file)) return false;
    const { mtimeMs: fileTime } = await stat(file);
    const names = existsSync(parts) ? (await readdir(parts)).filter((name) => /^\d+$/.test(name)) : [];
    const found = await Promise.all(names.map((name) => stat(join(parts, name))));
    return found.every(({ mtimeMs }) => mtimeMs <= fileTime);
  }

  return {
    path: file,
    limits: { records: PART_RECORDS },

    async send(batch): Promise<BatchResult> {
      await makeDirectory();
      const content = await pack(rows.textOf(batch.records));
      expectRoom(Buffer.byteLength(content));
      await writeAtomically(join(parts, numberOf(batch)), content);
      return { accepted: batch.records.length, rejected: [] };
    },

    async finish(signal) {
      const result = { file: relative(dataDir, file) };
      if (!(await isComplete())) {
        await makeDirectory();
        await writeAtomically(join(parts, "0".repeat(NUMBER_DIGITS)), await pack(rows.head));
        const draft = join(parts, `whole-${randomBytes(6).toString("hex")}`);
        const output = createWriteStream(draft, { mode: 0o600 });
        await pipeline(contentOf(await partsInOrder()), output, { signal });
        await rename(draft, file);
      }
      await rm(parts, { recursive: true, force: true });
      return result;
    },
  };
}
