import { useState } from "preact/hooks";
import type { Endpoint } from "../../api/types.ts";
import { usePortal } from "../../ui/context.ts";
import { useData } from "../../ui/data.ts";
import { Dialog, Secret } from "../../ui/dialog.tsx";
import { EventChoices, EventNames } from "../../ui/events.tsx";
import { Form, Input, type Values } from "../../ui/form.tsx";
import { formatTime } from "../../ui/format.ts";
import { Card, Empty, Page, Show } from "../../ui/parts.tsx";
import { Table } from "../../ui/table.tsx";
import { EndpointBadge } from "./endpoint-state.tsx";

/** Splits the entered event types, which are separated by commas or spaces. */
export const eventsIn = (text = "") => text.split(/[\s,]+/).filter((event) => event !== "");

/** Fields of an endpoint; they are empty for a new one. */
export const EndpointFields = ({
  endpoint,
  errors,
}: {
  endpoint?: Endpoint;
  errors: Readonly<Record<string, string>>;
}) => (
  <>
    <Input
      label="Address"
      name="url"
      type="url"
      required
      placeholder="https://"
      value={endpoint?.url ?? ""}
      error={errors["url"]}
    />
    <Input
      label="Events"
      name="events"
      value={endpoint?.events.join(", ") ?? ""}
      hint="For example: wishlist.item.*, alert.*. Leave it empty for all events."
      error={errors["events"]}
    />
    <EventChoices />
    <Input
      label="Description"
      name="description"
      value={endpoint?.description ?? ""}
      error={errors["description"]}
    />
  </>
);

/** The webhook endpoints. */
export function WebhooksPage() {
  const { api, session } = usePortal();
  const endpoints = useData(() => api.get<{ endpoints: Endpoint[] }>("/webhook-endpoints"), []);
  const [isAdding, setAdding] = useState(false);
  const [added, setAdded] = useState<Endpoint>();
  const add = async ({ url = "", events, description }: Values) => {
    const body = { url, events: eventsIn(events), description: description === "" ? undefined : description };
    setAdded(await api.post<Endpoint>("/webhook-endpoints", body));
    setAdding(false);
    endpoints.reload();
  };
  return (
    <Page
      title="Webhooks"
      lead="Addresses that receive events, signed according to Standard Webhooks"
      actions={
        session.role === "owner" && (
          <button type="button" class="primary" onClick={() => setAdding(true)}>
            Add an endpoint
          </button>
        )
      }
    >
      <Card>
        <Show of={endpoints}>
          {(found) => (
            <Table
              label="Webhook endpoints"
              rows={found.endpoints}
              keyOf={({ id }) => id}
              columns={[
                {
                  name: "Address",
                  cell: ({ id, url, description }) => (
                    <>
                      <a href={`/portal/webhooks/${id}`}>{url}</a>
                      {description !== undefined && <div class="muted">{description}</div>}
                    </>
                  ),
                },
                { name: "Events", cell: ({ events }) => <EventNames codes={events} /> },
                { name: "State", cell: (endpoint) => <EndpointBadge of={endpoint} /> },
                { name: "Created", cell: ({ createdTime }) => formatTime(createdTime) },
              ]}
              empty={
                <Empty title="No endpoints">
                  Events such as new wishes and alerts can be sent to your systems. The{" "}
                  <a href="/docs/webhooks">webhooks guide</a> has an example.
                </Empty>
              }
            />
          )}
        </Show>
      </Card>
      {isAdding && (
        <Dialog title="Add an endpoint" onClose={() => setAdding(false)}>
          <Form label="Add an endpoint" submit="Add" onSend={add}>
            {(errors) => <EndpointFields errors={errors} />}
          </Form>
        </Dialog>
      )}
      {added?.secret !== undefined && (
        <Secret
          title="The endpoint is added"
          facts={[["Signing secret", added.secret]]}
          onClose={() => setAdded(undefined)}
        />
      )}
    </Page>
  );
}
