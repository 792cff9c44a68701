/** What a handler gives back; the body is JSON unless the headers say otherwise. */
export interface Answer {
  status: number;
  body?: string | Buffer;
  /** Version of the wishlist or customer that the answer shows. */
  version?: string | undefined;
  headers?: Record<string, string>;
}
