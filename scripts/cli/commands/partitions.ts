import { describePartitions } from "../../../src/store/partition/inspect.ts";
import { command, table } from "../command.ts";

export const partitionCommands = [
  command({
    name: "partition list",
    help: "show the worker of each partition and the number of waiting commands",
    run: ({ redis, keys, partitions }) => describePartitions(redis, keys, partitions),
    text: (partitions) =>
      table(
        ["partition", "worker", "last heartbeat", "waiting", "dead letters", "outbox", "cursor"],
        partitions.map(({ partition, worker, silentMs, waiting, deadLetters, outbox, cursor }) => [
          partition,
          worker ?? "none",
          worker === undefined ? "" : `${(silentMs / 1000).toFixed(1)} s`,
          waiting,
          deadLetters,
          outbox,
          cursor,
        ]),
      ),
  }),
];
