import type { Job } from "bullmq";
import type { PublicEvent } from "../../actors/events/public-events.ts";
import { isEntryBefore } from "../../store/ids/entry-id.ts";
import type { GroupJobs } from "../../store/partition/group-jobs.ts";
import type { Endpoint } from "../../store/webhooks/endpoints.ts";
import type { RelayedEvent } from "../relay/target.ts";
import type { WebhooksJob } from "./deliver-many.ts";

/** An event, and an endpoint that subscribes to it. */
export interface Subscription {
  endpoint: Pick<Endpoint, "id">;
  relayed: RelayedEvent<PublicEvent>;
}

interface RelayedGroupsParts {
  read: (partitions: readonly number[]) => Promise<ReadonlyMap<number, GroupJobs>>;
  write: (recorded: ReadonlyMap<number, GroupJobs>) => Promise<void>;
  /** Returns those of the jobs that exist. */
  find: (ids: readonly string[]) => Promise<readonly Pick<Job<WebhooksJob>, "id" | "data">[]>;
}

const nameOf = (endpoint: string, eventId: string) => `${endpoint} ${eventId}`;
const eventIdOf = ({ partition, id }: RelayedEvent) => `${partition}-${id}`;

/** The deliveries for which an earlier relay of the same events has already added jobs. */
interface Added {
  has: (wanted: Subscription) => boolean;
  /** The recorded jobs that exist, by partition. */
  recorded: ReadonlyMap<number, GroupJobs>;
}

/**
 * The jobs for groups of events. A relay may add them and then fail, or be stopped, before it records its position. The
 * events are then relayed again, and usually in other groups, whose jobs would send them again. So the ids of the jobs
 * are recorded before the jobs are added, and the next relay leaves out the events of those that exist.
 */
export class RelayedGroups {
  readonly #parts: RelayedGroupsParts;

  constructor(parts: RelayedGroupsParts) {
    this.#parts = parts;
  }

  /** Finds the deliveries that have jobs already. The events of each partition must be in order. */
  async added(wanted: readonly Subscription[]): Promise<Added> {
    const first = new Map<number, string>();
    for (const { partition, id } of wanted.map(({ relayed }) => relayed))
      if (!first.has(partition)) first.set(partition, id);
    const recorded = [...(await this.#parts.read([...first.keys()]))].filter(
      ([partition, { to }]) => !isEntryBefore(to, first.get(partition) ?? "0-0"),
    );
    const found = await this.#parts.find([...new Set(recorded.flatMap(([, { jobs }]) => jobs))]);
    const ids = new Set(found.map(({ id }) => id));
    const names = new Set(
      found.flatMap(({ data: { endpoint, events } }) =>
        events.map(({ eventId }) => nameOf(endpoint, eventId)),
      ),
    );
    return {
      has: ({ endpoint, relayed }) => names.has(nameOf(endpoint.id, eventIdOf(relayed))),
      recorded: new Map(
        recorded.map(([partition, { to, jobs }]) => [
          partition,
          { to, jobs: jobs.filter((id) => ids.has(id)) },
        ]),
      ),
    };
  }

  /** Records the jobs that are about to be added. Those that were `added` before stay recorded. */
  async record(
    groups: readonly { id: string; relayed: readonly RelayedEvent[] }[],
    { recorded: before }: Pick<Added, "recorded">,
  ): Promise<void> {
    const recorded = new Map<number, GroupJobs>();
    for (const { id: job, relayed } of groups)
      for (const { partition, id } of relayed) {
        const { to, jobs } = recorded.get(partition) ?? before.get(partition) ?? { to: id, jobs: [] };
        recorded.set(partition, {
          to: isEntryBefore(to, id) ? id : to,
          jobs: jobs.at(-1) === job ? jobs : [...jobs, job],
        });
      }
    await this.#parts.write(recorded);
  }
}
