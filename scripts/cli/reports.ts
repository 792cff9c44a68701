import { recount } from "../../src/jobs/reports/recount.ts";
import { openLayout } from "../../src/store/layout.ts";
import { ReportCounters } from "../../src/store/reports/counters.ts";
import { CliError, command } from "./command.ts";

export const reportCommands = [
  command({
    name: "report recount",
    args: ["tenant"],
    options: { store: { type: "string", default: "default" } },
    optionHelp: { store: "store of the tenant" },
    help: "count a store's reports again from its records; pause writes meanwhile",
    async run({ redis, keys, tenants, partitions }, { args: { tenant = "" }, options: { store } }) {
      if (!(await tenants.find(tenant))) throw new CliError(`there is no tenant ${tenant}`);
      if (partitions === 0) throw new CliError("the service was never started on this store");
      const layout = await openLayout(redis, keys, partitions);
      const tallies = new ReportCounters(redis, keys, layout);
      const scope = `${tenant}/${String(store)}`;
      const counted = await recount({ redis, keys, layout, tallies }, scope);
      if (!counted)
        throw new CliError(`${scope} is written to all the time, or nobody does the background work`);
      return { scope, ...counted };
    },
    text: ({ scope, counters, wrong }) =>
      wrong === 0
        ? `All ${counters} counters of ${scope} are right.`
        : `${wrong} counters of ${scope} were wrong. All ${counters} are right now.`,
  }),
];
