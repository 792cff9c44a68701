import { parseXml, XmlElement } from "@rgrove/parse-xml";

/** Returns the root element of an answer; undefined if the answer is not XML. */
function rootOf(text: string): XmlElement | undefined {
  try {
    // A store that works long on a request sends white space first, so that the connection stays open.
    return parseXml(text.trimStart()).root ?? undefined;
  } catch {
    // An answer may have any content, such as the HTML of a proxy.
    return undefined;
  }
}

const childrenOf = (element: XmlElement, name: string): XmlElement[] =>
  element.children.filter((child) => child instanceof XmlElement).filter((child) => child.name === name);

/** Returns the text of a child; undefined if it is missing or empty. */
function textIn(element: XmlElement, name: string): string | undefined {
  const text = childrenOf(element, name)[0]?.text;
  return text === "" ? undefined : text;
}

/** Returns the error code of an answer, such as `NoSuchKey`; undefined if the answer is not an error document. */
export function errorCodeIn(text: string): string | undefined {
  const root = rootOf(text);
  return root?.name === "Error" ? (textIn(root, "Code") ?? "") : undefined;
}

/** Returns the id of the multipart upload that an answer starts: "CreateMultipartUpload". Undefined if there is none. */
export function uploadIdIn(text: string): string | undefined {
  const root = rootOf(text);
  return root && textIn(root, "UploadId");
}

/**
 * Returns the keys of the objects in an answer, and whether there are more: "ListObjectsV2".
 *
 * @throws if the answer is not a list of objects
 */
export function objectsIn(text: string): { keys: string[]; hasMore: boolean } {
  const root = rootOf(text);
  if (root?.name !== "ListBucketResult")
    throw new Error("the bucket did not answer with a list of its objects");
  const keys = childrenOf(root, "Contents").flatMap((object) => textIn(object, "Key") ?? []);
  return { keys, hasMore: textIn(root, "IsTruncated") === "true" };
}
