import type { Layer } from "@koa/router";

/** Where the first part of a pattern begins that is not matched as it is written. */
const SPECIAL = /[:*{}()[\]+?!\\]/;

const withoutSlash = (path: string) => (path.endsWith("/") ? path.slice(0, -1) : path);

/**
 * Finds the layers of a router that have a path, as `layer.match` does, without asking each of them: those of a path
 * without parameters by the path itself, others after a look at how their patterns begin.
 */
export class RouteIndex {
  readonly #fixed = new Map<string, Layer[]>();
  readonly #open: { start: string; layer: Layer }[] = [];

  /** @param layers with paths, not expressions, that allow a slash at the end */
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

  /** Layers that have the path, in the order of the router; not to be changed. */
  layersAt(path: string): Layer[] {
    const fixed = this.#fixed.get(withoutSlash(path));
    if (fixed) return fixed;
    const found: Layer[] = [];
    for (const { start, layer } of this.#open)
      if (path.startsWith(start) && layer.match(path)) found.push(layer);
    return found;
  }
}
