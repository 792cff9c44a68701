import { hasScope } from "../../../src/http/auth/roles.ts";
import type { Scope } from "../../../src/http/scopes.ts";
import type { Api } from "../../api/api.ts";
import { capitalized } from "../../api/code-words.ts";
import { filledPage } from "../../api/filled-page.ts";
import { newestSince } from "../../api/newest.ts";
import type { Alert, Endpoint, Export, ListedFeed, PrivacyRequest, Run } from "../../api/types.ts";
import { openDataRequests } from "../../requests/data-requests.ts";
import { lastDays } from "../../requests/days.ts";
import { UNMET_DAYS, UNMET_REPORT, unmetDemandOf } from "../../requests/reports.ts";
import { usePortal } from "../../ui/context.ts";
import { type Loaded, useData } from "../../ui/data.ts";
import { timeOfSince } from "../../ui/filters.tsx";
import { countOf, formatNumber, formatTime } from "../../ui/format.ts";
import { ActionButton, Badge, Card, labelFor, Show, type Tone } from "../../ui/parts.tsx";
import { outcomeOf, wantedOf } from "../../words/run-outcomes.ts";
import { FEED_KINDS, isRunning } from "../feeds/feed-state.tsx";
import { ENDPOINT_TONES, stateOfEndpoint } from "../webhooks/endpoint-state.tsx";

const DAY_MS = 86_400_000;
/** How many days failed e-mails are counted: one of the choices of the list of alerts. */
const FAILED_DAYS = "7";
/** Maximum number of alerts that are counted exactly. */
const MAX_COUNTED = 50;
/** Newest files of a kind among which the last finished one is searched. */
const LAST_FILES = 10;
/** How many days requests for data are shown: the legal deadline of a month, and some more. */
const REQUEST_DAYS = 45;
/** The largest page of the API's log. */
const LOG_PAGE = 1000;

/** An entry of the list. */
interface Issue {
  tone: Tone;
  word: string;
  text: string;
  path: string;
}

async function webhookIssues(api: Api): Promise<Issue[]> {
  const { endpoints } = await api.get<{ endpoints: Endpoint[] }>("/webhook-endpoints");
  return endpoints.flatMap((endpoint): Issue[] => {
    const state = stateOfEndpoint(endpoint);
    if (state === "on") return [];
    const text = state === "off" ? "receives no events" : "does not accept events";
    return [
      {
        tone: ENDPOINT_TONES[state],
        word: `Webhook ${state}`,
        text: `${endpoint.url} ${text}.`,
        path: `/portal/webhooks/${endpoint.id}`,
      },
    ];
  });
}

async function exportIssues(api: Api): Promise<Issue[]> {
  const { exports } = await api.get<{ exports: Export[] }>("/exports");
  const found = exports.map(async ({ id, name }): Promise<Issue[]> => {
    const [run] = (await api.get<{ runs: Run[] }>(`/exports/${id}/runs`)).runs;
    if (!run) return [];
    const path = `/portal/exports/${id}`;
    const outcome = outcomeOf(run);
    if (outcome === "failed")
      return [
        { tone: "bad", word: "Export failed", text: `${name}: ${run.reason ?? "the last run failed"}`, path },
      ];
    if (outcome !== "nothing accepted" && outcome !== "partly accepted") return [];
    const tone = outcome === "nothing accepted" ? "bad" : "warn";
    const records = countOf(wantedOf(run), "record", "records");
    const text = `${name}: ${formatNumber(run.counts.accepted)} of ${records} accepted in the last run.`;
    return [{ tone, word: capitalized(outcome), text, path }];
  });
  return (await Promise.all(found)).flat();
}

async function soldOutIssues(api: Api): Promise<Issue[]> {
  const { rows } = await unmetDemandOf(api, lastDays(UNMET_DAYS), 1000);
  const units = rows.reduce((all, row) => all + row.units, 0);
  const variants = countOf(rows.length, "sold-out variant", "sold-out variants");
  const text = `${countOf(units, "wish", "wishes")} of the last ${UNMET_DAYS} days for ${variants}.`;
  return units === 0 ? [] : [{ tone: "warn", word: "Sold out", text, path: UNMET_REPORT }];
}

/** Finds alerts with e-mails that could not be sent. */
async function failedMailIssues(api: Api): Promise<Issue[]> {
  const query = { changedSince: timeOfSince(FAILED_DAYS), emailStatus: "failed", pageSize: MAX_COUNTED };
  const { rows, cursor } = await filledPage<Alert>(api, "/alerts/list", "alerts", query);
  if (rows.length === 0) return [];
  const count =
    cursor === undefined ? countOf(rows.length, "alert", "alerts") : `${rows.length} alerts or more`;
  const text = `${count} of the last ${FAILED_DAYS} days: the e-mail could not be sent.`;
  const path = `/portal/alerts/all?since=${FAILED_DAYS}&state=mail-failed`;
  return [{ tone: "bad", word: "E-mail failed", text, path }];
}

/** Checks the last file of each kind: it may be incomplete or have rejected rows. */
async function feedIssues(api: Api): Promise<Issue[]> {
  const found = FEED_KINDS.map(async ([kind, title]): Promise<Issue[]> => {
    const { feeds } = await api.get<{ feeds: ListedFeed[] }>("/feeds", { kind, pageSize: LAST_FILES });
    const last = feeds.find((feed) => !isRunning(feed));
    if (last?.status === "incomplete") {
      const path = `/portal/feeds?kind=${kind}&status=incomplete`;
      return [{ tone: "bad", word: "File incomplete", text: `${title}: send the last file again.`, path }];
    }
    if (!last || last.counts.rejected === 0) return [];
    const rows = countOf(last.counts.rejected, "row", "rows");
    const text = `${title}: ${rows} of the last file.`;
    return [{ tone: "warn", word: "Rows rejected", text, path: `/portal/feeds?kind=${kind}` }];
  });
  return (await Promise.all(found)).flat();
}

/** Finds people's requests for their data, forwarded by a platform, that are not answered yet. */
async function dataRequestIssues(api: Api): Promise<Issue[]> {
  const log = await newestSince(Date.now() - REQUEST_DAYS * DAY_MS, (cursor) =>
    api.page<PrivacyRequest>("/privacy/requests", "requests", { sortBy: "newest", limit: LOG_PAGE, cursor }),
  );
  return openDataRequests(log).map(({ time, customerId }): Issue => {
    const common = { tone: "warn", word: "Data request" } as const;
    const what = `requested all stored data on ${formatTime(time)}.`;
    if (customerId === undefined)
      return {
        ...common,
        text: `A person without a customer record ${what} The request at the platform names the person.`,
        path: "/portal/privacy",
      };
    const path = `/portal/privacy?customerId=${encodeURIComponent(customerId)}`;
    return { ...common, text: `A customer ${what}`, path };
  });
}

/** A check of the list, with the scope that a person needs to see its issues. */
interface Check {
  title: string;
  scope: Scope;
  find: (api: Api) => Promise<Issue[]>;
}

const CHECKS: readonly Check[] = [
  { title: "Requests for data", scope: "privacy:write", find: dataRequestIssues },
  { title: "Webhooks", scope: "events:read", find: webhookIssues },
  { title: "E-mails", scope: "events:read", find: failedMailIssues },
  { title: "Exports", scope: "exports:read", find: exportIssues },
  { title: "Files", scope: "catalogue:write", find: feedIssues },
  { title: "Sold-out variants", scope: "reports:read", find: soldOutIssues },
];

/** Runs a check. Each one fails, and is tried again, on its own. */
function useCheck({ title, scope, find }: Check) {
  const { api, session } = usePortal();
  const issues = useData(() => (hasScope(session.role, scope) ? find(api) : Promise.resolve([])), []);
  return { title, ...issues };
}

/** A check that failed, with a button that runs it again. */
const Failed = ({ of: { title, error = "", state, reload } }: { of: ReturnType<typeof useCheck> }) => (
  <li>
    <Badge tone="warn">Not checked</Badge>
    <div class="actions">
      <span role="alert">
        {title}: {error}
      </span>
      <ActionButton isBusy={state === "loading"} label={labelFor("Try again", title)} onClick={reload}>
        Try again
      </ActionButton>
    </div>
  </li>
);

/** Issues that need attention: failures, requests for data, and sold-out variants. */
export function Attention() {
  // The list never changes, and neither does the order of the hooks.
  const checks = CHECKS.map(useCheck);
  const failed = checks.filter(({ error }) => error !== undefined);
  const issues = checks.flatMap(({ data = [] }) => data);
  const isLoading = checks.some(({ state }) => state === "loading");
  const isEmpty = issues.length + failed.length === 0;
  const shown: Loaded<Issue[]> = isLoading
    ? { state: "loading", data: isEmpty ? undefined : issues }
    : { state: "ready", data: issues };
  return (
    <Card title="Needs attention">
      <Show<Issue[]> of={shown}>
        {(found) =>
          isEmpty ? (
            <p class="muted">
              Nothing needs attention: there are no failures, and no wish waits for a sold-out variant.
            </p>
          ) : (
            <ul class="todo">
              {found.map(({ tone, word, text, path }) => (
                <li key={`${path} ${text}`}>
                  <Badge tone={tone}>{word}</Badge>
                  <a href={path}>{text}</a>
                </li>
              ))}
              {failed.map((check) => (
                <Failed key={check.title} of={check} />
              ))}
            </ul>
          )
        }
      </Show>
    </Card>
  );
}
