const texts = new WeakMap<object, string>();

/**
 * JSON of a record, made once per object: what is measured, served and stored is the same text. Records never change
 * once they are made, so the text stays true.
 */
export function textOf(record: object): string {
  let text = texts.get(record);
  if (text === undefined) {
    text = JSON.stringify(record);
    texts.set(record, text);
  }
  return text;
}
