import { useState } from "preact/hooks";
import { hasScope } from "../../../src/http/auth/roles.ts";
import { capitalized } from "../../api/code-words.ts";
import type { Alert } from "../../api/types.ts";
import { titleOf } from "../../requests/reports.ts";
import { retryMail } from "../../requests/retry-mail.ts";
import { usePortal } from "../../ui/context.ts";
import { useAction } from "../../ui/data.ts";
import { ActionButton, Badge, labelFor, type Tone } from "../../ui/parts.tsx";

const TONES: Record<string, Tone> = { sent: "good", failed: "bad", pending: "warn", sending: "warn" };
const WORDS: Record<string, string> = { pending: "waiting", suppressed: "not sent" };

function State({ status, reason }: { status: string; reason?: string | undefined }) {
  return (
    <>
      <Badge tone={TONES[status] ?? "calm"}>{WORDS[status] ?? status}</Badge>
      {reason !== undefined && <div class="muted">{capitalized(reason)}</div>}
    </>
  );
}

/** Shows whether an alert was sent to the webhooks and the change feed. */
export const AlertState = ({ of: { status } }: { of: Alert }) => <State status={status} />;

/** Shows the state of an alert's e-mail, and why it was not sent. A failed e-mail can be sent again. */
export function MailState({ of: alert }: { of: Alert }) {
  const { api, session } = usePortal();
  // Until the list is loaded again, it has the previous state of the e-mail.
  const [retried, setRetried] = useState<{ before: Alert["email"]; now: Alert["email"] }>();
  const [retry, isRetrying] = useAction(async () => {
    const now = await retryMail(api, alert.id);
    setRetried({ before: alert.email, now });
    return now?.status === "suppressed"
      ? "The e-mail is not sent: the customer may not get it any more."
      : "The e-mail is being sent again.";
  });
  const email = retried?.before === alert.email ? retried?.now : alert.email;
  if (!email) return <>–</>;
  const mayRetry = email.status === "failed" && hasScope(session.role, "events:write");
  return (
    <>
      <State status={email.status} reason={email.reason} />
      {mayRetry && (
        <ActionButton
          isBusy={isRetrying}
          label={labelFor("Send again", `${titleOf(alert)}, ${alert.customerId}`)}
          onClick={retry}
        >
          Send again
        </ActionButton>
      )}
    </>
  );
}
