import Type from "typebox";
import { keysOf } from "../../../collections/keys-of.ts";
import { Flag, record, Timestamp } from "../../../ingest/schemas/common.ts";
import { STORE_REF } from "../../../store/tenants/client.ts";
import { DAY_S } from "../../../units/durations.ts";
import { type Scope, SCOPES } from "../../scopes.ts";

const MAX_OVERLAP_S = 30 * DAY_S;

const OneScope = Type.Unsafe<Scope>({ type: "string", enum: keysOf(SCOPES) });
const Scopes = Type.Array(OneScope, { minItems: 1, maxItems: 50, uniqueItems: true });

export const CreateClientBody = record({
  scopes: Scopes,
  store: Type.Optional(
    Type.String({
      pattern: STORE_REF.source,
      "x-must": "be letters, digits, dots, hyphens and underscores",
      maxLength: 64,
      description: "Store of the client. The default is the caller's store. A new name creates a new store.",
    }),
  ),
});

export const UpdateClientBody = record({
  scopes: Type.Optional(Scopes),
  disabled: Type.Optional(Flag),
});

export const RotateClientBody = record({
  overlapSeconds: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: MAX_OVERLAP_S,
      default: DAY_S,
      description: "How long the current secret stays valid, in seconds.",
    }),
  ),
});

const client = {
  clientId: Type.String(),
  store: Type.String(),
  scopes: Type.Array(OneScope),
  disabled: Type.Boolean(),
  secrets: Type.Integer({
    description: "Number of valid secrets. There are two while the previous secret is still valid.",
  }),
  createdTime: Timestamp,
};

export const ClientResponse = Type.Object(client, { title: "Client" });
export const NewSecretResponse = Type.Object(
  { ...client, clientSecret: Type.String({ description: "Shown only in this answer." }) },
  { title: "ClientWithSecret" },
);
export const ClientsResponse = Type.Object(
  {
    clients: Type.Array(ClientResponse),
    stores: Type.Array(Type.String(), { description: "The stores of these clients, and the default store." }),
  },
  { title: "Clients" },
);
