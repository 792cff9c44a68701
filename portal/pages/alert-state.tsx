import type { Alert } from "../api/types.ts";
import { inWords } from "../ui/format.ts";
import { Badge, type Tone } from "../ui/parts.tsx";

const TONES: Record<string, Tone> = { sent: "good", failed: "bad", pending: "warn", sending: "warn" };
const WORDS: Record<string, string> = { pending: "waiting", suppressed: "not sent" };

function State({ status, reason }: { status: string; reason?: string | undefined }) {
  return (
    <>
      <Badge tone={TONES[status] ?? "calm"}>{WORDS[status] ?? status}</Badge>
      {reason !== undefined && <div class="muted">{inWords(reason)}</div>}
    </>
  );
}

/** Whether an alert has reached the shop's systems. */
export const AlertState = ({ of: { status, reason } }: { of: Alert }) => (
  <State status={status} reason={reason} />
);

/** What became of an alert's e-mail, and why it was not sent. */
export const MailState = ({ of: { email } }: { of: Alert }) =>
  email ? <State status={email.status} reason={email.reason} /> : <>–</>;
