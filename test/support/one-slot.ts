import { createHash } from "node:crypto";
import { Redis } from "ioredis";
import { slotOfKey } from "../../src/store/keys/hash-slot.ts";
import { scriptSource } from "../../src/store/redis/script.ts";
import { SCRIPT_NAMES } from "./script-names.ts";

/** Commands without keys that concern a server or a connection, not data. Any other reaches one node of a cluster. */
const OF_CONNECTIONS = new Set(
  "auth hello select client info ping role config command script multi exec quit acl memory readonly cluster subscribe asking wait waitaof"
    .split(" ")
    // Asks for the permissions of the user, which are the same on each node.
    .concat("server/missing-permissions"),
);

/** What connections to a cluster divide by slot. */
const DIVIDED = new Set([
  "partition/append-commands",
  "partition/commit-batches",
  "partition/publish-replies",
  "partition/load-state",
  "partition/mark-events",
  "tenants/measure-records",
  "partition/advance-relay",
  "read/claim-references",
  "read/add-holders",
  "xread",
]);

/** What the migration of older data sends: that is on one server. */
const OF_MIGRATIONS = new Set(["rename"]);

/** What reads through all keys; on a cluster, through those of each master. */
const OF_MAINTENANCE = new Set(["scan"]);

const NAMES = new Map(
  SCRIPT_NAMES.map((name) => [createHash("sha1").update(scriptSource(name)).digest("hex"), name]),
);

interface Sent {
  name: string;
  args: readonly unknown[];
  getKeys: () => unknown[];
}

/** Slots of the transaction that a connection is in. */
const transactions = new WeakMap<Redis, Set<number>>();
const found = new Map<string, string>();

/** Name of a command; of a script of ours, its own. */
function nameOf({ name, args }: Sent): string {
  const command = name.toLowerCase();
  const [first] = args;
  if (command === "evalsha") return NAMES.get(String(first)) ?? command;
  if (command === "eval") return NAMES.get(createHash("sha1").update(String(first)).digest("hex")) ?? command;
  return command;
}

/** Notes a command that a cluster would refuse, or answer from one node of several. */
function look(redis: Redis, command: Sent): void {
  const name = nameOf(command);
  const keys = command.getKeys().map(String);
  const slots = new Set(keys.map(slotOfKey));
  const isLost = keys.length === 0 && !OF_CONNECTIONS.has(name);
  if (OF_MIGRATIONS.has(name)) return;
  if ((isLost || slots.size > 1) && !DIVIDED.has(name) && !OF_MAINTENANCE.has(name))
    found.set(name, [name, ...keys.slice(0, 4)].join(" "));
  if (name === "multi") transactions.set(redis, new Set());
  const together = transactions.get(redis);
  for (const slot of slots) together?.add(slot);
  if (name !== "exec") return;
  transactions.delete(redis);
  if (together && together.size > 1) found.set("multi", `a transaction over ${together.size} slots`);
}

let isWatching = false;

/** Looks at every command that named connections of this process send from now on: those of services, not of tests. */
export function watchSlots(): void {
  if (isWatching) return;
  isWatching = true;
  const send = Reflect.get(Redis.prototype, "sendCommand") as (this: Redis, ...sent: [Sent]) => unknown;
  Reflect.set(Redis.prototype, "sendCommand", function (this: Redis, ...sent: [Sent]) {
    if (typeof this.options.connectionName === "string") look(this, sent[0]);
    return send.apply(this, sent);
  });
}

/** Throws where a command was not of one slot. */
export function expectOneSlot(): void {
  if (found.size === 0) return;
  const commands = [...found.values()].sort().join("\n");
  found.clear();
  throw new Error(`These commands are not of one slot, and fail on Redis Cluster:\n${commands}`);
}
