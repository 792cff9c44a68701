import { recount } from "../../../src/jobs/reports/recount.ts";
import { skippingUndecodable } from "../../../src/store/records/undecodable.ts";
import { ReportCounters } from "../../../src/store/reports/counters.ts";
import { CliError, command } from "../command.ts";
import { readLayout } from "../layout.ts";
import { existingStoreKeyOf } from "./stores.ts";

export const reportCommands = [
  command({
    name: "report recount",
    args: ["tenant"],
    options: { store: { type: "string", help: "store of the tenant, `default` if absent" } },
    help: "count a store's reports again from its records; pause writes meanwhile",
    deletesFirst: () => true,
    async run(context, { args: { tenant = "" }, options: { store = "default" } }) {
      const { redis, keys } = context;
      const storeKey = await existingStoreKeyOf(context, tenant, store);
      const layout = await readLayout(context);
      const counters = new ReportCounters(redis, keys, layout);
      let skipped = 0;
      const onUndecodable = skippingUndecodable(() => skipped++);
      const counted = await recount({ redis, keys, layout, counters, onUndecodable }, storeKey);
      if (!counted)
        throw new CliError(
          `the recount of ${storeKey} failed: writes do not stop, or no process with the role jobs runs`,
        );
      return { storeKey, ...counted, skipped };
    },
    text: ({ storeKey, counters, wrong, skipped }) => {
      const left =
        skipped === 0 ? "" : ` ${skipped} records that cannot be decoded are not counted: see verify.`;
      return wrong === 0
        ? `All ${counters} counters of ${storeKey} are correct.${left}`
        : `${wrong} counters of ${storeKey} were wrong, and are corrected. There are ${counters} now.${left}`;
    },
  }),
];
