import { useRoute } from "preact-iso";
import { useState } from "preact/hooks";
import type { Delivery, Endpoint } from "../../api/types.ts";
import { changedIn } from "../../requests/changed.ts";
import { usePortal } from "../../ui/context.ts";
import { useAction, useData, usePolling } from "../../ui/data.ts";
import { Confirm, Dialog, Secret } from "../../ui/dialog.tsx";
import { EventName, EventNames } from "../../ui/events.tsx";
import { Form, Input } from "../../ui/form.tsx";
import { formatNumber, formatTime } from "../../ui/format.ts";
import { useLeave } from "../../ui/leave.ts";
import { ActionButton, Card, Empty, Facts, labelFor, Page, Show, Subject, When } from "../../ui/parts.tsx";
import { Table } from "../../ui/table.tsx";
import { DeliveryDialog, Outcome } from "./delivery.tsx";
import { EndpointBadge } from "./endpoint-state.tsx";
import { EndpointFields, eventsIn } from "./webhooks.tsx";

function Deliveries({ path, mayChange }: { path: string; mayChange: boolean }) {
  const { api } = usePortal();
  const deliveries = useData(() => api.get<{ deliveries: Delivery[] }>(`${path}/deliveries`), [path]);
  const [shown, setShown] = useState("");
  const [resend, isSending] = useAction(async (eventId: string) => {
    const { notSent } = await api.post<{ notSent: { reason: "not_found" | "not_subscribed" }[] }>(
      `${path}/replay`,
      { eventIds: [eventId] },
    );
    const reason = notSent[0]?.reason;
    if (reason === undefined) return "The event is being sent again.";
    return reason === "not_found"
      ? "The event is no longer stored."
      : "The endpoint no longer gets events of this type.";
  });
  return (
    <Card
      title="Deliveries"
      actions={
        <button type="button" onClick={deliveries.reload}>
          Refresh
        </button>
      }
    >
      <p class="hint">The newest 100 attempts</p>
      <Show of={deliveries}>
        {(found) => (
          <Table
            label="Deliveries, newest first"
            rows={found.deliveries}
            keyOf={({ eventId, attempt }) => `${eventId} ${attempt}`}
            columns={[
              { name: "When", cell: ({ time }) => <When at={time} /> },
              {
                name: "Event",
                cell: ({ type, eventId }) => (
                  <>
                    <div>
                      <EventName code={type} />
                    </div>
                    <code class="muted" title="Id of the event">
                      {eventId}
                    </code>
                  </>
                ),
              },
              { name: "Attempt", isNumber: true, cell: ({ attempt }) => attempt },
              {
                name: "Outcome",
                cell: (attempt) => <Outcome of={attempt} />,
              },
              {
                name: "Duration",
                isNumber: true,
                cell: ({ durationMs }) => `${formatNumber(durationMs)} ms`,
              },
              {
                name: "Actions",
                cell: ({ eventId, attempt }) => (
                  <div class="actions">
                    <button
                      type="button"
                      aria-label={labelFor("Show", `attempt ${attempt} of ${eventId}`)}
                      onClick={() => setShown(eventId)}
                    >
                      Show
                    </button>
                    {mayChange && !eventId.startsWith("test-") && (
                      <ActionButton
                        isBusy={isSending}
                        label={labelFor("Send again", `attempt ${attempt} of ${eventId}`)}
                        onClick={() => resend(eventId)}
                      >
                        Send again
                      </ActionButton>
                    )}
                  </div>
                ),
              },
            ]}
            empty={<Empty title="No deliveries yet">Send a test event to see one.</Empty>}
          />
        )}
      </Show>
      {shown !== "" && <DeliveryDialog path={path} eventId={shown} onClose={() => setShown("")} />}
    </Card>
  );
}

function Replay({ path, onStarted }: { path: string; onStarted: () => void }) {
  const { api, notify } = usePortal();
  return (
    <Card title="Replay">
      <p class="muted">
        Sends all events since a given time again, for a receiver that was unavailable or lost data.
      </p>
      <Form
        label="Replay"
        submit="Start the replay"
        onSend={async ({ since = "" }) => {
          await api.post(`${path}/replay`, { since: new Date(since).toISOString() });
          notify("The replay has started.");
          onStarted();
        }}
      >
        {(errors) => (
          <Input label="Since" name="since" type="datetime-local" required error={errors["since"]} />
        )}
      </Form>
    </Card>
  );
}

function ChangeEndpoint({
  endpoint: current,
  path,
  onChanged,
  onClose,
}: {
  endpoint: Endpoint;
  path: string;
  onChanged: () => void;
  onClose: () => void;
}) {
  const { api, notify } = usePortal();
  // During a replay, the endpoint is loaded again and again: what was entered must stay.
  const [endpoint] = useState(current);
  return (
    <Dialog title="Change the endpoint" onClose={onClose}>
      <Form
        label="Change the endpoint"
        submit="Save"
        onSend={async ({ url, events, description }) => {
          const entered = {
            url,
            events: eventsIn(events),
            description: description === "" ? null : description,
          };
          await api.put(path, changedIn(endpoint, entered));
          notify("The endpoint is saved.");
          onClose();
          onChanged();
        }}
      >
        {(errors) => <EndpointFields endpoint={endpoint} errors={errors} />}
      </Form>
    </Dialog>
  );
}

function Actions({ endpoint, onChanged }: { endpoint: Endpoint; onChanged: () => void }) {
  const { api } = usePortal();
  const leave = useLeave();
  const path = `/webhook-endpoints/${endpoint.id}`;
  const [isEditing, setEditing] = useState(false);
  const [secret, setSecret] = useState("");
  const [test, isTesting] = useAction(async () => {
    await api.post(`${path}/test`);
    return "A test event was sent. Refresh the deliveries to see it.";
  });
  const [toggle, isToggling] = useAction(async () => {
    await api.put(path, { status: endpoint.status === "enabled" ? "disabled" : "enabled" });
    onChanged();
    return undefined;
  });
  const [rotate, isRotating] = useAction(async () => {
    setSecret((await api.post<Endpoint>(`${path}/rotate-secret`)).secret ?? "");
    return undefined;
  });
  const [remove, isRemoving] = useAction(async () => {
    await api.delete(path);
    leave("/portal/webhooks");
    return "The endpoint is deleted.";
  });
  return (
    <>
      <ActionButton kind="primary" isBusy={isTesting} onClick={test}>
        Send a test event
      </ActionButton>
      <button type="button" onClick={() => setEditing(true)}>
        Change
      </button>
      {endpoint.status === "enabled" ? (
        <Confirm
          label="Switch off"
          tone="calm"
          question="The endpoint receives no events until it is switched on again. A replay can then send the missed events."
          isBusy={isToggling}
          onConfirm={toggle}
        />
      ) : (
        <ActionButton isBusy={isToggling} onClick={toggle}>
          Switch on
        </ActionButton>
      )}
      <Confirm
        label="New secret"
        tone="calm"
        question="The endpoint gets a new signing secret, which is shown only once. For a day, events are signed with both secrets."
        isBusy={isRotating}
        onConfirm={rotate}
      />
      <Confirm
        label="Delete"
        question={`${endpoint.url} will not receive events any more.`}
        isBusy={isRemoving}
        onConfirm={remove}
      />
      {isEditing && (
        <ChangeEndpoint
          endpoint={endpoint}
          path={path}
          onChanged={onChanged}
          onClose={() => setEditing(false)}
        />
      )}
      {secret !== "" && (
        <Secret
          title="New signing secret"
          facts={[["Signing secret", secret]]}
          onClose={() => setSecret("")}
        />
      )}
    </>
  );
}

/** One endpoint: its settings, its state and its deliveries. */
export function WebhookPage() {
  const { api, session } = usePortal();
  const path = `/webhook-endpoints/${useRoute().params["id"] ?? ""}`;
  const endpoint = useData(() => api.get<Endpoint>(path), [path]);
  const mayChange = session.role === "owner";
  usePolling(endpoint, endpoint.data?.replay?.status === "running");
  return (
    <Page
      title="Webhook endpoint"
      lead={endpoint.data?.url ?? ""}
      actions={
        endpoint.data &&
        mayChange && (
          <Subject reload={endpoint.reload}>
            <Actions endpoint={endpoint.data} onChanged={endpoint.reload} />
          </Subject>
        )
      }
    >
      <Show of={endpoint}>
        {(found) => (
          <div class="stack">
            <Card title="State" actions={<EndpointBadge of={found} />}>
              <Facts
                facts={[
                  ["Events", <EventNames codes={found.events} />],
                  ["Description", found.description ?? "–"],
                  ["Failing since", formatTime(found.failingSince)],
                  ["Reason", found.reason ?? "–"],
                ]}
              />
              {found.replay && (
                <p>
                  Replay {found.replay.status}. Events sent: {formatNumber(found.replay.sent)}.
                </p>
              )}
            </Card>
            <Deliveries path={path} mayChange={mayChange} />
            {mayChange && <Replay path={path} onStarted={endpoint.reload} />}
          </div>
        )}
      </Show>
    </Page>
  );
}
