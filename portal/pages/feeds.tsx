import { useState } from "preact/hooks";
import type { Feed, FeedErrors } from "../api/types.ts";
import { usePortal } from "../ui/context.ts";
import { useData, usePolling } from "../ui/data.ts";
import { formatNumber, formatTime, inWords } from "../ui/format.ts";
import { Field, Form, Input, Select } from "../ui/form.tsx";
import { Badge, Card, Empty, Page, Progress, Show, type Tone } from "../ui/parts.tsx";
import { ShowRows, usePagedRows } from "../ui/rows.tsx";
import { Table } from "../ui/table.tsx";

const KINDS = [
  ["products", "Products"],
  ["stock-levels", "Stock levels"],
  ["customers", "Customers"],
  ["orders", "Orders"],
] as const;
/** Errors that are shown at once. */
const PAGE_SIZE = 50;
const MAX_REMEMBERED = 10;
const TONES: Record<string, Tone> = { finished: "good", incomplete: "bad" };

/** The files that this browser has sent or looked for: the API knows each by its id alone. */
const keyOf = (tenant: string, store: string) => `wishlist-portal-feeds-${tenant}/${store}`;
const remembered = (key: string): string[] => JSON.parse(localStorage.getItem(key) ?? "[]") as string[];

const typeOf = ({ name }: File) =>
  /\.(ndjson|jsonl)(\.gz)?$/i.test(name) ? "application/x-ndjson" : "text/csv";

/** The rows of a file that were rejected, by their lines. */
function Errors({ id }: { id: string }) {
  const { api } = usePortal();
  const errors = usePagedRows(
    async (after) => {
      const page = await api.get<FeedErrors>(`/feeds/${id}/errors`, { after, limit: PAGE_SIZE });
      return { rows: page.errors, cursor: page.hasMore ? page.cursor : undefined };
    },
    [id],
  );
  return (
    <ShowRows of={errors}>
      {(rows) => (
        <Table
          label="Rows that were rejected"
          rows={rows}
          keyOf={({ line }, i) => `${line} ${i}`}
          columns={[
            { name: "Line", isNumber: true, cell: ({ line }) => formatNumber(line) },
            { name: "What is wrong", cell: ({ detail }) => detail },
            {
              name: "Field",
              cell: ({ errors: fields = [] }) => <code>{fields.map(({ path }) => path).join(" ")}</code>,
            },
          ]}
        />
      )}
    </ShowRows>
  );
}

function FeedCard({ id }: { id: string }) {
  const { api } = usePortal();
  const feed = useData(() => api.get<Feed>(`/feeds/${id}`), [id]);
  const isRunning = feed.data !== undefined && ["receiving", "applying"].includes(feed.data.status);
  usePolling(feed, isRunning);
  return (
    <Show of={feed}>
      {({ kind, status, progress, counts, createdTime }) => (
        <Card
          title={`${inWords(kind)}, ${formatTime(createdTime)}`}
          actions={<Badge tone={TONES[status] ?? "warn"}>{status}</Badge>}
        >
          <div class="stack">
            {isRunning && <Progress value={progress ?? 0} label="Applied" />}
            <p>
              {formatNumber(counts.read)} rows read,{" "}
              {Object.entries(counts.applied)
                .map(([word, count]) => `${formatNumber(count)} ${word}`)
                .join(", ") || "none applied"}
              , {formatNumber(counts.rejected)} rejected.
            </p>
            <p class="hint">
              Feed <code>{id}</code>
            </p>
            {counts.rejected > 0 && !isRunning && <Errors id={id} />}
          </div>
        </Card>
      )}
    </Show>
  );
}

/** Files of products, stock, customers and orders: sending them, and what became of each row. */
export function FeedsPage() {
  const { api } = usePortal();
  const key = keyOf(api.tenantId, api.store);
  const [ids, setIds] = useState(() => remembered(key));
  const [share, setShare] = useState<number>();
  const remember = (id: string) => {
    const next = [id, ...ids.filter((each) => each !== id)].slice(0, MAX_REMEMBERED);
    localStorage.setItem(key, JSON.stringify(next));
    setIds(next);
  };
  const send = async ({ kind = "products" }, file: File | undefined) => {
    if (!file || file.size === 0) throw new Error("Choose a file that is not empty.");
    setShare(0);
    try {
      const { id } = await api.upload<Feed>(`/feeds/${kind}`, file, typeOf(file), setShare);
      remember(id);
    } finally {
      setShare(undefined);
    }
  };
  const [file, setFile] = useState<File>();
  return (
    <Page title="Feeds" lead="Send files of products, stock, customers and orders">
      <div class="stack">
        <Card title="Send a file">
          <Form label="Send a file" submit="Send" onSend={(values) => send(values, file)}>
            {() => (
              <div class="fields">
                <Select label="Content" name="kind" options={KINDS} />
                <Field label="File" hint="CSV or NDJSON, also compressed with gzip">
                  {(props) => (
                    <input
                      {...props}
                      type="file"
                      accept=".csv,.ndjson,.jsonl,.gz"
                      onChange={(event) => setFile(event.currentTarget.files?.[0])}
                    />
                  )}
                </Field>
              </div>
            )}
          </Form>
          {share !== undefined && <Progress value={share} label="Sent" />}
          <p class="hint">
            The <a href="/docs/feeds">feeds guide</a> has the columns of each content, and what is understood
            of Shopify's exports.
          </p>
        </Card>
        <Card title="Find a file that a program has sent">
          <Form
            label="Find a file"
            submit="Show"
            onSend={async ({ id = "" }) =>
              remember((await api.get<Feed>(`/feeds/${encodeURIComponent(id.trim())}`)).id)
            }
          >
            {() => <Input label="Feed id" name="id" required hint="The answer to the program has it." />}
          </Form>
        </Card>
        {ids.length === 0 ? (
          <Card title="Files">
            <Empty title="No file sent from this browser">
              What becomes of each row of a file is shown here.
            </Empty>
          </Card>
        ) : (
          ids.map((id) => <FeedCard key={id} id={id} />)
        )}
      </div>
    </Page>
  );
}
