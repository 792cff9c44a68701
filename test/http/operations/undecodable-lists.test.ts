import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { pino } from "pino";
import { ArchiveReader } from "../../../src/store/changes/archive-reader.ts";
import { ChangeFeed } from "../../../src/store/changes/change-feed.ts";
import { openLayout } from "../../../src/store/layout/layout.ts";
import { atEnd, PARTITIONS } from "../../support/redis.ts";
import { type Caller, type Json, type Service, startService, WS } from "../../support/service.ts";
import { settled } from "../../support/settled.ts";

/** Replacements of a record: invalid JSON, or JSON of another shape. */
const TEXTS = ['{"email":"secret@mail.example",', "5", "null", "[]"];
/** Replacements of a record with a member that every version has. */
const TEXTS_OF_OTHERS = [...TEXTS, "{}", '{"email":"secret@mail.example"}'];

const suite = atEnd();
const log: Json[] = [];
let service: Service;
let shop: Caller;
let storeKey: string;
let endpoint: string;

before(async () => {
  const write = (line: string) => void log.push(JSON.parse(line));
  service = await startService(
    suite,
    { ALLOW_PRIVATE_TARGETS: "true" },
    { log: pino({ level: "error" }, { write }) },
  );
  shop = await service.newCaller();
  storeKey = `${shop.tenantId}/default`;
  const hook = { url: "https://receiver.example/hook" };
  endpoint = (await shop.post(`${WS}/webhook-endpoints`, hook)).body.id;
});

interface Listed {
  /** The record's kind in the log. */
  record: string;
  texts: string[];
  /** Stores a text among the records of the list. */
  put: (text: string, number: number) => Promise<unknown>;
  path: () => string;
  member: string;
}

const LISTS: Listed[] = [
  {
    record: "event",
    texts: TEXTS_OF_OTHERS,
    async put(text, number) {
      const layout = await openLayout(service.redis, service.keys, PARTITIONS);
      const changes = new ChangeFeed(service.redis, service.keys, layout, new ArchiveReader({}));
      await changes.add(storeKey, `broken-${number}`, text);
    },
    path: () => `${WS}/changes`,
    member: "events",
  },
  {
    record: "audit entry",
    texts: TEXTS,
    put: (text) => service.redis.xadd(service.keys.audit(shop.tenantId), "*", "e", text),
    path: () => `${WS}/audit`,
    member: "entries",
  },
  {
    record: "privacy entry",
    texts: TEXTS,
    put: (text) => service.redis.xadd(service.keys.privacyLog(storeKey), "*", "e", text),
    path: () => `${WS}/privacy/requests`,
    member: "requests",
  },
  {
    record: "wave",
    texts: TEXTS_OF_OTHERS,
    put: (text, number) => service.redis.hset(service.keys.waves(storeKey), `broken-${number}`, text),
    path: () => `${WS}/alerts/waves`,
    member: "waves",
  },
  {
    record: "delivery",
    texts: TEXTS,
    put: (text) => service.redis.xadd(service.keys.deliveries(storeKey, endpoint), "*", "d", text),
    path: () => `${WS}/webhook-endpoints/${endpoint}/deliveries`,
    member: "deliveries",
  },
];

describe("a list with stored records that cannot be decoded", () => {
  for (const { record, texts, put, path, member } of LISTS)
    it(`omits them, and logs each once: ${record}`, async () => {
      await settled(service);
      const before = (await shop.get(path())).body[member] as Json[];
      for (const [i, text] of texts.entries()) await put(text, i);
      for (let time = 0; time < 2; time++) {
        const { status, body, text } = await shop.get(path());
        assert.equal(status, 200, text);
        assert.deepEqual(body[member], before);
      }
      const reported = log.filter((line) => line.record === record);
      assert.equal(reported.length, texts.length);
      assert.doesNotMatch(JSON.stringify(reported), /secret/);
    });
});
