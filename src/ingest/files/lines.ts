import { isUtf8 } from "node:buffer";
import { BODY_LIMIT } from "../json/json.ts";

const NEWLINE = 10;
/** Maximum length of a line in bytes: the same as of a row in a request. */
export const MAX_LINE = BODY_LIMIT;

/** A line of a file without its line break, or the reason why it cannot be read. The first line has the number 1. */
export type Line = { number: number; text: string } | { number: number; fault: string };

/** Splits bytes into lines as they arrive. It holds at most one line, and nothing of a line that is too long. */
export class LineSplitter {
  #number = 0;
  #pieces: Buffer[] = [];
  #length = 0;

  /** Returns the lines that end in these bytes. */
  push(bytes: Buffer): Line[] {
    const lines: Line[] = [];
    let start = 0;
    for (let end = bytes.indexOf(NEWLINE); end !== -1; end = bytes.indexOf(NEWLINE, start)) {
      // Fast path: a compressed file of empty lines is cheap to send, so it must be cheap to read.
      if (end === start && this.#length === 0) {
        lines.push({ number: ++this.#number, text: "" });
      } else {
        this.#keep(bytes.subarray(start, end));
        lines.push(this.#take());
      }
      start = end + 1;
    }
    if (start < bytes.length) this.#keep(bytes.subarray(start));
    return lines;
  }

  /** Returns the last line if the file does not end with a line break. */
  end(): Line[] {
    return this.#length > 0 ? [this.#take()] : [];
  }

  #keep(piece: Buffer): void {
    this.#length += piece.length;
    if (this.#length <= MAX_LINE) this.#pieces.push(piece);
    else this.#pieces = [];
  }

  #take(): Line {
    const number = ++this.#number;
    const [pieces, length] = [this.#pieces, this.#length];
    this.#pieces = [];
    this.#length = 0;
    if (length > MAX_LINE) return { number, fault: `The line is longer than ${MAX_LINE} bytes.` };
    const [first] = pieces;
    const bytes = pieces.length === 1 && first ? first : Buffer.concat(pieces);
    if (!isUtf8(bytes)) return { number, fault: "The line is not UTF-8." };
    const text = bytes.toString();
    const isMarked = number === 1 && text.startsWith("\uFEFF");
    return { number, text: text.slice(isMarked ? 1 : 0, text.endsWith("\r") ? -1 : undefined) };
  }
}
