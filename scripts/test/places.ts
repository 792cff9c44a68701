// Shows the source positions of failures. `--enable-source-maps` does the same, but makes each process read the maps of
// all code that it loads.
import { dirname, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { SourceMaps } from "../source-maps.ts";

/** A place in a stack: a file, its line and its column, both from 1. */
const PLACE = /((?:file:\/\/)?\/[^\s():]+\.c?js):(\d+):(\d+)/g;

const maps = new SourceMaps();

/** The source position of a place in bundled code, with line and column from 1; undefined if no map has it. */
function sourceOf(file: string, line: number, column: number) {
  const found = maps.find(file, line - 1, column - 1);
  return (
    found && {
      file: resolve(dirname(file), found.source),
      line: found.line + 1,
      column: found.column + 1,
    }
  );
}

/** Replaces the places of bundled code in a text by the places in the sources, which are below `root`. */
const withSources = (text: string, root: string): string =>
  text.replaceAll(PLACE, (whole, location: string, line: string, column: string) => {
    const path = location.startsWith("file:") ? fileURLToPath(location) : location;
    const found = sourceOf(path, Number(line), Number(column));
    return found ? `${relative(root, found.file)}:${found.line}:${found.column}` : whole;
  });

function placeError(error: unknown, root: string): void {
  if (!(error instanceof Error)) return;
  if (error.stack !== undefined) error.stack = withSources(error.stack, root);
  placeError(error.cause, root);
  if (error instanceof AggregateError) for (const part of error.errors) placeError(part, root);
}

/** Report of the runner about a failed test. */
interface Failed {
  details: { error: unknown };
  file?: string;
  line?: number;
  column?: number;
}

/** Replaces the places of a failed test, and those in the stacks of its error. */
export function placeInSources(failed: Failed, root: string): void {
  placeError(failed.details.error, root);
  const { file, line, column } = failed;
  if (file !== undefined && line !== undefined && column !== undefined)
    Object.assign(failed, sourceOf(file, line, column));
}
