import { type Mutant, of } from "./mutant.ts";

const lua = (name: string) => `src/store/lua/${name}.lua`;
const ARCHIVE = ["test/store/changes/archived-changes.test.ts"];
const EXPORTS = ["test/http/outbound/exports.test.ts"];
const RUNS = ["test/http/outbound/unfinished-runs.test.ts", "test/http/outbound/export-runs.test.ts"];

/** Positions of exports and change feeds, and what the operator sees of jobs. */
export const JOB_MUTANTS: Mutant[] = [
  ...of("src/jobs/exports/window.ts", EXPORTS, {
    "exports: changes that may be dropped already are relied on": [
      "since !== undefined && isTrusted(since, ms)",
      "since !== undefined",
      ["test/http/outbound/older-changes.test.ts", ...EXPORTS],
    ],
    "exports: the next run exports again what this one exported": [
      "item: CURSOR_END }, since: upTo };",
      "item: CURSOR_END }, since: new Date(0).toISOString() };",
    ],
  }),
  ...of("src/jobs/exports/window.ts", ["test/http/outbound/late-changes.test.ts"], {
    "exports: a window ends before a change whose time is in the future": [
      "Math.max(lastEnd, await parts.changes.newestTime(storeKey))",
      "lastEnd",
    ],
  }),
  ...of("src/jobs/exports/sources/window-end.ts", ["test/http/outbound/late-changes.test.ts"], {
    "exports: changes after the end of a window are ignored": ["changed <= this.#endMs", "changed > 0"],
    "exports: what a later change leaves out is not recorded": [
      "await markLeftOut(this.#parts.marks, this.#nextWindow, leftOut);",
      "",
    ],
    "exports: later changes are marked only once": [
      "changed > this.#markedMs",
      "this.#markedMs === this.#endMs",
    ],
  }),
  ...of("src/store/exports/window-marks.ts", ["test/http/outbound/late-changes.test.ts"], {
    "exports: marks of a shorter window are relied on": [
      'entryId === "" || end !== upTo ? undefined',
      'entryId === "" ? undefined',
    ],
  }),
  ...of("src/jobs/exports/kept-files.ts", ["test/jobs/exports/kept-files.test.ts"], {
    "exports: deleted exports are not swept": ["exports.deletedIds(storeKey)", "[]"],
  }),
  ...of("src/jobs/relay/relay-share.ts", ["test/jobs/relay/relay-share.test.ts"], {
    "relay: a partition is served before its former relay has let go": ["isFree ? share", "true ? share"],
  }),
  ...of("src/jobs/webhooks/fan-out.ts", ["test/jobs/webhooks/relayed-groups.test.ts"], {
    "webhooks: events that are relayed again are added again": [
      "wanted.filter((one) => !added.has(one))",
      "wanted",
    ],
  }),
  ...of("src/jobs/webhooks/deliver-many.ts", ["test/jobs/recovery/lost-deliveries.test.ts"], {
    "webhooks: a group sends events that have jobs of their own": [
      "events.filter((event) => !known.has(idOf(event)))",
      "events",
    ],
  }),
  ...of("src/jobs/webhooks/deliver-many.ts", ["test/jobs/webhooks/deliver-group.test.ts"], {
    "webhooks: a job sends all its events at once": ["batchesOf(events, CONCURRENT_EVENTS)", "[events]"],
  }),
  ...of("src/jobs/webhooks/attempt.ts", ["test/jobs/webhooks/stopped-attempts.test.ts"], {
    "webhooks: an answer while the process stops is not recorded": [
      "if (status === undefined && signal?.aborted)",
      "if (signal?.aborted)",
    ],
  }),
  ...of("src/jobs/webhooks/deliver-many.ts", ["test/jobs/webhooks/stopped-attempts.test.ts"], {
    "webhooks: an event without an answer is left out when the process stops": [
      "[1, outcome.wait] : [0, 0]",
      "[1, outcome.wait] : [0, undefined]",
    ],
  }),
  ...of("src/store/webhooks/stop-reasons.ts", ["test/store/webhooks/stop-reasons.test.ts"], {
    "webhooks: why an endpoint was disabled is only read from an earlier version": [
      "(each) => each === text) ??",
      "() => false) ??",
    ],
  }),
  ...of("src/jobs/webhooks/attempt.ts", ["test/http/outbound/webhooks.test.ts"], {
    "webhooks: an unreported disabling stays unreported": [
      "if (endpoint?.unreportedSince === unreportedSince)",
      "if (!endpoint)",
    ],
  }),
  ...of("src/jobs/queue/next-time.ts", ["test/jobs/queue/next-time.test.ts"], {
    "schedules: a time that the day lacks is left out": ["[shown[0] ?? unchanged]", "shown.slice(0, 1)"],
    "schedules: a time that the day has twice comes twice": [
      "isOfAllHours ? shown :",
      "shown.length > 0 ? shown :",
    ],
  }),
  ...of("src/units/time-zone.ts", ["test/units/time-zone.test.ts"], {
    "time zones: a skipped time is shown": [".filter((ms) => this.at(ms) === localTime)", ""],
    "time zones: a repeated time is shown once": ["[unchanged, changed]", "[unchanged]"],
    "time zones: UTC needs the data of Node.js": ['key === "utc"', "key === name"],
  }),
  ...of("src/jobs/exports/connectors/sigv4.ts", ["test/jobs/exports/sigv4.test.ts"], {
    "buckets: the content type is not signed": ["allHeaders: true,", ""],
    "buckets: the body is not signed": [
      '...headers, "x-amz-content-sha256"',
      '...headers, "x-content-sha256"',
    ],
  }),
  ...of("src/jobs/exports/connectors/bucket-answers.ts", ["test/jobs/exports/bucket.test.ts"], {
    "buckets: an error after white space is a success": ["text.trimStart()", "text"],
    "buckets: any answer is a list of objects": ['root?.name !== "ListBucketResult"', "!root"],
  }),
  ...of("src/jobs/files.ts", ["test/jobs/exports/unwritable-file.test.ts"], {
    "files: the draft of a failed attempt stays": ["await rm(draft, { force: true });", ""],
  }),
  ...of("src/jobs/exports/connectors/file-parts.ts", ["test/jobs/exports/unwritable-file.test.ts"], {
    "exports: the drafts of a killed process stay": ["names.filter((each) => !isPart(each))", "[]"],
    "exports: drafts count as parts of the file": [
      "const parts = names.filter(isPart);",
      "const parts = names;",
    ],
  }),
  ...of("src/jobs/queue/worker/outcomes.ts", ["test/jobs/queue/workers.test.ts"], {
    "jobs: a job without further attempts is not given up": [' || typeof finishedOn === "number"', ""],
  }),
  ...of("src/jobs/queue/store-clock.ts", ["test/jobs/queue/workers.test.ts"], {
    "schedules: the clock of the process counts": ["Math.max(now(), ", "Math.max(Date.now(), "],
    "schedules: the time of the job before does not count": [", timeOf(before))", ")"],
  }),
  ...of("src/jobs/queue/worker/store-clock-worker.ts", ["test/jobs/queue/workers.test.ts"], {
    "jobs: the lock of a delayed job is renewed": [
      "this.#release(id, token);\n      return moveToDelayed",
      "return moveToDelayed",
    ],
    "jobs: a run releases the lock of another run": [" || this.#holders.get(id) !== token", ""],
  }),
  ...of("src/jobs/exports/run-slice.ts", RUNS, {
    "exports: a batch that is repeated has another end": ["await this.#write({ batchEnd: end });", ""],
    "exports: a file that was not finished counts as sent": ["!this.#connector.finish && ", ""],
    "exports: what has arrived before a failure is sent again": [
      "this.#keepsProgressOnFailure() ? moved : undefined,",
      "undefined,",
    ],
  }),
  ...of("src/store/exports/export-run.ts", ["test/http/outbound/kept-runs.test.ts"], {
    "exports: the reason of a run of an earlier version is not read": [
      'text.startsWith("{") ? parse(text) : readReason(text)',
      "parse(text)",
    ],
  }),
  ...of("src/jobs/exports/sources/rejected.ts", ["test/http/outbound/redriven-runs.test.ts"], {
    "exports: a record is sent again for a change that is not exported": [
      "CHANGES[type] === change && wantsEvent",
      "CHANGES[type] === change || wantsEvent",
    ],
    "exports: what a failed run has sent again is sent once more": ["at: first.toString()", 'at: "0"'],
  }),
  ...of(lua("exports/begin-export-run"), ["test/store/lua/exports.test.ts"], {
    "exports: a second run begins": ["if active then return active end", ""],
  }),
  ...of(lua("exports/write-export-run"), ["test/store/lua/exports.test.ts"], {
    "exports: who has lost a run goes on": ["redis.call('HGET', KEYS[1], 'fence') ~= ARGV[1]", "false"],
    "exports: the end of an older run ends a newer one": [
      "redis.call('HGET', KEYS[2], 'active') == ARGV[2]",
      "true",
    ],
    "exports: a run that is over goes on": ["if not continues and not is_late then return 0 end", ""],
    "exports: the late result of a run sets a newer one back": [
      " and redis.call('HGET', KEYS[2], 'last') == ARGV[2]",
      "",
    ],
    "exports: a cancelled run goes on after its last batch": ["return continues and 1 or 0", "return 1"],
  }),
  ...of(
    lua("changes/append-changes"),
    ["test/store/lua/relay.test.ts", "test/store/changes/change-feed.test.ts"],
    {
      "changes: an event that is relayed again is added again": ["is_before(last[partition], id)", "true"],
    },
  ),
  ...of(lua("changes/archive-changes"), ARCHIVE, {
    "changes: the last one of a segment stays in Redis": ["following(last))", "last)"],
    "changes: a segment that was moved already is moved again": [
      "if #redis.call('XRANGE', KEYS[1], last, last) == 0 then return 0 end",
      "",
    ],
  }),
  ...of(lua("changes/drop-changes"), ["test/store/lua/relay.test.ts"], {
    "changes: each step of a loss has an entry of its own": ["newest[2][2] == ARGV[4]", "false"],
    "changes: the entry of an archived segment is replaced by that of a loss": [
      "newest[2][2] == ARGV[4]",
      "true",
    ],
    "changes: the change at the end of a loss stays": ["redis.call('XDEL', KEYS[1], last)", ""],
  }),
  ...of("src/jobs/changes/limit-changes.ts", ["test/store/changes/limited-changes.test.ts"], {
    "changes: short feeds are shortened too": ["if (length <= keep) continue;", ""],
    "changes: each feed gets the same share of the limit": ["left -= length;", ""],
    "changes: the limit of a tenant of its own is ignored": [
      "tenant?.budgets.changes ?? defaultLimit",
      "defaultLimit",
    ],
  }),
  ...of("src/http/routes/outbound/changes.ts", ["test/http/outbound/change-cursors.test.ts"], {
    "changes: an old cursor hides that changes were dropped": [
      "cursor !== BEGINNING && (await",
      "false && (await",
    ],
    "changes: the cursor of a quiet store becomes too old": [
      "hasMore ? last : cursorAtEnd(last, now)",
      "last",
    ],
    "changes: a cursor of the future is accepted": [" && parseEntryId(after).ms <= now + MAX_AHEAD_MS", ""],
  }),
  ...of("src/store/changes/change-feed.ts", ARCHIVE, {
    "changes: a page of the archive begins with the last of the page before": [
      'entries[middle]?.entryId ?? "", position) <= 0',
      'entries[middle]?.entryId ?? "", position) < 0',
    ],
    "changes: what follows the archive is left out": [
      "from = last.last;",
      "return { changes: found, stopsBeforeLost: false };",
    ],
    "changes: what is lost is passed over": ["if (lost && found.length === 0) throw lost;", ""],
  }),
  ...of("src/jobs/changes/archive-changes.ts", ARCHIVE, {
    "changes: those of today are archived": [
      "Math.floor((now() - hotHours * HOUR_MS) / DAY_MS) * DAY_MS",
      "now()",
    ],
    "changes: a segment that counts for nothing stays in the archive": [
      "else await archive.remove([segment.name]);",
      "",
    ],
  }),
  ...of("src/store/redis/structures/slots.ts", ["test/store/redis/slots.test.ts"], {
    "slots: one is never given back": ["await redis.zrem(key, id).catch(() => undefined);", ""],
  }),
  ...of("src/ingest/budgets/stored-budget.ts", ["test/http/limits/spent-budgets.test.ts"], {
    "budgets: a digit more is refused where they are spent": ["? SPARE_BYTES : 0", "? 0 : 0"],
    "budgets: what is stored may grow by digits without end": [
      "? SPARE_BYTES : 0",
      "? SPARE_BYTES : SPARE_BYTES",
    ],
  }),
  ...of(lua("structures/take-allowance"), ["test/store/lua/budgets.test.ts"], {
    "budgets: what was owed is forgotten": ["math.max((tonumber(stored) or 0) - from, 0)", "0"],
    "budgets: what was owed is counted by the limit of that time": ["owed * limit / ARGV[2]", "owed"],
    "budgets: a period is not saved up": [
      "math.ceil(paid + one - period - now)",
      "math.ceil(paid + one - now)",
    ],
  }),
  ...of("src/jobs/maintenance/resume-work.ts", ["test/jobs/queue/given-up-work.test.ts"], {
    "open work: one whose job has failed stays open": ["await found.giveUp();", "return;"],
  }),
  ...of("src/app/process/stop-signals.ts", ["test/app/stop-signals.test.ts"], {
    "stop: the second signal of one key press ends the process": ["now - firstAt > ONE_SIGNAL_MS", "true"],
  }),
  ...of("src/app/queues/resume.ts", ["test/faults/cluster/lost-ends.test.ts"], {
    "jobs: a failover of the queues loses a job for good": [
      "known !== history && this.#handled !== history",
      "known === undefined && this.#handled !== history",
    ],
  }),
  ...of("src/jobs/feeds/process.ts", ["test/jobs/queue/open-work.test.ts"], {
    "feeds: one that is applied counts as under way": [
      'finish(storeKey, feed);\n      await openWorks.end({ kind: "feed", storeKey, id: feed });',
      "finish(storeKey, feed);",
    ],
  }),
  ...of("src/jobs/exports/run-slice.ts", ["test/http/outbound/changed-file-runs.test.ts"], {
    "exports: a file keeps a person who was erased while it was written": [
      "erasures !== undefined && erasures !== (await",
      "erasures === undefined && erasures !== (await",
    ],
  }),
  ...of("src/jobs/exports/run.ts", ["test/http/outbound/changed-file-runs.test.ts"], {
    "exports: a file has rows of two mappings": [
      "run.form ? withFileForm(current, run.form) : current",
      "current",
    ],
  }),
  ...of("src/actors/privacy/person-rejections.ts", ["test/http/customers/erased-rejections.test.ts"], {
    "rejections: an erasure leaves the same words with other records": ["of all) {", "of own) {"],
  }),
  ...of("src/jobs/maintenance/erase-store.ts", ["test/http/customers/erased-rejections.test.ts"], {
    "rejections: they outlive their store": ["  await forgetRejected(deps, storeKey);\n", ""],
  }),
  ...of("src/store/privacy/redactions.ts", ["test/http/retailer/shop-redactions.test.ts"], {
    "redactions: an interrupted one loses its numbers": ["addedCounts(erased, counts)", "counts"],
  }),
  ...of("src/metrics.ts", ["test/http/operations/metrics.test.ts"], {
    "metrics: a counter has no series before its first event": [
      "for (const labels of series) counter.labels(...labels).inc(0);",
      "",
    ],
  }),
];
