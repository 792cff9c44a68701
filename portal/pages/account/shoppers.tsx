import type { Client } from "../../api/types.ts";
import { Code } from "../../ui/code.tsx";
import { usePortal } from "../../ui/context.ts";
import { Card, Empty } from "../../ui/parts.tsx";
import { shopperRequest } from "../../words/shopper-request.ts";

const mayExchange = ({ disabled, scopes }: Client) => !disabled && scopes.includes("tokens:exchange");

/** Explains guests and shoppers' tokens: which clients can get them, and how to try it. */
export function Shoppers({ clients }: { clients: Client[] }) {
  const { session } = usePortal();
  const able = clients.filter(mayExchange);
  const [first] = able;
  return (
    <Card title="Guests and shoppers’ tokens">
      <div class="stack">
        <p class="muted">
          A client’s secret must not be in a browser. Your server requests a token for one customer or one
          guest, and passes it to the browser. The token is valid for 15 minutes, and only for their data. A
          guest’s wishlist has no customer: it is deleted if it is not used for a long time, or is given to
          the customer who claims it.
        </p>
        {first === undefined ? (
          <Empty title="No client may get shoppers’ tokens">
            Add the permission <code>tokens:exchange</code> to the client of your server.
          </Empty>
        ) : (
          <div>
            <p>
              Clients that may get them:{" "}
              {able.map(({ clientId, store }, i) => (
                <span key={clientId}>
                  {i > 0 && ", "}
                  <code>{clientId}</code> ({store})
                </span>
              ))}
            </p>
            <Code
              label="Commands to try a shopper’s token"
              text={shopperRequest({
                origin: location.origin,
                tenantId: session.tenantId,
                clientId: first.clientId,
              })}
            />
          </div>
        )}
      </div>
    </Card>
  );
}
