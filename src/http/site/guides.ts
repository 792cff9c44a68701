import { readFile } from "node:fs/promises";
import { Marked, type Tokens } from "marked";
import { getHeadingList, gfmHeadingId } from "marked-gfm-heading-id";
import { escapeMarkup, Markup } from "../../text/markup.ts";

/** A guide of the documentation site: a Markdown file of `docs/`, rendered as HTML. */
export interface Guide {
  /** Name of the file, which is also in the address. */
  name: string;
  title: string;
  body: Markup;
  /** The parts of the guide, each under one heading, as plain text for the search. */
  sections: { anchor: string; heading: string; text: string }[];
}

/** The guides by group, in the order of the menu. */
export const GUIDES: Readonly<Record<string, readonly string[]>> = {
  Start: ["getting-started", "storefront", "api"],
  Guides: ["feeds", "alerts-and-orders", "webhooks", "exports", "reports", "privacy", "portal"],
  Operation: [
    ...[
      "operations",
      "deployment",
      "configuration",
      "redis",
      "durability",
      "tenants",
      "monitoring",
      "runbook",
    ],
    ...["backup-and-upgrade", "scale", "benchmarks", "benchmarks-history"],
  ],
  Code: ["architecture", "decisions", "chaos", "glossary"],
};

const FOLDER = new URL("../../../docs/", import.meta.url);

/**
 * Returns the address of a link: another guide's page, or an external address. Other files of the repository are not
 * served.
 */
function targetOf(href: string): string | undefined {
  if (href === "../README.md#first-wish") return "/docs/getting-started#get-an-access-token";
  if (/^(https?:|#)/.test(href)) return href;
  const [, name, anchor = ""] = /^(?:docs\/)?([a-z-]+)\.md(#.*)?$/.exec(href) ?? [];
  return name === undefined ? undefined : `/docs/${name}${anchor}`;
}

/** Lets the names in a table break between their words. Without this, a narrow column would break them anywhere. */
const withBreaks = (html: string) =>
  html.replace(/(?<=<code>)[^<]+/g, (name) => name.replace(/(?<=\w)[_/,=](?=\w)/g, "$&<wbr />"));

/** Creates the Markdown renderer. Code and tables scroll on narrow screens, also by keyboard. */
function newRenderer(): Marked {
  return new Marked(gfmHeadingId(), {
    renderer: {
      link({ href, tokens }: Tokens.Link): string {
        const text = this.parser.parseInline(tokens);
        const target = targetOf(href);
        return target === undefined ? text : `<a href="${target}">${text}</a>`;
      },
      code({ text }: Tokens.Code): string {
        return `<pre tabindex="0"><code>${escapeMarkup(text)}</code></pre>`;
      },
      image({ href, text }: Tokens.Image): string {
        const name = href.replace("images/", "");
        return `<img src="/docs/assets/${name}" alt="${text}" loading="lazy" />`;
      },
      table(token: Tokens.Table): string {
        const cells = (row: Tokens.TableCell[], tag: string) =>
          row.map(({ tokens }) => `<${tag}>${withBreaks(this.parser.parseInline(tokens))}</${tag}>`).join("");
        const rows = token.rows.map((row) => `<tr>${cells(row, "td")}</tr>`).join("");
        return `<div class="table" tabindex="0" role="region" aria-label="Table"><table><thead><tr>${cells(token.header, "th")}</tr></thead><tbody>${rows}</tbody></table></div>`;
      },
    },
  });
}

/** Returns the text of a Markdown token without markup. */
function textOf(token: Tokens.Generic): string {
  if (token.type === "table") {
    const cells = [...(token as Tokens.Table).header, ...(token as Tokens.Table).rows.flat()];
    return cells.map(({ tokens }) => tokens.map(textOf).join("")).join(" ");
  }
  if (token.type === "list") return (token as Tokens.List).items.map(textOf).join(" ");
  return token.tokens ? token.tokens.map(textOf).join("") : String(token["text"] ?? " ");
}

/** Returns the sections of a guide, each from one heading to the next. `anchors` are the anchors of the headings. */
function sectionsOf(tokens: readonly Tokens.Generic[], anchors: readonly string[]): Guide["sections"] {
  const sections: Guide["sections"] = [];
  for (const token of tokens) {
    if (token.type === "heading")
      sections.push({ anchor: anchors[sections.length] ?? "", heading: textOf(token), text: "" });
    else if (token.type !== "code") {
      const section = sections.at(-1);
      if (section) section.text = `${section.text} ${textOf(token)}`.replaceAll(/\s+/g, " ").trim();
    }
  }
  return sections;
}

async function readGuide(name: string): Promise<Guide> {
  const source = await readFile(new URL(`${name}.md`, FOLDER), "utf8");
  const renderer = newRenderer();
  const html = await renderer.parse(source);
  const anchors = getHeadingList().map(({ id }) => id);
  const sections = sectionsOf(renderer.lexer(source), anchors);
  return { name, title: sections[0]?.heading ?? name, body: new Markup(html), sections };
}

/** Reads and renders all guides. Rejects if a file is missing. */
export async function readGuides(): Promise<Map<string, Guide>> {
  const guides = new Map<string, Guide>();
  // One after another, because the library keeps the headings of a page in a global list.
  for (const name of Object.values(GUIDES).flat()) guides.set(name, await readGuide(name));
  return guides;
}
