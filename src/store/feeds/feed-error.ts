import { shorten } from "../../text/shorten.ts";
import { decoderOf } from "../records/decode.ts";

/** Maximum number of bytes of one error, and of characters of its detail, which may repeat names from the file. */
const MAX_ERROR_BYTES = 4096;
const MAX_DETAIL = 500;

/** A rejected row, by its first line in the file. It never contains the row itself. */
export interface FeedError {
  line: number;
  code: string;
  detail: string;
  errors?: { path: string; message: string }[];
}

/** Decodes a stored error. */
export const decodeFeedError = decoderOf<FeedError>("error of a feed", { needs: "line" });

/** Encodes an error, with as many of its parts as fit. */
export function encodeFeedError({ errors = [], ...error }: FeedError): string {
  const detail = shorten(error.detail, MAX_DETAIL);
  for (let kept = errors.length; kept > 0; kept--) {
    const text = JSON.stringify({ ...error, detail, errors: errors.slice(0, kept) });
    if (Buffer.byteLength(text) <= MAX_ERROR_BYTES) return text;
  }
  return JSON.stringify({ ...error, detail });
}
