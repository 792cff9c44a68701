/** Text that already is HTML. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

const ENTITIES = new Map([
  ["&", "&amp;"],
  ["<", "&lt;"],
  [">", "&gt;"],
  ['"', "&quot;"],
  ["'", "&#39;"],
]);
/** Escapes a text for HTML and XML. */
export const escapeMarkup = (text: string) =>
  text.replace(/[&<>"']/g, (character) => ENTITIES.get(character) ?? "");

type Value = string | Markup | readonly Markup[] | undefined;

function markupOf(value: Value): string {
  if (value === undefined) return "";
  if (typeof value === "string") return escapeMarkup(value);
  return value instanceof Markup ? value.text : value.map(({ text }) => text).join("");
}

/** Template tag that escapes values, unless they are markup themselves; attributes must be in double quotes. */
export function html(strings: TemplateStringsArray, ...values: Value[]): Markup {
  return new Markup(strings.reduce((text, part, i) => text + markupOf(values[i - 1]) + part));
}
