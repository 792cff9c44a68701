import { shorten } from "../../store/shorten.ts";

/** Characters of a member's name in an error's path; the names of some members are the caller's own. */
const MAX_NAME = 255;

const unescaped = (segment: string) => segment.replaceAll("~1", "/").replaceAll("~0", "~");
const escaped = (name: string) => name.replaceAll("~", "~0").replaceAll("/", "~1");

/** A JSON Pointer whose names are shortened. */
export const shortPointer = (pointer: string): string =>
  pointer.length <= MAX_NAME
    ? pointer
    : pointer
        .split("/")
        .map((segment) => escaped(shorten(unescaped(segment), MAX_NAME)))
        .join("/");

/** The JSON Pointer of what names and positions lead to, in well-formed Unicode and with shortened names. */
export const pointerTo = (steps: readonly (string | number)[]): string =>
  shortPointer(steps.map((step) => `/${escaped(step.toString().toWellFormed())}`).join(""));
