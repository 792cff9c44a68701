import { hasScope } from "../../../src/http/auth/roles.ts";
import type { Scope } from "../../../src/http/scopes.ts";
import type { Api } from "../../api/api.ts";
import { lastDays } from "../../api/days.ts";
import { filledPage } from "../../api/filled-page.ts";
import { newestFirst } from "../../api/newest.ts";
import { UNMET_DAYS, UNMET_REPORT, unmetDemandOf } from "../../api/reports.ts";
import type { Role } from "../../api/session.ts";
import type { Alert, Endpoint, Export, ListedFeed, PrivacyRequest, Run } from "../../api/types.ts";
import { usePortal } from "../../ui/context.ts";
import { useData } from "../../ui/data.ts";
import { timeOfSince } from "../../ui/filters.tsx";
import { countOf, formatTime } from "../../ui/format.ts";
import { Badge, Card, Show, type Tone } from "../../ui/parts.tsx";
import { FEED_KINDS, isRunning } from "../feeds/feed-state.tsx";

const DAY_MS = 86_400_000;
/** Days of e-mails that failed: a choice of the list of alerts. */
const FAILED_DAYS = "7";
/** Alerts that are counted; of more, it says so. */
const MAX_COUNTED = 50;
/** The newest files of a content of which one is over. */
const LAST_FILES = 10;
/** Days in which a request for data is to be answered, with some to spare. */
const REQUEST_DAYS = 45;
/** The largest page of the log. */
const LOG_PAGE = 1000;

/** Something that somebody should look at. */
interface Matter {
  tone: Tone;
  word: string;
  text: string;
  path: string;
}

async function webhooksOf(api: Api): Promise<Matter[]> {
  const { endpoints } = await api.get<{ endpoints: Endpoint[] }>("/webhook-endpoints");
  return endpoints.flatMap(({ id, url, status, failingSince }): Matter[] => {
    const path = `/portal/webhooks/${id}`;
    if (status === "disabled")
      return [{ tone: "bad", word: "Webhook off", text: `${url} receives nothing.`, path }];
    return failingSince === undefined
      ? []
      : [{ tone: "warn", word: "Webhook fails", text: `${url} does not accept events.`, path }];
  });
}

async function exportsOf(api: Api): Promise<Matter[]> {
  const { exports } = await api.get<{ exports: Export[] }>("/exports");
  const found = exports.map(async ({ id, name }): Promise<Matter[]> => {
    const [run] = (await api.get<{ runs: Run[] }>(`/exports/${id}/runs`)).runs;
    if (run?.status !== "failed") return [];
    const text = `${name}: ${run.reason ?? "the last run failed"}`;
    return [{ tone: "bad", word: "Export failed", text, path: `/portal/exports/${id}` }];
  });
  return (await Promise.all(found)).flat();
}

async function soldOutOf(api: Api): Promise<Matter[]> {
  const { rows } = await unmetDemandOf(api, lastDays(UNMET_DAYS), 1000);
  const units = rows.reduce((all, row) => all + row.units, 0);
  const variants = countOf(rows.length, "sold-out variant", "sold-out variants");
  const text = `${countOf(units, "wish", "wishes")} of ${UNMET_DAYS} days, for ${variants}.`;
  return units === 0 ? [] : [{ tone: "warn", word: "Sold out", text, path: UNMET_REPORT }];
}

/** Alerts whose e-mail could not be sent. */
async function failedMailsOf(api: Api): Promise<Matter[]> {
  const query = { changedSince: timeOfSince(FAILED_DAYS), emailStatus: "failed", pageSize: MAX_COUNTED };
  const { rows, cursor } = await filledPage<Alert>(api, "/alerts/list", "alerts", query);
  if (rows.length === 0) return [];
  const count =
    cursor === undefined ? countOf(rows.length, "alert", "alerts") : `${rows.length} alerts or more`;
  const text = `${count} of ${FAILED_DAYS} days: the e-mail could not be sent.`;
  const path = `/portal/alerts/all?since=${FAILED_DAYS}&state=mail-failed`;
  return [{ tone: "bad", word: "E-mail failed", text, path }];
}

/** The last file of each content, where a part of it is missing or rows were rejected. */
async function feedsOf(api: Api): Promise<Matter[]> {
  const found = FEED_KINDS.map(async ([kind, title]): Promise<Matter[]> => {
    const { feeds } = await api.get<{ feeds: ListedFeed[] }>("/feeds", { kind, pageSize: LAST_FILES });
    const last = feeds.find((feed) => !isRunning(feed));
    if (last?.status === "incomplete") {
      const path = `/portal/feeds?kind=${kind}&status=incomplete`;
      return [{ tone: "bad", word: "File cut off", text: `${title}: send the last file again.`, path }];
    }
    if (!last || last.counts.rejected === 0) return [];
    const rows = countOf(last.counts.rejected, "row", "rows");
    const text = `${title}: ${rows} of the last file.`;
    return [{ tone: "warn", word: "Rows rejected", text, path: `/portal/feeds?kind=${kind}` }];
  });
  return (await Promise.all(found)).flat();
}

/** Requests of people for their data, which a platform has passed on, and which no export has answered. */
async function dataRequestsOf(api: Api): Promise<Matter[]> {
  const first = `${Date.now() - REQUEST_DAYS * DAY_MS}-0`;
  const log = await newestFirst(async (after = first) => {
    const query = { limit: LOG_PAGE, after };
    return (await api.get<{ requests: PrivacyRequest[] }>("/privacy/requests", query)).requests;
  });
  // The newest first: what answers a request comes before it.
  const answered = new Set<string>();
  return log.flatMap(({ kind, time, customerIds }): Matter[] => {
    const open = kind === "data_request" ? customerIds.filter((id) => !answered.has(id)) : [];
    for (const id of customerIds) answered.add(id);
    return open.map((id) => ({
      tone: "warn",
      word: "Data request",
      text: `A customer asks for all stored data, since ${formatTime(time)}.`,
      path: `/portal/privacy?customerId=${encodeURIComponent(id)}`,
    }));
  });
}

/** What is looked at, each with the scope of those whom it concerns. */
const LOOKS: readonly (readonly [scope: Scope, look: (api: Api) => Promise<Matter[]>])[] = [
  ["privacy:write", dataRequestsOf],
  ["events:read", webhooksOf],
  ["events:read", failedMailsOf],
  ["exports:read", exportsOf],
  ["catalogue:write", feedsOf],
  ["reports:read", soldOutOf],
];

async function mattersOf(api: Api, role: Role): Promise<Matter[]> {
  const looks = LOOKS.filter(([scope]) => hasScope(role, scope));
  return (await Promise.all(looks.map(([, look]) => look(api)))).flat();
}

/** What somebody should look at: what failed, what people ask for, and what is sold out. */
export function Attention() {
  const { api, session } = usePortal();
  const matters = useData(() => mattersOf(api, session.role), []);
  return (
    <Card title="Needs attention">
      <Show of={matters}>
        {(found) =>
          found.length === 0 ? (
            <p class="muted">
              Nothing: all that was sent has arrived, and no wish waits for a sold-out variant.
            </p>
          ) : (
            <ul class="todo">
              {found.map(({ tone, word, text, path }) => (
                <li key={`${path} ${text}`}>
                  <Badge tone={tone}>{word}</Badge>
                  <a href={path}>{text}</a>
                </li>
              ))}
            </ul>
          )
        }
      </Show>
    </Card>
  );
}
