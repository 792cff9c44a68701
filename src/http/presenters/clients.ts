import { validSecrets } from "../../store/secrets/stored-secret.ts";
import type { Client } from "../../store/tenants/client.ts";
import { scopesOf } from "../auth/holder.ts";

/** Presents a client with all its scopes and the number of its valid secrets. */
export const presentClient = (
  { id, store, scopes, disabled, secrets, createdTime }: Client,
  now: number,
) => ({
  clientId: id,
  store,
  scopes: scopesOf({ scopes }),
  disabled,
  secrets: validSecrets(secrets, now).length,
  createdTime,
});
