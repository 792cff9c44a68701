import { type Mutant, of } from "./mutant.ts";

const HOLDERS = "test/store/lua/references.test.ts";
const COMPLETED = "test/jobs/complete-lists.test.ts";
const lua = (name: string) => `src/store/lua/${name}.lua`;

/** Conditions of the scripts, and what is shared by all processes. */
export const STORE_MUTANTS: Mutant[] = [
  ...of("src/store/layout/layout.ts", ["test/scripts/cli/backup.test.ts"], {
    "layout: incomplete data is used": ["if (layout === RESTORING)", "if (layout === undefined)"],
  }),
  ...of("src/store/secrets/stored-secret.ts", ["test/store/secrets/stored-secret.test.ts"], {
    "secrets: a lost secret stops the new one": [" && secret.expires !== undefined", " && false"],
    "secrets: a lost current secret is passed over": [" && secret.expires !== undefined", ""],
  }),
  ...of(lua("reports/replace-counters"), ["test/store/lua/counters.test.ts"], {
    "recount: a lost new counter deletes the current ones": [
      "if redis.call('EXISTS', KEYS[i]) == 0 then return 0 end",
      "",
    ],
    "recount: the new counters expire": ["  redis.call('PERSIST', KEYS[i + 1])", ""],
  }),
  ...of(lua("read/scan-hash"), ["test/store/read/hash-fields.test.ts"], {
    "scan: a cursor of another server counts": ["server == ARGV[2] and ARGV[1] or '0'", "ARGV[1]"],
  }),
  ...of("src/store/read/hash-fields.ts", ["test/store/read/hash-fields.test.ts"], {
    "scan: a field counts twice": ["known.size < known.add(name).size", "known.add(name).size > 0"],
  }),
  ...of("scripts/cli/commands/backups.ts", ["test/scripts/cli/two-restores.test.ts"], {
    "restore: a replaced restoration writes on": ["if (!(await claim.isHeld())) throw replaced();", ""],
  }),
  ...of(lua("tenants/end-audit"), ["test/scripts/cli/full-redis.test.ts"], {
    "audit: a full Redis refuses the outcome of a change": ["#!lua flags=allow-oom", "#!lua"],
  }),
  ...of(lua("tenants/delete-client"), ["test/scripts/cli/full-redis.test.ts"], {
    "client: a full Redis refuses its deletion": ["#!lua flags=allow-oom", "#!lua"],
  }),
  ...of(lua("structures/raise-version"), ["test/scripts/cli/full-redis.test.ts"], {
    "version: a full Redis hides a change of an owner": ["#!lua flags=allow-oom", "#!lua"],
  }),
  ...of(lua("partition/commit-batches"), ["test/store/partition/commits.test.ts"], {
    "commit: a lost lease commits": ["if fence ~= batch.fence then", "if false then"],
    "commit: the cursor may be anywhere": ["if cursor ~= batch.start then return {'stale', cursor} end", ""],
    "commit: commands that are applied already are applied again": [
      "if not is_before(batch.start, batch.first) then return {'stale', cursor} end",
      "",
    ],
    "commit: a batch is applied twice": [
      "if cursor == batch.last then return repeated(lease, 'cursor', batch) end",
      "",
    ],
    "commit: a batch of the former worker is not known": [
      "if previous[1] == batch.fence and previous[2] == batch.last then return repeated(lease, 'previousCursor', batch) end",
      "",
    ],
    "commit: cancellations are overlooked": ["cancels ~= batch.cancels", "false"],
    "commit: a late batch commits": ["if now > batch.deadline then", "if false then"],
    "commit: one command too many is trimmed": ["following(batch.last)", "following(following(batch.last))"],
  }),
  ...of(lua("partition/load-state"), ["test/store/partition/excess.test.ts"], {
    "load: a list at its limit has too many removed items": [
      "if length <= limit then return {} end\n  local names",
      "if length < limit then return {} end\n  local names",
    ],
    "load: any removed items are dropped, not the oldest": ["table.sort(names)", ""],
  }),
  ...of(lua("partition/load-state"), ["test/store/partition/bounded-scripts.test.ts"], {
    "load: one script reads all, however large": ["if bytes >= MAX_BYTES then break end", ""],
  }),
  ...of(lua("structures/acquire-lease"), ["test/store/lua/leases.test.ts"], {
    "lease: one that is held is taken": ["seen[1] ~= ARGV[2]", "false"],
    "lease: the former cursor is forgotten": ["local cursor = seen[2] or '0-0'", "local cursor = '0-0'"],
  }),
  ...of(lua("structures/release-lease"), ["test/store/lua/leases.test.ts"], {
    "lease: anybody may release it": ["redis.call('HGET', KEYS[1], 'fence') ~= ARGV[1]", "false"],
  }),
  ...of(lua("structures/mark-attempt"), ["test/store/lua/leases.test.ts"], {
    "lease: who lost it counts attempts": ["if seen[1] ~= ARGV[1] then return 0 end", ""],
  }),
  ...of(lua("references/claim-references"), ["test/store/lua/references.test.ts"], {
    "references: a taken one is granted": ["if not present or ", "if true or "],
    "references: a claim is dated back": ["tonumber(since) < tonumber(now)", "true"],
  }),
  ...of(lua("references/release-reference"), ["test/store/lua/references.test.ts"], {
    "references: another's claim is released": ["holder ~= ARGV[2] or ", ""],
    "references: a newer claim is released": [" or tonumber(since) > tonumber(ARGV[3])", ""],
  }),
  ...of(lua("references/take-over-reference"), ["test/store/lua/references.test.ts"], {
    "references: a claim that has changed is taken over": [
      "if redis.call('HGET', KEYS[1], ARGV[1]) ~= ARGV[2] then return 0 end",
      "",
    ],
  }),
  ...of(lua("references/add-holders"), [HOLDERS], {
    "holders: a claim is dated back": ["not known or is_before(known, id)", "not known or true"],
    "holders: one too many has a place": ["entered < bound", "entered <= bound"],
  }),
  ...of(lua("references/remove-holder"), [HOLDERS, "test/store/references/holder-model.test.ts"], {
    "holders: a frozen release removes a newer claim": [" or is_before(ARGV[3], known)", ""],
  }),
  ...of("src/store/references/holder-sweep.ts", ["test/store/references/holder-lists.test.ts"], {
    "holders: a claim whose command may wait is removed": ["if (isRecent || (await", "if ((await"],
    "holders: a former name of a variant stays": [
      "const isExact = isContested &&",
      "const isExact = false &&",
    ],
    "holders: a list is complete although a command may wait": [
      "claimLifetimeMs + UNLISTED_INTERVAL_MS",
      "0",
      [COMPLETED],
    ],
  }),
  ...of("src/store/references/holder-lists.ts", ["test/store/references/holder-lists.test.ts"], {
    "holders: a list with places may lack a holder": [" || times.size < MAX_HOLDERS", ""],
  }),
  ...of("src/jobs/maintenance/complete-lists.ts", [COMPLETED], {
    "holders: a scan of two servers is complete": ["if ((await deps.history()) !== history) return 0;", ""],
    "holders: a record that cannot be decoded has no references": [
      "for (const each of mayHave()) open.leave(each);",
      "",
    ],
  }),
  ...of("src/store/work/waves.ts", ["test/store/work/waves.test.ts"], {
    "waves: a round is recorded when the wave is over": ["known.rest?.part === part", "true"],
  }),
  ...of(lua("partition/append-commands"), ["test/store/lua/streams.test.ts"], {
    "commands: one more than the bound waits": [">= bound", "> bound"],
    "commands: a late one is appended": ["if now > tonumber(ARGV[2]) then", "if false then"],
  }),
  ...of(lua("partition/cancel-command"), ["test/store/partition/commits.test.ts"], {
    "commands: an applied one is cancelled": ["if cursor and ARGV[2]", "if false and ARGV[2]"],
    "commands: one whose reply is held back is cancelled": [
      "KEYS[3], ARGV[3]) == 1",
      "KEYS[3], ARGV[3]) == 2",
    ],
    "commands: the same number of cancellations comes again": ["'cancels', ARGV[5]", "'cancels', 1"],
  }),
  ...of("src/store/redis/durability/operation.ts", ["test/faults/failover/durability.test.ts"], {
    "durability: a request waits for no master": ["this.#streams.set(server, stream);", ""],
    "durability: a request waits for masters of another connection": [
      " || !leadsTo(this.#redis, server)",
      "",
      ["test/actors/runtime/request-sends.test.ts"],
    ],
  }),
  ...of("src/app/queues/durable-ends.ts", ["test/faults/cluster/lost-ends.test.ts"], {
    "durability: a job ends before its work is durable": ["waits.during(next, 0)", "next()"],
  }),
  ...of("src/store/redis/durability/durable-waits.ts", ["test/store/redis/durable-waits.test.ts"], {
    "durability: a write is acknowledged that too few servers have": [
      "if (args.some((wanted, i) => (reached[i] ?? 0) < wanted))",
      "if (args.length === 0)",
    ],
  }),
  ...of("src/store/work/open-work.ts", ["test/jobs/queue/open-work.test.ts"], {
    "feeds: all that are under way are looked at at once": [
      "const PART_SIZE = 500",
      "const PART_SIZE = 50000",
    ],
  }),
  ...of("src/store/redis/connection/effects.ts", ["test/actors/runtime/request-sends.test.ts"], {
    "outcomes: a write is no effect": ["    this.#count++;\n    command", "    command"],
  }),
  ...of("src/store/redis/connection/server-connection.ts", ["test/store/redis/server-connection.test.ts"], {
    "connections: an ended one forgets the commands that it would send again": [
      `this.on("end", () => this.#rejectRepeats());`,
      "",
    ],
    "connections: nothing is asked where silence would be noticed late": [
      "this.#isProbed && idleChecks",
      "false && idleChecks",
    ],
  }),
  ...of("src/store/partition/tracking-reader.ts", ["test/store/partition/tracking-reader.test.ts"], {
    "streams: a read that no master has noted counts as one that it has noted": [
      " && round === this.#round",
      "",
    ],
  }),
  ...of(
    "src/store/redis/connection/cluster/cluster-connection.ts",
    ["test/faults/cluster/moved-slots.test.ts"],
    {
      "durability: a master that a command was redirected to is not waited for": [
        "watchedBy(watchers, () =>",
        "watchedBy(undefined, () =>",
      ],
    },
  ),
  ...of(
    lua("partition/mark-events"),
    ["test/store/lua/relay.test.ts", "test/store/partition/durable-events.test.ts"],
    {
      "relay: an event that was lost counts as durable": ["#redis.call('XRANGE', outbox, id, id)", "1"],
    },
  ),
  ...of(lua("partition/advance-relay"), ["test/store/lua/relay.test.ts"], {
    "relay: it goes back": ["is_before(present, id)", "true"],
  }),
  ...of(lua("partition/set-unless-other"), ["test/store/lua/idempotency.test.ts"], {
    "idempotency: another's record is replaced": ["if present and present ~= ARGV[1] then return 0 end", ""],
  }),
  ...of(lua("partition/delete-if-equal"), ["test/store/lua/idempotency.test.ts"], {
    "idempotency: another's record is deleted": [
      "if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end",
      "",
    ],
  }),
  ...of("src/store/keys/names.ts", ["test/store/partition/store-entries.test.ts"], {
    "names: a capital sharp s differs from a small one": [
      ".toLowerCase()\n    .toUpperCase()",
      ".toUpperCase()",
    ],
    "names: the beginning of a Greek name may not be found": ['.replaceAll("ς", "σ")', ""],
  }),
  ...of("src/store/work/flag-resets.ts", ["test/store/work/flag-resets.test.ts"], {
    "flags: all finished resets are kept": ["if (isOver) await this.#limit(storeKey, reset);", ""],
  }),
  ...of(lua("tenants/admit-store"), ["test/store/tenants/tenants.test.ts"], {
    "stores: one store too many is admitted": [">= limit", "> limit"],
  }),
  ...of(lua("structures/take-allowance"), ["test/store/lua/budgets.test.ts"], {
    "budgets: more than the budget is taken": ["and before > 0 then return before end", "and false then end"],
    "budgets: a clock that was ahead is owed": ["math.max(now, tonumber(last) or 0)", "now"],
    "budgets: parts of a millisecond are rounded": ["'%.3f %s %.0f'", "'%.0f %s %.0f'"],
  }),
  ...of(
    lua("partition/pass-time"),
    ["test/store/lua/streams.test.ts", "test/http/outbound/late-changes.test.ts"],
    {
      "pass-time: a clock that is set back gives a change an earlier time": ["passed + 1", "0"],
      "pass-time: a clock that has not passed the time counts": ["now <= passed", "false"],
    },
  ),
  ...of(
    lua("structures/heartbeat"),
    ["test/store/redis/leases.test.ts", "test/actors/runtime/silent-workers.test.ts"],
    {
      "heartbeats: a process from a clock that was ahead is alive": [
        "tonumber(members[i + 1]) > now",
        "false",
      ],
      "heartbeats: a process that nobody has removed was never silent": ["if left >= 0 then", "if left then"],
    },
  ),
  ...of("src/jobs/queue/set-back.ts", ["test/jobs/queue/set-back.test.ts"], {
    "clock set back: a schedule stays at its late time": [
      "return next > now + TOLERANCE_MS &&",
      "return false &&",
    ],
    "clock set back: a run of that time ends its schedule": ["await removeRun(opened.queue, id)", "void id"],
    "clock set back: a schedule that has ended stops the correction": [
      "await queue.removeJobScheduler(schedule)",
      "void schedule",
    ],
    "clock set back: a delayed job stays late": ["if (leftMs <= delayMs", "if (leftMs >= delayMs"],
    "clock set back: a job that is due at a time runs early": ["!job || job.name === DUE", "!job"],
  }),
  ...of(lua("structures/take-slot"), ["test/store/lua/budgets.test.ts"], {
    "budgets: one slot too many is given": [">= limit", "> limit"],
    "budgets: a slot from a clock that was ahead is held": [
      "'ZADD', slots, now, holder",
      "'ZSCORE', slots, holder",
    ],
  }),
  ...of(
    lua("tenants/tenant-slots"),
    ["test/store/lua/slots.test.ts", "test/jobs/queue/tenant-limit.test.ts"],
    {
      "slots: one job too many runs": ["while free > 0 and", "while free >= 0 and"],
      "slots: a slot from a clock that was ahead is held": [
        "'ZADD', slots, latest, member",
        "'ZSCORE', slots, member",
      ],
      "slots: a slow receiver leaves none": ["if free > for_others then", "if free > 0 then"],
      "slots: the first receiver is always next": ["'[' .. receiver .. '!', '+'", "'-', '+'"],
    },
  ),
  ...of("src/store/partition/idempotency.ts", ["test/store/partition/idempotency.test.ts"], {
    "idempotency: every request gets the key": ['"NX", "GET"', '"GET"'],
  }),
  ...of(
    "src/store/redis/connection/cluster/cluster-connection.ts",
    ["test/store/redis/connections.test.ts"],
    {
      "cluster: a connection that was never ready reports an empty store": [
        'redis.status === "wait"',
        "false",
      ],
    },
  ),
];
