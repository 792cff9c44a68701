import { type Config, loadConfig } from "../../../src/config.ts";
import { Environment } from "../../../src/settings.ts";

/** The settings of the service that the tool uses, and the names that the service refuses in their place. */
const NAMES = [
  "REDIS_URL",
  "REDIS_URL_FILE",
  "REDIS_CA",
  "REDIS_CERT",
  "REDIS_KEY",
  "REDIS_PREFIX",
  "JOBS_REDIS_URL",
  "JOBS_REDIS_URL_FILE",
  "JOBS_REDIS_CA",
  "JOBS_REDIS_CERT",
  "JOBS_REDIS_KEY",
  "DATA_DIR",
  "CREDENTIALS_KEYS",
  "CREDENTIALS_KEYS_FILE",
  "RATE_LIMIT",
  ...Object.keys(Environment.properties).filter((name) => name.startsWith("TENANT_")),
];

/** Reads the settings that the tool uses, with the checks of the service. Throws {@link ConfigError}. */
export const toolConfig = (setting: (name: string) => string | undefined): Readonly<Config> =>
  loadConfig(Object.fromEntries(NAMES.map((name) => [name, setting(name)])), "all");
