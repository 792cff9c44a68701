import { useState } from "preact/hooks";
import type { Client, NewSecret } from "../../api/types.ts";
import { usePortal } from "../../ui/context.ts";
import { useAction } from "../../ui/data.ts";
import { Confirm } from "../../ui/dialog.tsx";
import { countOf, formatNumber } from "../../ui/format.ts";
import { ActionButton, Badge, labelFor, Since } from "../../ui/parts.tsx";
import { Table } from "../../ui/table.tsx";
import { presetOf, PRESETS } from "../../words/presets.ts";
import { ChangeClient } from "./client-forms.tsx";

interface Reactions {
  onSecret: (client: NewSecret) => void;
  onChanged: () => void;
}

/** The actions for a client. */
function Actions({ client, onSecret, onChanged }: { client: Client } & Reactions) {
  const { api } = usePortal();
  const row = client.clientId;
  const path = `/clients/${row}`;
  const [isChanging, setChanging] = useState(false);
  const [rotate, isRotating] = useAction(async () => {
    onSecret(await api.post<NewSecret>(`${path}/rotate-secret`, {}));
    onChanged();
    return undefined;
  });
  const [toggle, isToggling] = useAction(async () => {
    await api.put(path, { disabled: !client.disabled });
    onChanged();
    return client.disabled
      ? "The client is enabled again."
      : "The client is disabled. Its tokens are not accepted any more.";
  });
  const [remove, isRemoving] = useAction(async () => {
    await api.delete(path);
    onChanged();
    return "The client is deleted.";
  });
  return (
    <div class="actions many">
      <button type="button" aria-label={labelFor("Permissions", row)} onClick={() => setChanging(true)}>
        Permissions
      </button>
      <Confirm
        label="New secret"
        row={row}
        tone="calm"
        question="The client gets a new secret, which is shown only once. The current secret stays valid for a day."
        isBusy={isRotating}
        onConfirm={rotate}
      />
      {client.disabled ? (
        <ActionButton isBusy={isToggling} label={labelFor("Enable", row)} onClick={toggle}>
          Enable
        </ActionButton>
      ) : (
        <Confirm
          label="Disable"
          row={row}
          tone="calm"
          question={`${client.clientId} and its tokens are not accepted until the client is enabled again.`}
          isBusy={isToggling}
          onConfirm={toggle}
        />
      )}
      <Confirm
        label="Delete"
        row={row}
        question={`${client.clientId} and its tokens will not be accepted any more. This cannot be undone.`}
        isBusy={isRemoving}
        onConfirm={remove}
      />
      {isChanging && (
        <ChangeClient client={client} onChanged={onChanged} onClose={() => setChanging(false)} />
      )}
    </div>
  );
}

/** The clients of a tenant, with the actions for each. */
export const ClientTable = ({ clients, ...reactions }: { clients: Client[] } & Reactions) => (
  <Table
    label="Clients"
    rows={clients}
    keyOf={({ clientId }) => clientId}
    columns={[
      { name: "Client", cell: ({ clientId }) => <code class="id">{clientId}</code> },
      { name: "Store", isName: true, cell: ({ store }) => store },
      {
        name: "Purpose",
        cell: ({ scopes }) => (
          <span title={scopes.join(", ")}>
            {PRESETS[presetOf(scopes) ?? ""]?.title ?? countOf(scopes.length, "permission", "permissions")}
          </span>
        ),
      },
      {
        name: "State",
        cell: ({ disabled, secrets }) => (
          <>
            <Badge tone={disabled ? "bad" : "good"}>{disabled ? "disabled" : "active"}</Badge>
            {secrets > 1 && <div class="muted">{formatNumber(secrets)} secrets are valid</div>}
          </>
        ),
      },
      { name: "Since", cell: ({ createdTime }) => <Since day={createdTime} /> },
      { name: "Actions", cell: (client) => <Actions client={client} {...reactions} /> },
    ]}
  />
);
