import MiniSearch from "minisearch";
import type { AnyRoute } from "../route.ts";
import type { Guide } from "./guides.ts";

/** A search result. */
export interface Hit {
  title: string;
  /** Title of the guide, or method and path of the operation. */
  context: string;
  href: string;
  text: string;
}

const MAX_HITS = 20;
const MAX_QUERY = 100;
/** Maximum number of words of a query: each is compared with all words of the index. */
const MAX_WORDS = 8;

/** Full-text search over the sections of the guides and the operations of the API. */
export class SiteSearch {
  readonly #index = new MiniSearch<Hit & { id: number }>({
    fields: ["title", "context", "text"],
    storeFields: ["title", "context", "href", "text"],
    searchOptions: { boost: { title: 3 }, prefix: true, fuzzy: 0.15, combineWith: "AND" },
  });
  readonly #hits: Hit[] = [];

  constructor(guides: Iterable<Guide>, routes: readonly AnyRoute[]) {
    for (const { name, title, sections } of guides)
      for (const { anchor, heading, text } of sections)
        this.#hits.push({ title: heading, context: title, href: `/docs/${name}#${anchor}`, text });
    for (const { operation, method, paths, tag, summary, description = "" } of routes)
      this.#hits.push({
        title: summary,
        context: `${method.toUpperCase()} ${paths[0] ?? ""}`,
        href: `/docs/reference#/${encodeURIComponent(tag)}/${operation}`,
        text: description,
      });
    this.#index.addAll(this.#hits.map((hit, id) => ({ ...hit, id })));
  }

  /**
   * Returns the best results for a query, the best first. Only the first 100 characters and eight different words of the
   * query are used.
   */
  find(query: string): Hit[] {
    const words = new Set(query.slice(0, MAX_QUERY).toLowerCase().split(/\s+/));
    const found = this.#index.search([...words].slice(0, MAX_WORDS).join(" ")).slice(0, MAX_HITS);
    return found.flatMap(({ id }) => this.#hits[Number(id)] ?? []);
  }
}
