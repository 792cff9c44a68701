import { shorten } from "../../text/shorten.ts";

/** Maximum number of characters of a name in an error's path; some names are chosen by callers. */
const MAX_NAME = 255;

const unescaped = (segment: string) => segment.replaceAll("~1", "/").replaceAll("~0", "~");
const escaped = (name: string) => name.replaceAll("~", "~0").replaceAll("/", "~1");

/** Shortens the names in a JSON Pointer. */
export const shortPointer = (pointer: string): string =>
  pointer.length <= MAX_NAME
    ? pointer
    : pointer
        .split("/")
        .map((segment) => escaped(shorten(unescaped(segment), MAX_NAME)))
        .join("/");

/** Returns the JSON Pointer for a path of names and positions, as well-formed Unicode and with shortened names. */
export const pointerTo = (steps: readonly (string | number)[]): string =>
  shortPointer(steps.map((step) => `/${escaped(step.toString().toWellFormed())}`).join(""));
