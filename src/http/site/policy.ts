/** What pages may load and do, by directive. The browser refuses anything else, such as inline scripts. */
const PAGE = {
  "default-src": "'none'",
  "style-src": "'self'",
  "img-src": "'self' data:",
  "form-action": "'self'",
  "base-uri": "'none'",
  "frame-ancestors": "'none'",
};

/** Returns the content security policy of a page, with additional directives. */
export const policyOf = (more: Record<string, string> = {}): string =>
  Object.entries({ ...PAGE, ...more })
    .map(([directive, sources]) => `${directive} ${sources}`)
    .join("; ");
