/** The service can not start. The message is one sentence for the person at the terminal, and holds no secret. */
export class StartRefused extends Error {}
