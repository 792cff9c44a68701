import type { Client } from "../../store/tenants/client.ts";
import { scopesOf } from "../auth/holder.ts";

/** A client as it is shown: all that it may do, and of its secrets only how many are valid. */
export const presentClient = (
  { id, store, scopes, disabled, secrets, createdTime }: Client,
  now = Date.now(),
) => ({
  clientId: id,
  store,
  scopes: scopesOf({ scopes }),
  disabled,
  secrets: secrets.filter(({ expires }) => expires === undefined || expires > now).length,
  createdTime,
});
