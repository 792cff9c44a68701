import type { Job, Processor } from "bullmq";
import { decodeEvent } from "../../actors/events/event.ts";
import { ChangesLost } from "../../store/changes/archive.ts";
import { type ChangeFeed, cursorBefore } from "../../store/changes/change-feed.ts";
import type { ChangeFeedEntry } from "../../store/changes/feed-entry.ts";
import { isOfAttempt } from "../../store/idempotency/key-lifetime.ts";
import { newIdFor } from "../../store/idempotency/new-id.ts";
import { parseEntryId } from "../../store/ids/entry-id.ts";
import { decodeOrSkip, type OnUndecodable } from "../../store/records/undecodable.ts";
import type { Now } from "../../store/redis/clock.ts";
import {
  type Endpoint,
  type Endpoints,
  MAX_REPLAYED,
  type Replay,
  wantsType,
} from "../../store/webhooks/endpoints.ts";
import type { OpenWorks } from "../../store/work/open-work.ts";
import type { NewJob } from "../queue/job.ts";
import type { JobChanges } from "../queue/request-jobs.ts";
import { runLater } from "../queue/worker/run-later.ts";
import { reportDisabled } from "./attempt.ts";
import { deliverGroup, type ManyDeps, type WebhooksJob } from "./deliver-many.ts";
import { BEHIND_ALL } from "./redeliver.ts";

/** Maximum number of changes that are read at once, and of events that are sent at once. */
const PAGE_SIZE = 200;
const BATCH_SIZE = 25;
/** How long a replay works before other jobs of its tenant run, in milliseconds. */
const SLICE_MS = 1000;
const ID_BYTES = 6;

/**
 * A job of the queue `webhooks`. Each replay has one, from its first event to its last. The position of the replay is
 * stored with the endpoint.
 */
export interface ReplayJob {
  storeKey: string;
  endpoint: string;
  replay: string;
}

/** Makes the job of a replay. */
export const replayJob = (data: ReplayJob): NewJob & { id: string } => ({
  name: "replay",
  data,
  id: `replay-${data.replay}`,
  priority: BEHIND_ALL,
});

interface ReplayParts {
  jobs: Pick<JobChanges, "revive">;
  openWorks: OpenWorks;
  endpoints: Endpoints;
  changes: ChangeFeed;
  /** The store's clock. */
  now: Now;
}

/**
 * Returns where a replay since a time begins. If the replay before it has stopped and reported this time, it begins
 * after the last event that was sent, because other events of that millisecond may come before and after that event.
 */
const startOf = (since: string, before: Replay | undefined): string =>
  before?.status === "stopped" && Date.parse(before.reachedTime ?? "") === Date.parse(since)
    ? before.place
    : cursorBefore(Date.parse(since));

/**
 * Starts a replay of the events since a time, unless the endpoint has a running replay. In this case, it makes sure
 * that the running one continues. A replay that an earlier attempt of the same request has started counts as new, even
 * if it has ended. Resolves to the endpoint with its replay; undefined if there is no such endpoint.
 */
export async function startReplay(
  { jobs, openWorks, endpoints, changes, now }: ReplayParts,
  { storeKey, endpoint: id, since }: { storeKey: string; endpoint: string; since: string },
  repeatKey?: string,
): Promise<{ endpoint: Endpoint; isNew: boolean } | undefined> {
  const startedMs = now();
  const replay: Omit<Replay, "place"> = {
    id: newIdFor(ID_BYTES, repeatKey),
    status: "running",
    since,
    sent: 0,
    startedTime: new Date(startedMs).toISOString(),
    end: await changes.end(storeKey),
  };
  const isStarted = (known: Replay) => known.id === replay.id && isOfAttempt(known.startedTime, startedMs);
  await openWorks.add({ kind: "replay", storeKey, id }, startedMs);
  const endpoint = await endpoints.change(storeKey, id, (current) =>
    current.replay && (current.replay.status === "running" || isStarted(current.replay))
      ? undefined
      : { ...current, replay: { ...replay, place: startOf(since, current.replay) } },
  );
  if (!endpoint) return undefined;
  const known = endpoint.replay?.id ?? "";
  await jobs.revive("webhooks", replayJob({ storeKey, endpoint: id, replay: known }));
  return { endpoint, isNew: known === replay.id };
}

interface ReplayDeps extends ManyDeps {
  changes: ChangeFeed;
  onUndecodable: OnUndecodable;
}

/** The parts that the end of a replay needs. */
interface EndDeps {
  endpoints: Pick<Endpoints, "change">;
  now: Now;
}

/** Changes a running replay. Resolves to whether it still runs. */
async function changeReplay(
  { endpoints, now }: EndDeps,
  { storeKey, endpoint: id, replay: replayId }: ReplayJob,
  changed: Partial<Replay>,
): Promise<boolean> {
  const finished = changed.status === undefined ? {} : { finishedTime: new Date(now()).toISOString() };
  const endpoint = await endpoints.change(storeKey, id, (current) =>
    current.replay?.id === replayId && current.replay.status === "running"
      ? { ...current, replay: { ...current.replay, ...changed, ...finished } }
      : undefined,
  );
  return endpoint?.replay?.id === replayId && endpoint.replay.status === "running";
}

/** Stops a replay if the queue has given up its job, because nothing else would end it. */
export async function giveUpReplay(deps: EndDeps, { data }: Pick<Job<ReplayJob>, "data">): Promise<void> {
  await changeReplay(deps, data, { status: "stopped", reason: "given_up" });
}

/** Takes from the next changes of a replay as many as fit into one batch of events that the endpoint subscribes to. */
function cutBatch(
  { onUndecodable }: ReplayDeps,
  { storeKey }: ReplayJob,
  endpoint: Endpoint,
  changes: readonly ChangeFeedEntry[],
): { wanted: WebhooksJob["events"]; last: ChangeFeedEntry | undefined } {
  const wanted: WebhooksJob["events"] = [];
  for (const change of changes) {
    const { id: eventId, text } = change;
    const event = decodeOrSkip(decodeEvent, text, () => ({ storeKey, id: eventId }), onUndecodable);
    if (event && wantsType(endpoint, event.type)) wanted.push({ eventId, type: event.type, event });
    if (wanted.length === BATCH_SIZE) return { wanted, last: change };
  }
  return { wanted, last: changes.at(-1) };
}

/** Reads the next changes of a replay. Resolves to {@link ChangesLost} if they are lost. */
async function changesAfter({ changes }: ReplayDeps, { storeKey }: ReplayJob, { place, end }: Replay) {
  try {
    return await changes.after(storeKey, place, PAGE_SIZE, end);
  } catch (err) {
    if (err instanceof ChangesLost) return err;
    throw err;
  }
}

/** Sends the next batch. Resolves to whether there is more to do. */
async function sendBatch(
  deps: ReplayDeps,
  job: ReplayJob,
  { endpoint, replay }: { endpoint: Endpoint; replay: Replay },
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const { storeKey, replay: run } = job;
  if (endpoint.status !== "enabled") {
    await reportDisabled(deps, storeKey, endpoint, signal);
    return changeReplay(deps, job, { status: "stopped", reason: "endpoint_disabled" });
  }
  const page = await changesAfter(deps, job, replay);
  if (page instanceof ChangesLost) {
    const { resumeAt } = page;
    const reachedTime = new Date(parseEntryId(resumeAt).ms + 1).toISOString();
    const ended = { status: "stopped", reason: "events_lost" } as const;
    return changeReplay(deps, job, { ...ended, place: resumeAt, reachedTime });
  }
  const { wanted: events, last } = cutBatch(deps, job, endpoint, page);
  if (!last) return changeReplay(deps, job, { status: "completed" });
  const data = { storeKey, endpoint: endpoint.id, run, events };
  const group = `replay-${run}-${replay.place}`;
  const accepted = events.length === 0 ? 0 : await deliverGroup(deps, { group, endpoint, data }, signal);
  const sent = replay.sent + events.length;
  const reached = {
    place: last.entryId,
    reachedTime: new Date(parseEntryId(last.entryId).ms).toISOString(),
    sent,
  };
  if (events.length > 0 && accepted === 0)
    return changeReplay(deps, job, { ...reached, status: "stopped", reason: "nothing_accepted" });
  if (sent >= MAX_REPLAYED)
    return changeReplay(deps, job, { ...reached, status: "stopped", reason: "limit_reached" });
  return changeReplay(deps, job, reached);
}

/**
 * Returns the processor of replays. It works in time slices. If the process fails, another one continues after the last
 * batch that is recorded as sent.
 */
export const processReplay = (deps: ReplayDeps): Processor<ReplayJob, void> =>
  async function processReplayJob(job: Job<ReplayJob>, token, signal) {
    const { storeKey, endpoint: id, replay: replayId } = job.data;
    const sliceEnd = performance.now() + SLICE_MS;
    while (performance.now() < sliceEnd) {
      const endpoint = await deps.endpoints.find(storeKey, id);
      const replay = endpoint?.replay;
      if (!endpoint || replay?.id !== replayId || replay.status !== "running") return;
      if (!(await sendBatch(deps, job.data, { endpoint, replay }, signal))) return;
    }
    await runLater(job, token, 0);
  };
