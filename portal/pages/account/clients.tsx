import { useState } from "preact/hooks";
import type { Scope } from "../../../src/http/scopes.ts";
import type { Client, NewSecret } from "../../api/types.ts";
import { Code } from "../../ui/code.tsx";
import { usePortal } from "../../ui/context.ts";
import { useData } from "../../ui/data.ts";
import { Secret } from "../../ui/dialog.tsx";
import { formatNumber } from "../../ui/format.ts";
import { Card, Page, Show } from "../../ui/parts.tsx";
import { Table } from "../../ui/table.tsx";
import { firstRequest } from "../../words/first-request.ts";
import { AddClient } from "./client-forms.tsx";
import { ClientTable } from "./client-table.tsx";
import { Shoppers } from "./shoppers.tsx";

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

/** The clients of the API, and their stores. */
export function ClientsPage() {
  const { api, onStoresChanged, session } = usePortal();
  const found = useData(() => api.get<{ clients: Client[]; stores: string[] }>("/clients"), []);
  const [isAdding, setAdding] = useState(false);
  const [secret, setSecret] = useState<NewSecret>();
  const commandsFor = (client: { clientId: string; scopes: readonly Scope[] }, clientSecret: string) =>
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
              <ClientTable clients={clients} onSecret={setSecret} onChanged={found.reload} />
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
                These commands get a token, and send a request with it. Replace the id and the secret with
                those of a client. The <a href="/docs">documentation</a> describes all requests.
              </p>
              <Code
                label="Commands for a terminal"
                text={commandsFor(
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
            ["Account", session.tenantId],
            ["Client id", secret.clientId],
            ["Client secret", secret.clientSecret],
          ]}
          onClose={() => setSecret(undefined)}
        >
          {secret.secrets > 1 && <p class="muted">The previous secret stays valid for a day.</p>}
          <Code label="Commands for a terminal" text={commandsFor(secret, secret.clientSecret)} />
        </Secret>
      )}
    </Page>
  );
}
