/** Returns a text of at most `length` UTF-16 units: a longer text is cut between two characters, and ends with "…". */
export function shorten(text: string, length: number): string {
  if (text.length <= length) return text;
  const end = length - 1;
  const isHalf = /[\uD800-\uDBFF]/.test(text.charAt(end - 1));
  return `${text.slice(0, isHalf ? end - 1 : end)}…`;
}
