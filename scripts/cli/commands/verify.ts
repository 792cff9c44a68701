import { encodeCommand } from "../../../src/actors/runtime/envelope.ts";
import type { OrderJob } from "../../../src/jobs/orders/order-job.ts";
import { verify, type VerifyParts } from "../../../src/jobs/verify/verify.ts";
import { Exports } from "../../../src/store/exports/exports.ts";
import { WishlistIndex } from "../../../src/store/lists/wishlist-index.ts";
import { IndexReads } from "../../../src/store/maintenance/index-reads.ts";
import { IndexRepairs } from "../../../src/store/maintenance/index-repairs.ts";
import { Owners } from "../../../src/store/owners/owners.ts";
import { relayedWithin, takenWithin } from "../../../src/store/partition/relayed-within.ts";
import { appendCommands } from "../../../src/store/partition/streams.ts";
import { Redactions } from "../../../src/store/privacy/redactions.ts";
import { Orders } from "../../../src/store/read/orders.ts";
import { References } from "../../../src/store/references/references.ts";
import { Vault } from "../../../src/store/secrets/vault.ts";
import { Shops } from "../../../src/store/tenants/shops.ts";
import { Tenants } from "../../../src/store/tenants/tenants.ts";
import { WaitingLists } from "../../../src/store/waiting/waiting-lists.ts";
import { WaitingOrders } from "../../../src/store/waiting/waiting-orders.ts";
import { Endpoints } from "../../../src/store/webhooks/endpoints.ts";
import { type CliContext, CliError, command, table } from "../command.ts";
import { readLayout } from "../layout.ts";
import { withQueues } from "../queues.ts";

/** Longer than any command may wait: an older claim without a record may be taken over. */
const CLAIM_LIFETIME_MS = 5 * 60_000;
/** Maximum number of commands of a partition that wait for a worker. */
const MAX_WAITING = 10_000;
/** How long a worker may take to apply a command, in milliseconds. */
const APPLY_MS = 10_000;
/** Maximum number of rows in the text output. */
const SHOWN = 50;

/**
 * Returns the function that sends the repairs that need a worker. It sends no more after a command that no worker has
 * taken in time: each of thousands would wait as long.
 */
function senderOf({ redis, keys }: CliContext): VerifyParts["send"] {
  let isServed = true;
  return async (partition, command) => {
    if (!isServed) return false;
    const stream = keys.commands(partition);
    const payload = encodeCommand({ instance: "", requestId: "", command });
    const limits = { bound: MAX_WAITING, deadline: Number.MAX_SAFE_INTEGER };
    const [sent] = await appendCommands(redis, [{ stream, payload }], limits);
    const entryId = sent?.status === "fulfilled" ? sent.value : undefined;
    isServed = entryId !== undefined && (await takenWithin(redis, { stream, entryId }, APPLY_MS));
    return isServed;
  };
}

async function partsOf(context: CliContext): Promise<VerifyParts> {
  const { redis, keys, now, partitions } = context;
  const layout = await readLayout(context);
  return {
    redis,
    keys,
    layout,
    async readSetUp(onUndecodable) {
      // Nothing is sealed or opened here.
      const vault = new Vault([]);
      const tenants = new Tenants(redis, keys, vault, onUndecodable);
      await tenants.list();
      for (const id of await tenants.ids()) {
        await tenants.clients(id);
        await new Owners(redis, keys, undefined, onUndecodable).list(id);
      }
      for (const storeKey of await tenants.storeKeys()) {
        await new Endpoints(redis, keys, vault, onUndecodable).list(storeKey);
        await new Exports(redis, keys, vault, onUndecodable).list(storeKey);
      }
      await new Shops(redis, keys, vault, onUndecodable).list();
      await new Redactions(redis, keys, onUndecodable).list();
    },
    reads: new IndexReads(redis, keys),
    repairs: new IndexRepairs(redis, keys),
    waiting: new WaitingLists(redis, keys, layout),
    orders: new Orders(redis, keys, layout),
    waitingOrders: new WaitingOrders(redis, keys, layout),
    rematch: (storeKey, { partition, key }) =>
      withQueues(context, ["orders"], async ([queue]) => {
        const data: OrderJob = { kind: "match", storeKey, places: [{ partition, key }] };
        await queue?.add("match", data);
      }),
    send: senderOf(context),
    index: new WishlistIndex(redis, keys),
    references: new References(redis, keys, layout, CLAIM_LIFETIME_MS),
    now,
    relayedWithin: (ms) => relayedWithin(redis, keys, partitions, ms),
  };
}

interface Result {
  inconsistencies: { index: string; what: string; record: string; repaired: boolean }[];
  lacksEvents: boolean;
}

/** Returns the result as text: counts, a warning if indexes lack events, and the first differences. */
export function textOfVerification({ inconsistencies, lacksEvents }: Result): string {
  if (inconsistencies.length === 0) return "All records can be decoded, and all indexes match them.";
  const rows = inconsistencies
    .slice(0, SHOWN)
    .map(({ index, what, record, repaired }) => [index, what, record, repaired ? "yes" : "no"]);
  const repaired = inconsistencies.filter((each) => each.repaired).length;
  const undecodable = inconsistencies.filter(({ what }) => what === "undecodable").length;
  const entries = inconsistencies.length - undecodable;
  const counts = `Entries of indexes that do not match the records: ${entries}, of which ${repaired} are repaired. Records that cannot be decoded: ${undecodable}.`;
  const warning = lacksEvents
    ? "The indexes still lack some events, so entries may be correct later: run this command again.\n"
    : "";
  return `${counts}\n${warning}${table(["index", "fault", "record", "repaired"], rows)}`;
}

export const verifyCommand = command({
  name: "verify",
  options: {
    repair: { type: "boolean", help: "repair the indexes from the records" },
    tenant: { type: "string", help: "only the records of this tenant" },
  },
  help: "find records that cannot be decoded, and compare indexes, counts, waiting lists and references with records",
  deletesFirst: ({ options }) => options["repair"] === true,
  async run(context, { options }) {
    const tenant = options["tenant"] === undefined ? undefined : String(options["tenant"]);
    // Its record is not read, because it may be one that cannot be decoded.
    if (tenant !== undefined && !(await context.tenants.ids()).includes(tenant))
      throw new CliError(`there is no tenant ${tenant}`);
    const { found, lacksEvents } = await verify(await partsOf(context), tenant);
    const inconsistencies = [];
    for (const { index, what, record, repair } of found) {
      const repaired = options["repair"] === true && (await repair());
      inconsistencies.push({ index, what, record, repaired });
    }
    return { inconsistencies, lacksEvents };
  },
  isFailure: ({ inconsistencies }) => inconsistencies.some(({ repaired }) => !repaired),
  text: textOfVerification,
});
