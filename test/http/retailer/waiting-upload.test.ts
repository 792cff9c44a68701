import assert from "node:assert/strict";
import { Readable } from "node:stream";
import { it } from "node:test";
import { setImmediate } from "node:timers/promises";
import { FeedCut, receiveFeed } from "../../../src/http/feeds/receive.ts";
import { FileFeeds } from "../../../src/store/feeds/file-feeds.ts";
import { Layout } from "../../../src/store/layout/layout.ts";
import { openRedis, withRedis } from "../../support/redis.ts";

const STORE = "t/s";
/** More rows than a store may have waiting: 32 chunks of 500 rows. */
const FILE = "{}\n".repeat(33 * 500);
/** Number of questions after which the upload is ended. */
const ENOUGH = 45;

/** Feeds whose rows are never applied. They note what an upload sends, and end it after some questions. */
class NotedFeeds extends FileFeeds {
  readonly texts: string[] = [];
  #questions = 0;

  override async append(...[storeKey, id, chunk]: Parameters<FileFeeds["append"]>) {
    this.texts.push(chunk.text);
    await this.#end(storeKey, id);
    return super.append(storeKey, id, chunk);
  }

  override async hasRoom(storeKey: string, id: string) {
    await this.#end(storeKey, id);
    return super.hasRoom(storeKey, id);
  }

  async #end(storeKey: string, id: string) {
    if (++this.#questions >= ENOUGH) await this.close(storeKey, id, "cut");
  }
}

it("does not send rows to Redis again and again while too many rows of the store wait", async (t) => {
  const { redis, keys } = withRedis(t);
  const fileFeeds = new NotedFeeds(redis, keys, new Layout(4, "salt"), Date.now);
  const source = Readable.from([Buffer.from(FILE)]);
  const upload = { storeKey: STORE, kind: "products", format: "ndjson", source } as const;
  const receiving = receiveFeed({ fileFeeds, begin: () => Promise.resolve() }, upload);
  await assert.rejects(receiving, FeedCut);
  assert.equal(new Set(fileFeeds.texts).size, 33);
  // The last chunk is sent when it finds no room, and after the feed has ended.
  assert.equal(fileFeeds.texts.length, 34);
});

it("names the feed that was cut also if Redis is away, so that the feed cannot be closed", async (t) => {
  const { keys } = withRedis(t);
  const own = openRedis(t);
  const fileFeeds = new FileFeeds(own, keys, new Layout(4, "salt"), Date.now);
  async function* source() {
    yield Buffer.from("{}\n".repeat(500));
    yield Buffer.from("{}\n");
    // The rows are stored.
    await setImmediate();
    own.disconnect();
    yield Buffer.from("{}\n".repeat(500));
  }
  const upload = { storeKey: STORE, kind: "products", format: "ndjson", source: source() } as const;
  const receiving = receiveFeed({ fileFeeds, begin: () => Promise.resolve() }, upload);
  await assert.rejects(receiving, (err) => err instanceof FeedCut && err.feed !== "");
});
