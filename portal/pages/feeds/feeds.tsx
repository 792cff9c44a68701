import { useState } from "preact/hooks";
import { hasScope } from "../../../src/http/auth/roles.ts";
import { orNothing } from "../../api/problem.ts";
import type { Feed } from "../../api/types.ts";
import { usePortal } from "../../ui/context.ts";
import { useData, usePolling } from "../../ui/data.ts";
import { Field, Form, Input, Select, type Values } from "../../ui/form.tsx";
import { Card, Page, Progress, Show } from "../../ui/parts.tsx";
import { AllFeeds } from "./all-feeds.tsx";
import { FEED_KINDS, FeedState, isRunning } from "./feed-state.tsx";

const MAX_REMEMBERED = 10;

/** The ids of the files that were sent from or found in this browser. */
const keyOf = (tenant: string, store: string) => `wishlist-portal-feeds-${tenant}/${store}`;
const remembered = (key: string): string[] => JSON.parse(localStorage.getItem(key) ?? "[]") as string[];

/** Returns the headers for a file, from the extensions of its name. */
const headersOf = ({ name }: File): Record<string, string> => ({
  "Content-Type": /\.(ndjson|jsonl)(\.gz)?$/i.test(name) ? "application/x-ndjson" : "text/csv",
  ...(/\.gz$/i.test(name) ? { "Content-Encoding": "gzip" } : {}),
});

function FeedCard({ id, onGone }: { id: string; onGone: () => void }) {
  const { api } = usePortal();
  const feed = useData(async () => {
    const found = await api.get<Feed>(`/feeds/${id}`).catch(orNothing);
    if (!found) onGone();
    return found;
  }, [id]);
  usePolling(feed, feed.data !== undefined && isRunning(feed.data));
  return <Show of={feed}>{(found) => found && <FeedState of={found} />}</Show>;
}

/** Sends files of products, stock, customers and orders, and shows their results. */
export function FeedsPage() {
  const { api, session } = usePortal();
  const kinds = FEED_KINDS.filter(([, , scope]) => hasScope(session.role, scope));
  const key = keyOf(api.tenantId, api.store);
  const [ids, setIds] = useState(() => remembered(key));
  const [share, setShare] = useState<number>();
  /** Changes the stored ids, not the rendered ones: another file may have been added since the last render. */
  const change = (of: (known: string[]) => string[]) => {
    const next = of(remembered(key)).slice(0, MAX_REMEMBERED);
    localStorage.setItem(key, JSON.stringify(next));
    setIds(next);
  };
  const forget = (id: string) => change((known) => known.filter((each) => each !== id));
  const remember = (id: string) => change((known) => [id, ...known.filter((each) => each !== id)]);
  const send = async ({ kind = "products" }: Values, data: FormData) => {
    // From the form: if a corrected file with the same name is chosen, the browser fires no event.
    const file = data.get("file");
    if (!(file instanceof File) || file.size === 0) throw new Error("Choose a file that is not empty.");
    setShare(0);
    try {
      const { id } = await api.upload<Feed>(`/feeds/${kind}`, file, headersOf(file), setShare);
      remember(id);
    } finally {
      setShare(undefined);
    }
  };
  return (
    <Page title="Feeds" lead="Send files of products, stock, customers and orders">
      <div class="stack">
        <Card title="Send a file">
          <Form label="Send a file" submit="Send" onSend={send}>
            {() => (
              <div class="fields">
                <Select
                  label="Content"
                  name="kind"
                  options={kinds.map(([kind, title]) => [kind, title] as const)}
                />
                <Field label="File" hint="CSV or NDJSON, also compressed with gzip">
                  {(props) => <input {...props} type="file" name="file" accept=".csv,.ndjson,.jsonl,.gz" />}
                </Field>
              </div>
            )}
          </Form>
          {kinds.length < FEED_KINDS.length && (
            <p class="hint">Only an owner can send files of customers and orders.</p>
          )}
          {share !== undefined && <Progress value={share} label="Sent" />}
          <p class="hint">
            The <a href="/docs/feeds">feeds guide</a> describes the columns for each content, and the export
            files of Shopify that you can send.
          </p>
        </Card>
        <Card title="Find a file that a program sent">
          <Form
            label="Find a file"
            submit="Show"
            onSend={async ({ id = "" }) =>
              remember((await api.get<Feed>(`/feeds/${encodeURIComponent(id.trim())}`)).id)
            }
          >
            {() => (
              <Input
                label="Feed id"
                name="id"
                required
                hint="The service returned it to the program that sent the file."
              />
            )}
          </Form>
        </Card>
        {ids.map((id) => (
          <FeedCard key={id} id={id} onGone={() => forget(id)} />
        ))}
        <AllFeeds sent={ids[0]} />
      </div>
    </Page>
  );
}
