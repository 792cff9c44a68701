import { existsSync, readFileSync } from "node:fs";
import { SourceMap, type SourceMapPayload } from "node:module";

/** A position in the sources: the file as its map names it, line and column from 0. */
interface SourcePlace {
  source: string;
  line: number;
  column: number;
}

/** Finds the sources of bundled code by the maps beside the files. */
export class SourceMaps {
  readonly #maps = new Map<string, SourceMap | undefined>();

  #mapOf(file: string): SourceMap | undefined {
    if (!this.#maps.has(file)) {
      const path = `${file}.map`;
      const text = existsSync(path) ? readFileSync(path, "utf8") : undefined;
      this.#maps.set(file, text === undefined ? text : new SourceMap(JSON.parse(text) as SourceMapPayload));
    }
    return this.#maps.get(file);
  }

  /** The source position of the code at a line and a column, both from 0; undefined if no map has it. */
  find(file: string, line: number, column: number): SourcePlace | undefined {
    const entry = this.#mapOf(file)?.findEntry(line, column);
    if (!entry || !("originalSource" in entry)) return undefined;
    const { originalSource: source, originalLine, originalColumn } = entry;
    return { source, line: originalLine, column: originalColumn };
  }
}
