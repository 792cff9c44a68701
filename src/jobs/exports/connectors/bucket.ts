import { type FileHandle, open } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { defined } from "../../../collections/defined.ts";
import { escapeMarkup } from "../../../text/markup.ts";
import type { PrivateTargets } from "../../outbound/addresses.ts";
import { Refused, RetryLater } from "../connector.ts";
import { errorCodeIn, objectsIn, uploadIdIn } from "./bucket-answers.ts";
import { Platform, type PlatformResponse } from "./http.ts";
import { encode, type S3Credentials, signed } from "./sigv4.ts";

/**
 * S3 allows at most 10,000 parts of 5 MiB to 5 GiB; the last part may be smaller: "Amazon S3 multipart upload limits".
 * Only one part at a time is in memory.
 */
const PART_BYTES = 8 * 1024 * 1024;
const MAX_PARTS = 10_000;

/** Retries: a long upload must not start again only because the store was briefly busy. */
const TRIES = 4;
const WAIT_MS = 250;
const MAX_WAIT_MS = 10_000;

/** Maximum time in which a store joins the parts of an object, in milliseconds: minutes, by "CompleteMultipartUpload". */
const JOIN_MS = 600_000;

const NO_OBJECT = "NoSuchKey";
/** Error codes of a busy store, whatever the status of the answer is. */
const BUSY_CODES = new Set([
  ...["RequestTimeout", "OperationAborted", "SlowDown", "InternalError", "ServiceUnavailable"],
]);

interface BucketOptions extends S3Credentials {
  /** Address of the bucket, without a path except for the bucket's name. */
  address: string;
  allowPrivate: PrivateTargets;
  /** Maximum time of a request, in milliseconds, apart from the one that joins the parts of an object. */
  timeoutMs?: number;
}

interface Request {
  method: "GET" | "POST" | "PUT" | "DELETE";
  /** Empty for the bucket itself. */
  key: string;
  /** Encoded. */
  query?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
  timeoutMs?: number;
}

const pathOf = (key: string) => `/${key.split("/").map(encode).join("/")}`;

/** Whether an object does not exist. A missing bucket is a different fault. */
const isMissing = ({ status, text }: PlatformResponse) => status === 404 && errorCodeIn(text) === NO_OBJECT;

/** Reads a part of a file, to the end of the buffer. */
async function readPart(file: FileHandle, buffer: Buffer, position: number): Promise<void> {
  let done = 0;
  while (done < buffer.length) {
    const { bytesRead } = await file.read(buffer, done, buffer.length - done, position + done);
    if (bytesRead === 0) throw new Error("the file became shorter while it was read");
    done += bytesRead;
  }
}

/** A bucket of S3-compatible storage. */
export class Bucket {
  readonly #platform: Platform;
  readonly #credentials: S3Credentials;

  constructor({ address, allowPrivate, timeoutMs, ...credentials }: BucketOptions) {
    this.#credentials = credentials;
    this.#platform = new Platform({
      platform: "s3",
      baseUrl: address,
      allowPrivate,
      secrets: [credentials.accessKeyId, credentials.secretAccessKey],
      ...defined({ timeoutMs }),
    });
  }

  /** Uploads a file, in parts if it is large. The object is complete or does not exist. */
  async upload(path: string, key: string, contentType: string, signal: AbortSignal): Promise<void> {
    const file = await open(path);
    try {
      const { size } = await file.stat();
      if (size > PART_BYTES) await this.#uploadParts(file, size, key, contentType, signal);
      else await this.#uploadAtOnce(file, size, key, contentType, signal);
    } finally {
      await file.close();
    }
  }

  /** Writes an object. */
  async put(key: string, body: Buffer, contentType: string): Promise<void> {
    await this.#withRetries({ method: "PUT", key, headers: { "content-type": contentType }, body });
  }

  /**
   * Reads an object; undefined if it does not exist.
   *
   * @throws if the object is larger than 1 MiB
   */
  async get(key: string): Promise<Buffer | undefined> {
    const answer = await this.#withRetries({ method: "GET", key }, undefined, isMissing);
    return isMissing(answer) ? undefined : answer.bytes;
  }

  /** Deletes an object. Succeeds if it does not exist. */
  async delete(key: string): Promise<void> {
    await this.#withRetries({ method: "DELETE", key });
  }

  /**
   * Lists the keys of objects that begin with a prefix, in their order, up to 1,000 at a time: "ListObjectsV2".
   *
   * @throws if the bucket answers with something else than a list of objects
   */
  async *list(prefix: string): AsyncGenerator<string[]> {
    let after = "";
    for (;;) {
      const start = after === "" ? "" : `&start-after=${encode(after)}`;
      const query = `list-type=2&prefix=${encode(prefix)}${start}`;
      const { text } = await this.#withRetries({ method: "GET", key: "", query });
      const { keys, hasMore } = objectsIn(text);
      yield keys;
      const last = keys.at(-1);
      if (last === undefined || !hasMore) return;
      after = last;
    }
  }

  async #uploadAtOnce(
    file: FileHandle,
    size: number,
    key: string,
    contentType: string,
    signal: AbortSignal,
  ): Promise<void> {
    const body = Buffer.alloc(size);
    await readPart(file, body, 0);
    await this.#withRetries({ method: "PUT", key, headers: { "content-type": contentType }, body }, signal);
  }

  async #uploadParts(
    file: FileHandle,
    size: number,
    key: string,
    contentType: string,
    signal: AbortSignal,
  ): Promise<void> {
    const begin = { key, query: "uploads", headers: { "content-type": contentType } };
    const { text } = await this.#withRetries({ method: "POST", ...begin }, signal);
    const id = uploadIdIn(text);
    if (id === undefined) throw new Refused({ code: "upload_not_started", platform: "s3" });
    const query = `uploadId=${encode(id)}`;
    try {
      const parts = await this.#putParts(file, size, { key, query }, signal);
      const body = `<CompleteMultipartUpload>${parts.join("")}</CompleteMultipartUpload>`;
      const answer = await this.#request({ method: "POST", key, query, body, timeoutMs: JOIN_MS }, signal);
      this.#expectSuccess(answer);
      // The answer begins before the parts are joined, so an error may follow the status 200.
      if (errorCodeIn(answer.text) !== undefined) throw new RetryLater(this.#platform.reasonIn(answer));
    } catch (err) {
      // The parts of an incomplete upload cost money. If this request fails too, the bucket's rule for incomplete
      // uploads must remove them.
      await this.#request({ method: "DELETE", key, query }).catch(() => undefined);
      throw err;
    }
  }

  /** Uploads the parts. Resolves to their list, as the request that completes the upload needs it. */
  async #putParts(
    file: FileHandle,
    size: number,
    { key, query }: { key: string; query: string },
    signal: AbortSignal,
  ): Promise<string[]> {
    const partBytes = Math.max(PART_BYTES, Math.ceil(size / MAX_PARTS));
    const buffer = Buffer.alloc(partBytes);
    const parts: string[] = [];
    for (let start = 0; start < size; start += partBytes) {
      const body = buffer.subarray(0, Math.min(partBytes, size - start));
      await readPart(file, body, start);
      const number = parts.length + 1;
      const part = { key, query: `partNumber=${number}&${query}`, body };
      const tag = (await this.#withRetries({ method: "PUT", ...part }, signal)).header("etag") ?? "";
      parts.push(`<Part><PartNumber>${number}</PartNumber><ETag>${escapeMarkup(tag)}</ETag></Part>`);
    }
    return parts;
  }

  /** Makes a request that may be repeated: a few times, if the store is busy. */
  async #withRetries(
    request: Request,
    signal?: AbortSignal,
    isExpected: (answer: PlatformResponse) => boolean = () => false,
  ): Promise<PlatformResponse> {
    for (let failures = 0; ; failures++) {
      try {
        const answer = await this.#request(request, signal);
        if (!isExpected(answer)) this.#expectSuccess(answer);
        if (!answer.isWhole) throw new Error("the answer of the bucket is larger than 1 MiB");
        return answer;
      } catch (err) {
        if (!(err instanceof RetryLater) || failures + 1 === TRIES) throw err;
        const wait = Math.max(WAIT_MS * 2 ** failures, err.afterMs ?? 0);
        if (wait > MAX_WAIT_MS) throw err;
        await pause(wait, undefined, signal ? { signal } : {});
      }
    }
  }

  async #request(
    { method, key, query, headers = {}, body = "", timeoutMs }: Request,
    signal?: AbortSignal,
  ): Promise<PlatformResponse> {
    const path = query === undefined ? pathOf(key) : `${pathOf(key)}?${query}`;
    const url = this.#platform.urlOf(path);
    const own = await signed({ method, url, headers, body }, this.#credentials, new Date());
    return this.#platform.call({ method, path, headers: own, body, ...defined({ timeoutMs }) }, signal);
  }

  #expectSuccess(answer: PlatformResponse): void {
    const refusal = this.#platform.refusalIn(answer);
    if (refusal === undefined) return;
    throw BUSY_CODES.has(errorCodeIn(answer.text) ?? "") ? new RetryLater(refusal) : new Refused(refusal);
  }

  close(): Promise<void> {
    return this.#platform.close();
  }
}
