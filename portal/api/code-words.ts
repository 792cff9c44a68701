/** Returns a text with a capital first letter. */
export const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Names of the API that are no words of a shop, and what the portal calls them. Longer names are first. */
const OWNERS_WORDS = [
  ["cron expression", "schedule"],
  ["cron", "times"],
  ["timezone", "time zone"],
  ["tenant", "account"],
  ["scope", "permission"],
  [" or null", ""],
  ["an integer", "a whole number"],
] as const;

/** Replaces the names of the API in a text by the words of the portal. */
export function inOwnersWords(text: string): string {
  return OWNERS_WORDS.reduce(
    (changed, [name, word]) =>
      changed.replaceAll(new RegExp(`\\b${name}(?=s?\\b)`, "gi"), (found) =>
        /^[A-Z]/.test(found) ? capitalized(word) : word,
      ),
    text,
  );
}

/** Converts a code such as `back_in_stock` to words. */
export function inWords(code: string): string {
  const words = code
    .replaceAll(/[_-]/g, " ")
    .replaceAll(/([a-z])([A-Z])/g, (_, a: string, b: string) => `${a} ${b.toLowerCase()}`)
    .replaceAll(/\bemail\b/gi, "e-mail");
  return capitalized(inOwnersWords(words)).replaceAll(/\b(api|url|id|sku)\b/gi, (word) => word.toUpperCase());
}

/** Converts the path of a field, such as `alerts.holdSeconds` or `/url`, to words, without positions in lists. */
export function pathInWords(path: string): string {
  const [first = "", ...others] = path
    .replace(/^\//, "")
    .split(/[./]/)
    .filter((name) => !/^\d+$/.test(name))
    .map(inWords);
  const rest = others.map((name) =>
    /^[A-Z]{2}/.test(name) ? name : name.charAt(0).toLowerCase() + name.slice(1),
  );
  return [first, ...rest].join(": ");
}
