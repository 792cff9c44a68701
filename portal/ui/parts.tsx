import type { ComponentChildren } from "preact";
import { useCallback, useContext, useEffect, useRef } from "preact/hooks";
import { ReloadContext } from "./context.ts";
import type { Loaded } from "./data.ts";
import { breakableTime, formatDate } from "./format.ts";

interface Children {
  children?: ComponentChildren;
}

/** A page with a heading, a description and actions. */
export function Page({
  title,
  lead,
  actions,
  children,
}: { title: string; lead?: string; actions?: ComponentChildren } & Children) {
  useEffect(() => {
    document.title = `${title} – Wishlist portal`;
  }, [title]);
  return (
    <>
      <div class="page-head">
        <div>
          <h1>{title}</h1>
          {lead !== undefined && <p class="lead">{lead}</p>}
        </div>
        {actions !== undefined && <div class="actions">{actions}</div>}
      </div>
      {children}
    </>
  );
}

/**
 * Returns the accessible name of a button whose text is also that of others, such as those of other rows: with the name
 * of what the button is for.
 */
export const labelFor = (text: string, what: string): string => `${text}: ${what}`;

/** A button that cannot be pressed while its action runs. It is not `disabled`, because it would lose the focus. */
export const ActionButton = ({
  isBusy,
  kind = "plain",
  label,
  onClick,
  children,
}: {
  isBusy: boolean;
  kind?: "plain" | "primary" | "danger" | "link";
  /** The accessible name, if the text alone is not clear. */
  label?: string | undefined;
  onClick: () => void;
} & Children) => (
  <button
    type="button"
    class={kind}
    aria-label={label}
    aria-disabled={isBusy}
    onClick={() => !isBusy && onClick()}
  >
    {children}
  </button>
);

/** A section of a page with its own heading. */
export function Card({
  title,
  actions,
  children,
  id,
}: { title?: string; actions?: ComponentChildren; id?: string } & Children) {
  return (
    <section class="card" id={id}>
      {title !== undefined && (
        <header class="card-head">
          <h2>{title}</h2>
          {actions !== undefined && <div class="actions">{actions}</div>}
        </header>
      )}
      {children}
    </section>
  );
}

export type Tone = "good" | "bad" | "warn" | "calm";

export const Badge = ({ tone = "calm", children }: { tone?: Tone } & Children) => (
  <span class={`badge ${tone}`}>{children}</span>
);

/** A figure with its name, and a note such as its change. */
export function Figure({
  name,
  value,
  note,
  tone = "calm",
}: {
  name: string;
  value: string;
  note?: string;
  tone?: Tone;
}) {
  return (
    <div class="figure">
      <dt>{name}</dt>
      <dd>
        <strong>{value}</strong>
        {note !== undefined && <span class={`note ${tone}`}>{note}</span>}
      </dd>
    </div>
  );
}

/** Shown if there is no data, with the next step. */
export const Empty = ({ title, children }: { title: string } & Children) => (
  <div class="empty">
    <p class="empty-title">{title}</p>
    {children !== undefined && <div>{children}</div>}
  </div>
);

const Loading = () => (
  <div class="loading" role="status">
    <span>Loading…</span>
  </div>
);

/**
 * Contains actions and forms for loaded data, and parts of it. If one of them finds that its subject has changed in
 * another window, this data is loaded again, and so is the data around it.
 */
export function Subject({ reload, children }: { reload: (() => void) | undefined } & Children) {
  const around = useContext(ReloadContext);
  const latest = useRef(reload);
  latest.current = reload;
  const reloadAll = useCallback(() => {
    latest.current?.();
    around?.();
  }, [around]);
  return <ReloadContext.Provider value={reloadAll}>{children}</ReloadContext.Provider>;
}

/**
 * Shows loaded data, which is the subject of the actions in it; above it, an error if the data could not be loaded or
 * reloaded. The styles hide data that belongs to another search or filter, unless the answer arrives at once.
 */
export function Show<T>({
  of: { reload, ...loaded },
  children,
}: {
  of: Loaded<T> & { reload?: () => void };
  children: (data: T) => ComponentChildren;
}) {
  const { state, data, error } = loaded;
  const isLoading = state === "loading";
  const isOther = state === "loading" && loaded.isOther === true;
  return (
    <>
      {error !== undefined && (
        <div class="problem" role="alert" aria-busy={isLoading}>
          <p>{error}</p>
          {reload && (
            <ActionButton isBusy={isLoading} onClick={reload}>
              Try again
            </ActionButton>
          )}
        </div>
      )}
      {data !== undefined && (
        <div class={isOther ? "other" : ""} aria-busy={isLoading}>
          {isOther && <Loading />}
          <Subject reload={reload}>{children(data)}</Subject>
        </div>
      )}
      {data === undefined && error === undefined && <Loading />}
    </>
  );
}

/** A list of names and values. */
export const Facts = ({ facts }: { facts: [name: string, value: ComponentChildren][] }) => (
  <dl class="facts">
    {facts.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);

/** The progress of a task, from 0 to 1. */
export const Progress = ({ value, label }: { value: number; label: string }) => (
  <progress value={value} max={1} aria-label={label}>
    {Math.round(value * 100)} %
  </progress>
);

/** A time in a table, on one line, or on two lines if there is little room. */
export const When = ({ at }: { at: string | undefined }) => <span>{breakableTime(at)}</span>;

/** A date in a table, on one line. */
export const Since = ({ day }: { day: string }) => <span class="when">{formatDate(day)}</span>;

/** An e-mail address that can be divided before its domain if it is too long for a line. */
export function Email({ address }: { address: string }) {
  const at = address.lastIndexOf("@");
  return at < 1 ? (
    <>{address}</>
  ) : (
    <>
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </>
  );
}
