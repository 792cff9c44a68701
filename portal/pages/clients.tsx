import { useState } from "preact/hooks";
import { SCOPES, type Scope } from "../../src/http/scopes.ts";
import { firstRequest } from "../api/first-request.ts";
import { PRESETS, presetOf } from "../api/presets.ts";
import type { Client, NewSecret } from "../api/types.ts";
import { Code } from "../ui/code.tsx";
import { usePortal } from "../ui/context.ts";
import { useAction, useData } from "../ui/data.ts";
import { Confirm, Dialog, Secret } from "../ui/dialog.tsx";
import { formatDate, formatNumber } from "../ui/format.ts";
import { Form, Input, Select, Switch, type Values } from "../ui/form.tsx";
import { Badge, Card, Page, Show } from "../ui/parts.tsx";
import { Table } from "../ui/table.tsx";
import { Shoppers } from "./shoppers.tsx";

const ALL = Object.entries(SCOPES) as [Scope, string][];
const OWN = "own";

/** Scopes of a form: those of what the client does, or each that is ticked. */
const scopesIn = ({ preset = OWN, ...values }: Values): readonly Scope[] =>
  PRESETS[preset]?.scopes ?? ALL.flatMap(([scope]) => (values[scope] === undefined ? [] : [scope]));

/** What a client may do: one of the usual sets, or every scope by itself. */
function ScopeFields({ of, error }: { of?: readonly Scope[]; error?: string | undefined }) {
  const [preset, setPreset] = useState(of ? (presetOf(of) ?? OWN) : "storefront");
  const names = Object.entries(PRESETS).map(([name, { title }]) => [name, title] as const);
  return (
    <>
      <Select
        label="What it does"
        name="preset"
        value={preset}
        onChange={setPreset}
        options={[...names, [OWN, "Something else: choose the scopes"]]}
      />
      {preset === OWN ? (
        <fieldset class="scopes">
          <legend>Scopes</legend>
          {ALL.map(([scope, text]) => (
            <Switch
              key={scope}
              name={scope}
              label={scope}
              hint={text}
              checked={of?.includes(scope) ?? false}
            />
          ))}
        </fieldset>
      ) : (
        <p class="hint scopes-of">{PRESETS[preset]?.scopes.join(", ")}</p>
      )}
      {error !== undefined && <p class="error">{error}</p>}
    </>
  );
}

/** Choosing nothing is refused by the service, with a word for programs. */
const scopeError = (errors: Readonly<Record<string, string>>) =>
  errors["scopes"] === undefined ? undefined : "Choose at least one scope.";

function AddClient({ onAdded, onClose }: { onAdded: (client: NewSecret) => void; onClose: () => void }) {
  const { api } = usePortal();
  return (
    <Dialog title="Add a client" onClose={onClose}>
      <Form
        label="Add a client"
        submit="Add"
        onSend={async ({ store = "", ...values }) =>
          onAdded(await api.post<NewSecret>("/clients", { store, scopes: scopesIn(values) }))
        }
      >
        {(errors) => (
          <>
            <Input
              label="Store"
              name="store"
              required
              maxLength={64}
              value={api.store}
              hint="A new name makes another store, with its own data."
              error={errors["store"]}
            />
            <ScopeFields error={scopeError(errors)} />
          </>
        )}
      </Form>
    </Dialog>
  );
}

function ChangeClient({
  client,
  onChanged,
  onClose,
}: {
  client: Client;
  onChanged: () => void;
  onClose: () => void;
}) {
  const { api, notify } = usePortal();
  return (
    <Dialog title={`Scopes of ${client.clientId}`} onClose={onClose}>
      <Form
        label="Scopes"
        submit="Save"
        onSend={async (values) => {
          await api.put(`/clients/${client.clientId}`, { scopes: scopesIn(values) });
          notify("The scopes are saved. Tokens that the client already has lose the removed scopes.");
          onChanged();
          onClose();
        }}
      >
        {(errors) => <ScopeFields of={client.scopes} error={scopeError(errors)} />}
      </Form>
    </Dialog>
  );
}

function Actions({
  client,
  onSecret,
  onChanged,
}: {
  client: Client;
  onSecret: (client: NewSecret) => void;
  onChanged: () => void;
}) {
  const { api } = usePortal();
  const path = `/clients/${client.clientId}`;
  const [isChanging, setChanging] = useState(false);
  const [rotate] = useAction(async () => {
    onSecret(await api.post<NewSecret>(`${path}/rotate-secret`, {}));
    onChanged();
    return undefined;
  });
  const [toggle] = useAction(async () => {
    await api.put(path, { disabled: !client.disabled });
    onChanged();
    return client.disabled
      ? "The client is enabled again."
      : "The client and its tokens are refused from now on.";
  });
  const [remove] = useAction(async () => {
    await api.delete(path);
    onChanged();
    return "The client is deleted.";
  });
  return (
    <div class="actions">
      <button type="button" onClick={() => setChanging(true)}>
        Scopes
      </button>
      <Confirm
        label="New secret"
        tone="calm"
        question="The client gets another secret, which is shown once. The present one stays valid for a day."
        onConfirm={rotate}
      />
      {client.disabled ? (
        <button type="button" onClick={toggle}>
          Enable
        </button>
      ) : (
        <Confirm
          label="Disable"
          tone="calm"
          question={`${client.clientId} and its tokens are refused until the client is enabled again.`}
          onConfirm={toggle}
        />
      )}
      <Confirm
        label="Delete"
        question={`${client.clientId} and its tokens are refused from now on. It cannot be brought back.`}
        onConfirm={remove}
      />
      {isChanging && (
        <ChangeClient client={client} onChanged={onChanged} onClose={() => setChanging(false)} />
      )}
    </div>
  );
}

const Clients = ({
  clients,
  ...actions
}: {
  clients: Client[];
  onSecret: (client: NewSecret) => void;
  onChanged: () => void;
}) => (
  <Table
    label="Clients"
    rows={clients}
    keyOf={({ clientId }) => clientId}
    columns={[
      { name: "Client", cell: ({ clientId }) => <code>{clientId}</code> },
      { name: "Store", cell: ({ store }) => store },
      {
        name: "What it does",
        cell: ({ scopes }) => (
          <span title={scopes.join(", ")}>
            {PRESETS[presetOf(scopes) ?? ""]?.title ?? `${formatNumber(scopes.length)} scopes`}
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
      { name: "Since", cell: ({ createdTime }) => formatDate(createdTime) },
      { name: "Actions", cell: (client) => <Actions client={client} {...actions} /> },
    ]}
  />
);

const Stores = ({ stores, clients }: { stores: string[]; clients: Client[] }) => (
  <Table
    label="Stores"
    rows={stores}
    keyOf={(store) => store}
    columns={[
      { name: "Store", cell: (store) => store },
      {
        name: "Clients",
        isNumber: true,
        cell: (store) => formatNumber(clients.filter((client) => client.store === store).length),
      },
    ]}
  />
);

/** The programs that call the API, and the stores that they belong to. */
export function ClientsPage() {
  const { api, onStoresChanged, session } = usePortal();
  const found = useData(() => api.get<{ clients: Client[]; stores: string[] }>("/clients"), []);
  const [isAdding, setAdding] = useState(false);
  const [secret, setSecret] = useState<NewSecret>();
  const linesFor = (client: { clientId: string; scopes: readonly Scope[] }, clientSecret: string) =>
    firstRequest({ origin: location.origin, tenantId: session.tenantId, ...client, clientSecret });
  const onAdded = (client: NewSecret) => {
    setAdding(false);
    setSecret(client);
    found.reload();
    if (!session.stores.includes(client.store)) onStoresChanged();
  };
  return (
    <Page
      title="Clients and stores"
      lead="Programs that call the API, and the stores whose data they use"
      actions={
        <button type="button" class="primary" onClick={() => setAdding(true)}>
          Add a client
        </button>
      }
    >
      <Show of={found}>
        {({ clients, stores }) => (
          <div class="stack">
            <Card title="Clients">
              <Clients clients={clients} onSecret={setSecret} onChanged={found.reload} />
            </Card>
            <Card title="Stores">
              <p class="muted">
                Each store has customers, wishlists, products and settings of its own. With one shop, you need
                only one store.
              </p>
              <Stores stores={stores} clients={clients} />
            </Card>
            <Card title="First request">
              <p class="muted">
                These lines get a token, and send a request with it. Replace the id and the secret with those
                of a client. The <a href="/docs">documentation</a> describes all requests.
              </p>
              <Code
                label="Lines for a terminal"
                text={linesFor(
                  { clientId: clients[0]?.clientId ?? "CLIENT_ID", scopes: clients[0]?.scopes ?? [] },
                  "CLIENT_SECRET",
                )}
              />
            </Card>
            <Shoppers clients={clients} />
          </div>
        )}
      </Show>
      {isAdding && <AddClient onAdded={onAdded} onClose={() => setAdding(false)} />}
      {secret && (
        <Secret
          title="Credentials of the client"
          facts={[
            ["Tenant", session.tenantId],
            ["Client id", secret.clientId],
            ["Client secret", secret.clientSecret],
          ]}
          onClose={() => setSecret(undefined)}
        >
          {secret.secrets > 1 && <p class="muted">The previous secret stays valid for a day.</p>}
          <Code label="Lines for a terminal" text={linesFor(secret, secret.clientSecret)} />
        </Secret>
      )}
    </Page>
  );
}
