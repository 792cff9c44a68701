import type { Api } from "../api/api.ts";
import { lastDays } from "../api/days.ts";
import { UNMET_DAYS, UNMET_REPORT, unmetDemandOf } from "../api/reports.ts";
import type { Endpoint, Export, Run } from "../api/types.ts";
import { usePortal } from "../ui/context.ts";
import { useData } from "../ui/data.ts";
import { countOf } from "../ui/format.ts";
import { Badge, Card, Show, type Tone } from "../ui/parts.tsx";

/** Something that somebody should look at. */
interface Matter {
  tone: Tone;
  word: string;
  text: string;
  path: string;
}

async function mattersOf(api: Api, maySeeExports: boolean): Promise<Matter[]> {
  const [{ endpoints }, unmet, exports] = await Promise.all([
    api.get<{ endpoints: Endpoint[] }>("/webhook-endpoints"),
    unmetDemandOf(api, lastDays(UNMET_DAYS), 1000),
    maySeeExports ? api.get<{ exports: Export[] }>("/exports").then((found) => found.exports) : [],
  ]);
  const runs = await Promise.all(
    exports.map(async ({ id, name }) => {
      const [run] = (await api.get<{ runs: Run[] }>(`/exports/${id}/runs`)).runs;
      return { id, name, run };
    }),
  );
  const units = unmet.rows.reduce((all, row) => all + row.units, 0);
  return [
    ...endpoints.flatMap(({ id, url, status, failingSince }): Matter[] => {
      const path = `/portal/webhooks/${id}`;
      if (status === "disabled")
        return [{ tone: "bad", word: "Webhook off", text: `${url} receives nothing.`, path }];
      return failingSince === undefined
        ? []
        : [{ tone: "warn", word: "Webhook fails", text: `${url} does not accept events.`, path }];
    }),
    ...runs.flatMap(({ id, name, run }): Matter[] =>
      run?.status === "failed"
        ? [
            {
              tone: "bad",
              word: "Export failed",
              text: `${name}: ${run.reason ?? "the last run failed"}`,
              path: `/portal/exports/${id}`,
            },
          ]
        : [],
    ),
    ...(units === 0
      ? []
      : [
          {
            tone: "warn" as const,
            word: "Sold out",
            text: `${countOf(units, "wish", "wishes")} of ${UNMET_DAYS} days, for ${countOf(unmet.rows.length, "sold-out variant", "sold-out variants")}.`,
            path: UNMET_REPORT,
          },
        ]),
  ];
}

/** What somebody should look at: webhooks and exports that fail, and wishes for what is sold out. */
export function Attention() {
  const { api, session } = usePortal();
  const matters = useData(() => mattersOf(api, session.role !== "support"), []);
  return (
    <Card title="Needs attention">
      <Show of={matters}>
        {(found) =>
          found.length === 0 ? (
            <p class="muted">Nothing: webhooks and exports work, and no wish waits for a sold-out variant.</p>
          ) : (
            <ul class="todo">
              {found.map(({ tone, word, text, path }) => (
                <li key={`${path} ${word}`}>
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
