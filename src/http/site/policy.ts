/** What pages may load and do, by directive; anything else, such as an inline script, is refused by the browser. */
const PAGE = {
  "default-src": "'none'",
  "style-src": "'self'",
  "img-src": "'self' data:",
  "form-action": "'self'",
  "base-uri": "'none'",
  "frame-ancestors": "'none'",
};

/** The content security policy of a page, with directives beyond those of all pages. */
export const policyOf = (more: Record<string, string> = {}): string =>
  Object.entries({ ...PAGE, ...more })
    .map(([directive, sources]) => `${directive} ${sources}`)
    .join("; ");
