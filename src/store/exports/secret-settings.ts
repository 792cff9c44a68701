/** Settings that are secret, whatever the connector: they are sealed in the store, and never shown. */
export const SECRET_SETTINGS: ReadonlySet<string> = new Set([
  "apiKey",
  "writeKey",
  "accessKeyId",
  "secretAccessKey",
  "secret",
]);

/** Text that is shown instead of a secret. */
export const HIDDEN_SECRET = "***";
