import { createHash } from "node:crypto";
import { createReadStream, existsSync, renameSync, rmSync, statSync } from "node:fs";
import { open } from "node:fs/promises";
import { codeOf } from "../../src/errors/error-code.ts";
import type { DumpedKey } from "../../src/store/redis/backup.ts";
import { CliError } from "./command.ts";

/** First bytes of the file. The last one is the version of the format. */
const MAGIC = Buffer.from("WISHLIST-BACKUP\x01");
const DIGEST_BYTES = 32;
/** Kind of a record, bytes of its name, time of expiry, bytes of its value. */
const HEAD_BYTES = 1 + 4 + 8 + 4;

/** Description of the backup, at its start. */
export interface BackupHeader {
  /** Version of the data format. */
  layout: string;
  /** Prefix of all keys. */
  prefix: string;
  createdTime: string;
  /** Whether the service may have written meanwhile. */
  online: boolean;
  /** Keys that seal the secrets, in base64. */
  credentialsKeys: string[];
}

/** A key, and whether it belongs to the job queues, which may have a Redis of their own. */
export interface BackupRecord extends DumpedKey {
  ofJobs: boolean;
}

const KINDS = { header: 1, data: 2, jobs: 3, end: 4 };

function frame(kind: number, name: string, expires: number, payload: Buffer): Buffer {
  const key = Buffer.from(name);
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeUInt8(kind, 0);
  head.writeUInt32BE(key.length, 1);
  head.writeBigUInt64BE(BigInt(expires), 5);
  head.writeUInt32BE(payload.length, 13);
  return Buffer.concat([head, key, payload]);
}

/**
 * Writes a backup: header, records, their number and a digest of everything. Only the user that writes the file can
 * read it. The file gets its name when it is complete; no other backup can write it until then. Resolves to the number
 * of keys.
 */
export async function writeBackup(
  file: string,
  header: BackupHeader,
  records: AsyncIterable<BackupRecord>,
): Promise<number> {
  if (existsSync(file)) throw new CliError(`${file} exists already`);
  const draft = `${file}.part`;
  const handle = await open(draft, "wx", 0o600).catch((err: unknown) => {
    if (codeOf(err) !== "EEXIST") throw err;
    throw new CliError(`${draft} exists: another backup writes it, or was killed. Delete it if none runs.`);
  });
  try {
    const hash = createHash("sha256");
    const write = async (bytes: Buffer) => {
      hash.update(bytes);
      await handle.appendFile(bytes);
    };
    await write(MAGIC);
    await write(frame(KINDS.header, "", 0, Buffer.from(JSON.stringify(header))));
    let count = 0;
    for await (const { ofJobs, key, expires, payload } of records) {
      await write(frame(ofJobs ? KINDS.jobs : KINDS.data, key, expires, payload));
      count++;
    }
    await write(frame(KINDS.end, "", count, Buffer.alloc(0)));
    await handle.appendFile(hash.digest());
    await handle.sync();
    renameSync(draft, file);
    return count;
  } finally {
    await handle.close();
    rmSync(draft, { force: true });
  }
}

/** Returns a file's bytes in pieces of the requested sizes, and digests them. */
class Pieces {
  readonly hash = createHash("sha256");
  readonly #chunks: AsyncIterator<Buffer>;
  readonly #file: string;
  #rest: Buffer = Buffer.alloc(0);
  #left: number;

  constructor(file: string) {
    this.#file = file;
    this.#left = statSync(file).size;
    const stream: AsyncIterable<Buffer> = createReadStream(file, { highWaterMark: 1024 * 1024 });
    this.#chunks = stream[Symbol.asyncIterator]();
  }

  get isAtEnd(): boolean {
    return this.#left === 0;
  }

  damaged(): CliError {
    return new CliError(`${this.#file} is not a backup or is damaged: nothing was written`);
  }

  async take(size: number): Promise<Buffer> {
    if (size > this.#left) throw this.damaged();
    this.#left -= size;
    if (size > this.#rest.length) await this.#fill(size);
    const taken = this.#rest.subarray(0, size);
    this.#rest = this.#rest.subarray(size);
    return taken;
  }

  async #fill(size: number): Promise<void> {
    const parts = [this.#rest];
    let length = this.#rest.length;
    while (length < size) {
      const next = await this.#chunks.next();
      if (next.done === true) throw this.damaged();
      parts.push(next.value);
      length += next.value.length;
    }
    this.#rest = Buffer.concat(parts);
  }

  async digested(size: number): Promise<Buffer> {
    const bytes = await this.take(size);
    this.hash.update(bytes);
    return bytes;
  }

  async frame() {
    const head = await this.digested(HEAD_BYTES);
    const key = (await this.digested(head.readUInt32BE(1))).toString();
    const payload = await this.digested(head.readUInt32BE(13));
    return { kind: head.readUInt8(0), key, expires: Number(head.readBigUInt64BE(5)), payload };
  }
}

async function openPieces(file: string): Promise<{ pieces: Pieces; header: BackupHeader }> {
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) throw new CliError(`there is no file ${file}`);
  const pieces = new Pieces(file);
  if (!(await pieces.digested(MAGIC.length)).equals(MAGIC)) throw pieces.damaged();
  const { kind, payload } = await pieces.frame();
  if (kind !== KINDS.header) throw pieces.damaged();
  try {
    return { pieces, header: JSON.parse(payload.toString()) as BackupHeader };
  } catch {
    throw pieces.damaged();
  }
}

/** The keys of a backup. Throws a {@link CliError} at the first fault, including a wrong digest at the end. */
export async function* readBackup(file: string): AsyncGenerator<BackupRecord> {
  const { pieces } = await openPieces(file);
  let count = 0;
  for (;;) {
    const { kind, key, expires, payload } = await pieces.frame();
    if (kind === KINDS.end) {
      const digest = pieces.hash.digest();
      const isWhole = expires === count && digest.equals(await pieces.take(DIGEST_BYTES)) && pieces.isAtEnd;
      if (!isWhole) throw pieces.damaged();
      return;
    }
    if (kind !== KINDS.data && kind !== KINDS.jobs) throw pieces.damaged();
    count++;
    yield { ofJobs: kind === KINDS.jobs, key, expires, payload };
  }
}

/** A backup that is complete and undamaged. */
export interface CheckedBackup {
  header: BackupHeader;
  /** The smallest of the records of the data, and of those of the job queues; absent if there are none. */
  samples: Partial<Record<"data" | "jobs", BackupRecord>>;
}

/** Reads a backup completely. @throws {CliError} at the first fault */
export async function checkBackup(file: string): Promise<CheckedBackup> {
  const samples: CheckedBackup["samples"] = {};
  for await (const record of readBackup(file)) {
    const kind = record.ofJobs ? "jobs" : "data";
    const smallest = samples[kind];
    if (!smallest || record.payload.length < smallest.payload.length) samples[kind] = record;
  }
  return { header: (await openPieces(file)).header, samples };
}
