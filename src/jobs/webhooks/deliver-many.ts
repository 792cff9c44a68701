import type { Processor } from "bullmq";
import type { FairShare } from "../fair-share.ts";
import type { NewJob } from "../workers.ts";
import {
  erasedOf,
  judge,
  keepBody,
  type Made,
  tryOnce,
  type WebhookDeps,
  type WebhookJob,
} from "./deliver-webhook.ts";

/** A job of the queue `webhooks`: the first attempt for events that came together, for one endpoint. */
export interface WebhooksJob {
  scope: string;
  endpoint: string;
  events: Pick<WebhookJob, "eventId" | "type" | "event">[];
}

type Told = WebhooksJob["events"][number] & Made;

export interface ManyDeps extends WebhookDeps {
  /** Places of the attempts that follow, fair among the tenants. */
  shares: FairShare;
  add: (jobs: NewJob[]) => Promise<void>;
}

/** The job that delivers one event alone. */
export function singleJob(data: WebhookJob, priority: number): NewJob {
  return { name: "webhook", data, id: `${data.endpoint}-${data.eventId}`, priority };
}

/** The events with their bodies, which are the same should this be done again. */
async function withBodies(
  { bodies, bodyOf }: ManyDeps,
  id: string,
  { scope, events }: WebhooksJob,
): Promise<Told[]> {
  const kept = await bodies.ofGroup(id);
  if (kept !== undefined) return JSON.parse(kept) as Told[];
  const told = await Promise.all(
    events.map(async (event) => {
      const made = await bodyOf({ scope, ...event });
      return made && { ...event, ...made };
    }),
  );
  const found = told.filter((event) => event !== undefined);
  await bodies.keepGroup(id, JSON.stringify(found));
  return found;
}

/** Makes the first attempts for many events. Those that failed go on alone, each with its own waits. */
export const deliverMany = (deps: ManyDeps): Processor<WebhooksJob, void> =>
  async function deliverManyJob(job, _token, signal) {
    const { scope, endpoint: id } = job.data;
    const endpoint = await deps.endpoints.find(scope, id);
    if (endpoint?.status !== "enabled") return;
    const group = job.id ?? "";
    const tried = await Promise.all(
      (await withBodies(deps, group, job.data)).map(async (told) => ({
        told,
        ...(await tryOnce(deps, endpoint, { ...told, failures: 0 }, signal)),
      })),
    );
    await deps.note(
      scope,
      id,
      tried.map(({ delivery }) => delivery),
    );
    for (const status of new Set(tried.map(({ delivery }) => delivery.status)))
      await judge(deps, scope, endpoint, status);
    for (const { told, wait } of tried) {
      if (wait === undefined) continue;
      const { eventId, type, event } = told;
      const data: WebhookJob = {
        scope,
        endpoint: id,
        eventId,
        type,
        ...(event ? { event } : {}),
        failures: 1,
      };
      const kept = await keepBody(deps, data, told);
      if (kept) {
        const priority = deps.shares.next(scope, Date.now());
        await deps.add([{ ...singleJob({ ...data, ...kept }, priority), delayMs: wait }]);
      } else await deps.note(scope, id, [erasedOf(data)]);
    }
    await deps.bodies.dropGroup(group);
  };
