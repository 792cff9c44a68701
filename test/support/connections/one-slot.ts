import { createHash } from "node:crypto";
import { Redis } from "ioredis";
import { slotOfTag, tagOf } from "../../../src/store/keys/hash-slot.ts";
import { scriptSource } from "../../../src/store/redis/script.ts";
import { SCRIPT_NAMES } from "../sources/script-names.ts";

/**
 * Commands without keys that are about a server or a connection, not data. Any other command without keys would reach
 * only one node of a cluster.
 */
const OF_CONNECTIONS = new Set(
  "auth hello select client info ping role config command script multi exec quit acl memory readonly cluster subscribe asking wait waitaof"
    .split(" ")
    // Reads the permissions of the user, which are the same on each node.
    .concat("server/missing-permissions"),
);

/** Commands that connections to a cluster divide by slot. */
const DIVIDED = new Set([
  "partition/append-commands",
  "partition/commit-batches",
  "partition/publish-replies",
  "partition/load-state",
  "partition/mark-events",
  "tenants/measure-records",
  "partition/advance-relay",
  "references/claim-references",
  "references/add-holders",
  "xread",
]);

/** Commands of the migration of older data, which is on one server. */
const OF_MIGRATIONS = new Set(["rename"]);

/** Commands that read all keys; on a cluster, the keys of each master. */
const OF_MAINTENANCE = new Set(["scan"]);

const NAMES = new Map(
  SCRIPT_NAMES.map((name) => [createHash("sha1").update(scriptSource(name)).digest("hex"), name]),
);

interface Sent {
  name: string;
  args: readonly unknown[];
  getKeys: () => unknown[];
}

/** Slots of the current transaction of each connection. */
const transactions = new WeakMap<Redis, Set<number>>();
const found = new Map<string, string>();

/** Returns the name of a command, or of our script. */
function nameOf({ name, args }: Sent): string {
  const command = name.toLowerCase();
  const [first] = args;
  if (command === "evalsha") return NAMES.get(String(first)) ?? command;
  if (command === "eval") return NAMES.get(createHash("sha1").update(String(first)).digest("hex")) ?? command;
  return command;
}

/** Commands whose one key is their first argument, as far as services send them. */
const OF_ONE_KEY = new Set(
  "get set incr hget hset hmget hgetall hdel hsetnx zadd zrange zcard smembers sadd srem xadd xlen xrange".split(
    " ",
  ),
);

const isScript = ({ name }: Sent): boolean => name === "evalsha" || name === "EVALSHA";

/** Whether a command has one key, without the search for its keys, which takes as long as the rest of the check. */
const hasOneKey = (command: Sent): boolean =>
  isScript(command) ? Number(command.args[1]) === 1 : OF_ONE_KEY.has(command.name);

/** The keys of a command. Those of a script are found without the search. */
const keysOf = (command: Sent): string[] =>
  (isScript(command) ? command.args.slice(2, 2 + Number(command.args[1])) : command.getKeys()).map(String);

/** The slots of keys. Keys with the same tag have the same slot, which is computed once. */
const slotsOf = (keys: readonly string[]): Set<number> =>
  new Set([...new Set(keys.map(tagOf))].map(slotOfTag));

/** Records a command that a cluster would refuse, or that only one of several nodes would answer. */
function look(redis: Redis, command: Sent): void {
  const together = transactions.get(redis);
  // Most commands have one key. No more is to be checked about them.
  if (!together && hasOneKey(command)) return;
  const keys = keysOf(command);
  if (keys.length === 1 && !together) return;
  const name = nameOf(command);
  const slots = slotsOf(keys);
  const isLost = keys.length === 0 && !OF_CONNECTIONS.has(name);
  if (OF_MIGRATIONS.has(name)) return;
  if ((isLost || slots.size > 1) && !DIVIDED.has(name) && !OF_MAINTENANCE.has(name))
    found.set(name, [name, ...keys.slice(0, 4)].join(" "));
  if (name === "multi") transactions.set(redis, new Set());
  for (const slot of slots) together?.add(slot);
  if (name !== "exec") return;
  transactions.delete(redis);
  if (together && together.size > 1) found.set("multi", `a transaction over ${together.size} slots`);
}

let isWatching = false;

/**
 * Checks every command that named connections of this process send from now on. Services have named connections, tests
 * do not.
 */
export function watchSlots(): void {
  if (isWatching) return;
  isWatching = true;
  const send = Reflect.get(Redis.prototype, "sendCommand") as (
    this: Redis,
    command: Sent,
    stream?: unknown,
  ) => unknown;
  Reflect.set(Redis.prototype, "sendCommand", function (this: Redis, command: Sent, stream?: unknown) {
    if (typeof this.options.connectionName === "string") look(this, command);
    return send.call(this, command, stream);
  });
}

/** Throws if the keys of a command were not in one slot. */
export function expectOneSlot(): void {
  if (found.size === 0) return;
  const commands = [...found.values()].sort().join("\n");
  found.clear();
  throw new Error(`These commands are not of one slot, and fail on Redis Cluster:\n${commands}`);
}
