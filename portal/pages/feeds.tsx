import { useEffect, useState } from "preact/hooks";
import type { Feed } from "../api/types.ts";
import { usePortal } from "../ui/context.ts";
import { useData } from "../ui/data.ts";
import { formatNumber, formatTime, inWords } from "../ui/format.ts";
import { Field, Form, Select } from "../ui/form.tsx";
import { Badge, Card, Empty, Page, Progress, Show, type Tone } from "../ui/parts.tsx";
import { Table } from "../ui/table.tsx";

const KINDS = [
  ["products", "Products"],
  ["stock-levels", "Stock levels"],
  ["customers", "Customers"],
  ["orders", "Orders"],
] as const;
const POLL_MS = 1500;
const MAX_REMEMBERED = 10;
const TONES: Record<string, Tone> = { finished: "good", incomplete: "bad" };

/** The files that this browser has sent: the API knows each by its id alone. */
const keyOf = (tenant: string, store: string) => `wishlist-portal-feeds-${tenant}/${store}`;
const remembered = (key: string): string[] => JSON.parse(localStorage.getItem(key) ?? "[]") as string[];

const typeOf = ({ name }: File) =>
  /\.(ndjson|jsonl)(\.gz)?$/i.test(name) ? "application/x-ndjson" : "text/csv";

const Errors = ({ errors }: { errors: Feed["errors"] }) => (
  <Table
    label="Rows that were rejected"
    rows={errors}
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
);

function FeedCard({ id }: { id: string }) {
  const { api } = usePortal();
  const feed = useData(() => api.get<Feed>(`/feeds/${id}`), [id]);
  const isRunning = feed.data !== undefined && ["receiving", "applying"].includes(feed.data.status);
  useEffect(() => {
    if (!isRunning) return undefined;
    const timer = setTimeout(feed.reload, POLL_MS);
    return () => clearTimeout(timer);
  }, [feed.data, isRunning]);
  return (
    <Show of={feed}>
      {({ kind, status, progress, counts, errors, createdTime }) => (
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
            {errors.length > 0 && <Errors errors={errors} />}
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
  const send = async ({ kind = "products" }, file: File | undefined) => {
    if (!file || file.size === 0) throw new Error("Choose a file that is not empty.");
    setShare(0);
    try {
      const { id } = await api.upload<Feed>(`/feeds/${kind}`, file, typeOf(file), setShare);
      const next = [id, ...ids].slice(0, MAX_REMEMBERED);
      localStorage.setItem(key, JSON.stringify(next));
      setIds(next);
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
        {ids.length === 0 ? (
          <Card title="Files">
            <Empty title="No file sent from this browser">
              Files that a program sends are shown by its own feed id.
            </Empty>
          </Card>
        ) : (
          ids.map((id) => <FeedCard key={id} id={id} />)
        )}
      </div>
    </Page>
  );
}
