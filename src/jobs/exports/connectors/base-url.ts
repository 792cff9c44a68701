/** Options of a setting with the base address of a platform, to which paths are appended. */
export const BASE_URL = {
  maxLength: 2000,
  pattern: "^[^?#]*$",
  "x-must": "have no query and no fragment",
} as const;
