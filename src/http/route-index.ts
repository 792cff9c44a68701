import type { Layer } from "@koa/router";

/** Matches the start of the first part of a pattern that is not literal text. */
const SPECIAL = /[:*{}()[\]+?!\\]/;

const withoutSlash = (path: string) => (path.endsWith("/") ? path.slice(0, -1) : path);

/** A layer, and whether it gives way to others. */
interface Indexed {
  layer: Layer;
  isYielding: boolean;
}

/** Returns the layers without those that give way, unless these are all. */
function preferred(found: readonly Indexed[]): Layer[] {
  const firm = found.filter(({ isYielding }) => !isYielding);
  return (firm.length > 0 ? firm : found).map(({ layer }) => layer);
}

/**
 * Finds the layers of a router that have a path, as `layer.match` does, but without a call for each layer: layers
 * without parameters are found by the path itself, others are first compared by the beginning of their patterns.
 */
export class RouteIndex {
  readonly #fixed = new Map<string, Layer[]>();
  readonly #open: (Indexed & { start: string })[] = [];

  /**
   * @param layers layers with paths (not regular expressions) that allow a slash at the end
   * @param yielding patterns that give way: their layers are skipped if another pattern matches the path, whatever its
   *   method
   */
  constructor(layers: readonly Layer[], yielding: ReadonlySet<string> = new Set()) {
    const all = layers.map((layer) => ({ layer, isYielding: yielding.has(layer.path.toString()) }));
    for (const indexed of all) {
      const path = indexed.layer.path.toString();
      const special = path.search(SPECIAL);
      if (special >= 0) this.#open.push({ start: path.slice(0, special), ...indexed });
      else
        this.#fixed.set(withoutSlash(path), preferred(all.filter(({ layer: other }) => other.match(path))));
    }
  }

  /** Returns the layers that have the path, in the order of the router. The list must not be changed. */
  layersAt(path: string): Layer[] {
    const fixed = this.#fixed.get(withoutSlash(path));
    if (fixed) return fixed;
    return preferred(this.#open.filter(({ start, layer }) => path.startsWith(start) && layer.match(path)));
  }
}
