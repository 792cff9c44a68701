import { existsSync } from "node:fs";
import type { Redis } from "ioredis";
import { keyFile, readKeyFile } from "../../src/app/process/credential-keys.ts";
import type { Config } from "../../src/config.ts";
import type { Keys } from "../../src/store/keys/keys.ts";
import { forgetSealingKey, forgottenKeyOf, sealingKeyOf } from "../../src/store/secrets/sealing-key.ts";
import { Vault } from "../../src/store/secrets/vault.ts";
import { CliError, command } from "./command.ts";

/** The keys that seal the service's secrets, from its settings or its data directory. */
export function keysOf({ CREDENTIALS_KEYS, DATA_DIR }: Readonly<Config>): Buffer[] {
  if (CREDENTIALS_KEYS.length > 0) return CREDENTIALS_KEYS;
  const file = keyFile(DATA_DIR);
  return existsSync(file) ? readKeyFile(file) : [];
}

/**
 * The vault with the keys of the service. Undefined while no secret is sealed, because the service chooses the key at
 * its start. If the key of the sealed secrets is unknown, the vault has no keys, and using it throws.
 */
export async function vaultOf(
  config: Readonly<Config>,
  redis: Redis,
  keys: Keys,
): Promise<Vault | undefined> {
  const sealing = await sealingKeyOf(redis, keys);
  if (sealing === undefined) return undefined;
  const vault = new Vault(keysOf(config));
  return vault.knows(sealing) ? vault : new Vault([]);
}

/** Describes the secrets while the service has no key: it has none before its first start, or its key was forgotten. */
const unsealedText = (forgotten: string | null) =>
  forgotten === null
    ? "No secret is sealed yet."
    : `The key ${forgotten} is forgotten: the secrets that it sealed stay unreadable. Start the service, which takes a new key, before you store secrets.`;

export const secretCommands = [
  command({
    name: "credentials-key show",
    help: "show the name of the key that seals the stored secrets",
    async run({ redis, keys, vault }) {
      const keyId = await sealingKeyOf(redis, keys);
      const forgotten = (await forgottenKeyOf(redis, keys)) ?? null;
      return { keyId: keyId ?? null, known: keyId !== undefined && vault?.knows(keyId) === true, forgotten };
    },
    text: ({ keyId, known, forgotten }) =>
      keyId === null
        ? unsealedText(forgotten)
        : `Secrets are sealed with the key ${keyId}, which is ${known ? "" : "not "}available here.`,
  }),
  command({
    name: "credentials-key forget",
    options: {
      yes: {
        type: "boolean",
        required: true,
        help: "confirm that secrets that the lost key sealed stay unreadable",
      },
    },
    help: "forget a lost key, so that the service starts with a new one",
    async run({ redis, keys, vault }) {
      const keyId = await sealingKeyOf(redis, keys);
      if (keyId !== undefined && vault?.knows(keyId) === true)
        throw new CliError(`the key ${keyId} is available here: it is not lost, and secrets need it`);
      const forgotten = (await forgetSealingKey(redis, keys)) !== undefined;
      return { forgotten, before: (await forgottenKeyOf(redis, keys)) ?? null };
    },
    text: ({ forgotten, before }) =>
      forgotten
        ? "The key is forgotten. Start the service, which takes a new key, before you store secrets."
        : unsealedText(before),
  }),
];
