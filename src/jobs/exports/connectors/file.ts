import { randomBytes } from "node:crypto";
import { createReadStream, createWriteStream, existsSync } from "node:fs";
import { rm, stat } from "node:fs/promises";
import { join, relative } from "node:path";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import Type from "typebox";
import { codeOf } from "../../../errors/error-code.ts";
import { fileNamesIn, ifPresent, removeEmpty, renameWhenWritten } from "../../files.ts";
import { type Batch, type BatchResult, type Connector, RetryLater } from "../connector.ts";
import { type Format, outputRowsOf } from "../rows.ts";
import type { ConnectorContext } from "./context.ts";
import { FileParts } from "./file-parts.ts";

const compress = promisify(gzip);

/** Maximum number of records of one part. */
const PART_RECORDS = 2000;

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

const PARTS = ".parts";

/** Returns the run of a file or directory in an export's directory. */
export const runOfName = (name: string): string => name.split(".")[0] ?? "";

/** Ends the name of the file that marks a run's file as uploaded. */
export const UPLOADED = ".uploaded";

/** Whether a file or directory in an export's directory is needed only until its run ends. */
export const isOfActiveRun = (name: string): boolean => name.endsWith(PARTS) || name.endsWith(UPLOADED);

/** Returns the bytes of a file, or of all files in a directory and below. Another process may remove some meanwhile. */
async function bytesIn(path: string): Promise<number> {
  const found = await ifPresent(stat(path));
  if (!found?.isDirectory()) return found?.size ?? 0;
  const names = await fileNamesIn(path);
  const sizes = await Promise.all(names.map((name) => bytesIn(join(path, name))));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Removes the files of a run. */
export async function removeFiles(
  dataDir: string,
  tenant: string,
  exportId: string,
  runId: string,
): Promise<void> {
  const directory = exportDirectory(dataDir, tenant, exportId);
  for (const name of await fileNamesIn(directory))
    if (runOfName(name) === runId) await rm(join(directory, name), { recursive: true, force: true });
}

/** Removes all files of an export, and the directory of its tenant if no other export has files. */
export async function removeAllFiles(dataDir: string, tenant: string, exportId: string): Promise<void> {
  await rm(exportDirectory(dataDir, tenant, exportId), { recursive: true, force: true });
  await removeEmpty(tenantDirectory(dataDir, tenant));
}

/** Runs work on files. An error of the file system, such as a full disk, becomes {@link RetryLater}. */
async function onDisk<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (err) {
    if (!(err instanceof Error && "syscall" in err)) throw err;
    throw new RetryLater({ code: "file_not_written", detail: codeOf(err) ?? err.message });
  }
}

/** Reads the contents of files, one after the other. */
async function* contentOf(files: readonly string[]): AsyncGenerator<Buffer> {
  for (const file of files) yield* createReadStream(file) as AsyncIterable<Buffer>;
}

/** Returns the number of a batch, which is also the number of its part in the file. */
const numberOf = ({ id }: Batch) => Number(/\d+$/.exec(id)?.[0]);

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
  const parts = new FileParts(`${file}${PARTS}`, fileBytes);
  let hasRoom = false;

  /**
   * Waits while the files of the tenant, with those of all its runs that have not ended, have more than twice the bytes
   * that may be kept: a tenant with many exports must not fill the disk.
   */
  async function waitForRoom(): Promise<void> {
    if (hasRoom) return;
    if ((await bytesIn(tenantDirectory(dataDir, tenant))) > 2 * fileBytes)
      throw new RetryLater({ code: "files_too_large" });
    hasRoom = true;
  }

  const pack = (text: string): Promise<Buffer> | string => (isCompressed ? compress(text) : text);

  /**
   * Whether the file exists with all parts. This is the case if the process was killed after it had joined them. If a
   * failover has lost the end of the run, repeated parts are newer than the file.
   */
  const isComplete = async () =>
    existsSync(file) && !(await parts.isAnyNewerThan((await stat(file)).mtimeMs));

  async function joinParts(count: number, signal: AbortSignal): Promise<void> {
    const draft = join(parts.directory, `whole-${randomBytes(6).toString("hex")}`);
    await renameWhenWritten(draft, file, async () => {
      const output = createWriteStream(draft, { mode: 0o600 });
      await pipeline(contentOf(await parts.inOrder(count)), output, { signal });
    });
  }

  return {
    path: file,
    limits: { records: PART_RECORDS },

    send: (batch): Promise<BatchResult> =>
      onDisk(async () => {
        await waitForRoom();
        await parts.putWithinLimit(numberOf(batch), await pack(rows.textOf(batch.records)));
        return { accepted: batch.records.length, rejected: [] };
      }),

    finish: (batches, signal) =>
      onDisk(async () => {
        if (!(await isComplete())) {
          await parts.put(0, await pack(rows.head));
          await joinParts(batches + 1, signal);
        }
        await parts.remove();
        return { file: relative(dataDir, file) };
      }),
  };
}
