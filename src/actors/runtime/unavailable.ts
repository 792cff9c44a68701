/** The service cannot do this now. Nothing was applied, unless `isUnknown` says that the outcome is unknown. */
export class Unavailable extends Error {
  readonly retryAfterSeconds: number;
  readonly isUnknown: boolean;

  constructor(
    message: string,
    options: { retryAfterSeconds?: number; isUnknown?: boolean; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = "Unavailable";
    this.retryAfterSeconds = options.retryAfterSeconds ?? 1;
    this.isUnknown = options.isUnknown ?? false;
  }
}
