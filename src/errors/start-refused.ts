/** The service cannot start. The message is one sentence for the person at the terminal, without secrets. */
export class StartRefused extends Error {}
