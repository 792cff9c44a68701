import { defined } from "../../../collections/defined.ts";
import { Problem } from "../../../ingest/problem.ts";
import { notFound } from "../../../ingest/targets.ts";
import { withinLimit } from "../../../ingest/within-limit.ts";
import type { Now } from "../../../store/redis/clock.ts";
import { type Client, storesOf } from "../../../store/tenants/client.ts";
import { storeOf, TenantError } from "../../../store/tenants/tenant.ts";
import type { Tenants } from "../../../store/tenants/tenants.ts";
import { DAY_S } from "../../../units/durations.ts";
import type { Answer } from "../../answer.ts";
import { scopesOf } from "../../auth/holder.ts";
import type { KnownTenants } from "../../auth/known-tenants.ts";
import type { Session } from "../../auth/session.ts";
import { presentClient } from "../../presenters/clients.ts";
import { presentChange, presentRead } from "../../presenters/reply.ts";
import { type ApiRoute, BAD_REQUEST, route } from "../../route.ts";
import {
  ClientResponse,
  ClientsResponse,
  CreateClientBody,
  NewSecretResponse,
  RotateClientBody,
  UpdateClientBody,
} from "../../schemas/tenant/clients.ts";
import type { Scope } from "../../scopes.ts";
import { API_PATH } from "../api-path.ts";

const PATH = `${API_PATH}/clients`;
const TAG = "Clients";
const PARAMS = { id: "The client's id" };

interface ClientRouteParts {
  tenants: Tenants;
  knownTenants: KnownTenants;
  /** Maximum number of stores of a tenant without a budget of its own; undefined for no limit. */
  maxStores: number | undefined;
  /** The store's clock. */
  now: Now;
}

/**
 * Whether a caller may manage the clients of a store: an owner manages all stores,
 * a client only its own.
 */
const mayManage = ({ caller, storeKey }: Session, store: string) =>
  caller === "owner" || store === storeOf(storeKey);

/** Refuses to create, change or renew a client with scopes that the caller does not have. */
function requireWithin({ permissions }: Session, scopes: readonly Scope[]): void {
  const missing = scopes.filter((scope) => !permissions.has(scope));
  if (missing.length === 0) return;
  const detail = `The caller must also have these scopes: ${missing.join(", ")}.`;
  throw new Problem("Forbidden", { detail });
}

/**
 * Returns the result of a change.
 *
 * @throws 404 if the client was deleted after it was read
 */
async function orNotFound<T>(change: Promise<T>): Promise<T> {
  try {
    return await change;
  } catch (err) {
    throw err instanceof TenantError ? notFound("client") : err;
  }
}

function present(status: number, client: Client, now: Now, clientSecret?: string): Answer {
  return presentChange(status, { ...presentClient(client, now()), ...defined({ clientSecret }) });
}

/**
 * Returns a client that the caller may read.
 *
 * @throws 404 for any other
 */
async function find(tenants: Tenants, { tenant, ...session }: Session, id: string): Promise<Client> {
  const client = await tenants.findClient(tenant.id, id);
  if (!client || !mayManage({ tenant, ...session }, client.store)) throw notFound("client");
  return client;
}

/** Returns a client that the caller may change. */
async function findToChange(tenants: Tenants, session: Session, id: string): Promise<Client> {
  const client = await find(tenants, session, id);
  requireWithin(session, scopesOf(client));
  return client;
}

const listClients = ({ tenants, now }: ClientRouteParts): ApiRoute =>
  route({
    operation: "listClients",
    method: "get",
    paths: [PATH],
    tag: TAG,
    summary: "List the API clients",
    description:
      "The clients of the store; for an owner at the portal, those of all stores of the tenant. Secrets are not shown.",
    scope: "clients:read",
    refusals: BAD_REQUEST,
    conditional: false,
    responses: { 200: { description: "All clients, the oldest first.", schema: ClientsResponse } },
    async handle({ session }) {
      const all = await tenants.clients(session.tenant.id);
      const clients = all.filter(({ store }) => mayManage(session, store));
      const stores = storesOf(all).filter((store) => mayManage(session, store));
      const shown = clients.map((each) => presentClient(each, now()));
      return presentRead(JSON.stringify({ clients: shown, stores }));
    },
  });

const createClient = ({ tenants, maxStores: defaultMax, now }: ClientRouteParts): ApiRoute =>
  route({
    operation: "createClient",
    method: "post",
    paths: [PATH],
    tag: TAG,
    summary: "Create an API client",
    description:
      "The client can have only scopes that the caller has. Only an owner at the portal can create a client for another store. The secret is shown only in this answer. A tenant has at most 200 clients, and a limited number of stores.",
    scope: "clients:write",
    body: CreateClientBody,
    idempotency: "answer",
    refusals: BAD_REQUEST,
    conditional: false,
    responses: { 201: { description: "The new client, with its secret.", schema: NewSecretResponse } },
    async handle({ session, body: { scopes, store = storeOf(session.storeKey) }, repeatKey }) {
      if (!mayManage(session, store)) {
        const detail = "Only an owner at the portal can create clients of another store.";
        throw new Problem("Forbidden", { detail });
      }
      requireWithin(session, scopes);
      const { id, budgets } = session.tenant;
      const maxStores = budgets.stores ?? defaultMax;
      const create = () => tenants.createClient(id, { store, scopes, maxStores }, repeatKey);
      const { clientId, clientSecret } = await withinLimit("clients", create, "tenant");
      // An earlier attempt of this request may have created the client, and it may have been changed since.
      return present(201, await findToChange(tenants, session, clientId), now, clientSecret);
    },
  });

const updateClient = ({ tenants, knownTenants, now }: ClientRouteParts): ApiRoute =>
  route({
    operation: "updateClient",
    method: "put",
    paths: [`${PATH}/:id`],
    params: PARAMS,
    tag: TAG,
    summary: "Change, disable or enable an API client",
    description:
      "A change takes effect within 5 seconds, also for existing tokens: a disabled client is refused, and a removed scope is lost. The caller must have every scope that the client has before and after the change.",
    scope: "clients:write",
    body: UpdateClientBody,
    idempotency: "answer",
    refusals: BAD_REQUEST,
    conditional: false,
    responses: { 200: { description: "The client after the change.", schema: ClientResponse } },
    async handle(request) {
      const { session, body } = request;
      const { id } = await findToChange(tenants, session, request.param("id"));
      requireWithin(session, body.scopes ?? []);
      await orNotFound(tenants.setClient(session.tenant.id, id, defined(body)));
      await knownTenants.refresh();
      return present(200, await find(tenants, session, id), now);
    },
  });

const rotateClientSecret = ({ tenants, now }: ClientRouteParts): ApiRoute =>
  route({
    operation: "rotateClientSecret",
    method: "post",
    paths: [`${PATH}/:id/rotate-secret`],
    params: PARAMS,
    tag: TAG,
    summary: "Rotate the secret of an API client",
    description:
      "The new secret is shown only in this answer. The current one stays valid for a day, or for overlapSeconds.",
    scope: "clients:write",
    body: RotateClientBody,
    optionalBody: true,
    idempotency: "answer",
    refusals: BAD_REQUEST,
    conditional: false,
    responses: { 200: { description: "The client, with its new secret.", schema: NewSecretResponse } },
    async handle(request) {
      const { session } = request;
      const { id } = await findToChange(tenants, session, request.param("id"));
      const overlap = request.body.overlapSeconds ?? DAY_S;
      const { clientSecret } = await orNotFound(tenants.rotateSecret(session.tenant.id, id, overlap));
      return present(200, await find(tenants, session, id), now, clientSecret);
    },
  });

const deleteClient = ({ tenants, knownTenants }: ClientRouteParts): ApiRoute =>
  route({
    operation: "deleteClient",
    method: "delete",
    paths: [`${PATH}/:id`],
    params: PARAMS,
    tag: TAG,
    summary: "Delete an API client",
    description: "The client and its tokens are refused within 5 seconds.",
    scope: "clients:write",
    idempotency: "answer",
    refusals: BAD_REQUEST,
    conditional: false,
    responses: { 204: { description: "Deleted." } },
    async handle(request) {
      const { session } = request;
      const { id } = await findToChange(tenants, session, request.param("id"));
      await orNotFound(tenants.deleteClient(session.tenant.id, id));
      await knownTenants.refresh();
      return { status: 204 };
    },
  });

/** Returns the routes of a tenant's API clients. A caller can never give a client more scopes than it has itself. */
export const clientRoutes = (parts: ClientRouteParts): ApiRoute[] =>
  [listClients, createClient, updateClient, rotateClientSecret, deleteClient].map((routeOf) =>
    routeOf(parts),
  );
