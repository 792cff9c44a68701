/** Languages of e-mails about alerts, with their names. */
export const LANGUAGES = [
  ["en", "English"],
  ["de", "German"],
  ["fr", "French"],
  ["es", "Spanish"],
] as const;
