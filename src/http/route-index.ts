import type { Layer } from "@koa/router";

/** Matches the start of the first part of a pattern that is not literal text. */
const SPECIAL = /[:*{}()[\]+?!\\]/;

const withoutSlash = (path: string) => (path.endsWith("/") ? path.slice(0, -1) : path);

/**
 * Finds the layers of a router that have a path, as `layer.match` does, but without a call for each layer: layers
 * without parameters are found by the path itself, others are first compared by the beginning of their patterns.
 */
export class RouteIndex {
  readonly #fixed = new Map<string, Layer[]>();
  readonly #open: { start: string; layer: Layer }[] = [];

  /** @param layers layers with paths (not regular expressions) that allow a slash at the end */
  constructor(layers: readonly Layer[]) {
    for (const layer of layers) {
      const path = layer.path.toString();
      const special = path.search(SPECIAL);
      if (special >= 0) this.#open.push({ start: path.slice(0, special), layer });
      else
        this.#fixed.set(
          withoutSlash(path),
          layers.filter((other) => other.match(path)),
        );
    }
  }

  /** Returns the layers that have the path, in the order of the router. The list must not be changed. */
  layersAt(path: string): Layer[] {
    const fixed = this.#fixed.get(withoutSlash(path));
    if (fixed) return fixed;
    const found: Layer[] = [];
    for (const { start, layer } of this.#open)
      if (path.startsWith(start) && layer.match(path)) found.push(layer);
    return found;
  }
}
