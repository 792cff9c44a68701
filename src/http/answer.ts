/** The result of a handler. The body is JSON unless the headers have another type. */
export interface Answer {
  status: number;
  body?: string | Buffer;
  /** Version of the wishlist or customer in the answer. */
  version?: string | undefined;
  headers?: Record<string, string>;
}
