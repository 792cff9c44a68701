import { readFileSync } from "node:fs";
import { join } from "node:path";
import js from "@eslint/js";
import { defineConfig, globalIgnores } from "eslint/config";
import importSort from "eslint-plugin-simple-import-sort";
import tseslint from "typescript-eslint";

/** Files with type assertions, grouped by reason. `test/code/assertions.test.ts` counts them. */
const assertions = JSON.parse(readFileSync(join(import.meta.dirname, "type-assertions.json"), "utf8"));

export default defineConfig(
  globalIgnores(["**/dist", "collections", "clients/typescript/src/schema.ts", "data", "data-demo"]),
  js.configs.recommended,
  {
    files: ["**/*.{ts,tsx,js,mjs}"],
    plugins: { "import-sort": importSort },
    // One block: side-effect imports, Node.js, packages, then our own modules from the farthest folder to the nearest.
    rules: {
      "import-sort/imports": ["error", { groups: [["^\\u0000", "^node:", "^@?\\w", "^", "^\\."]] }],
      "no-duplicate-imports": "error",
    },
  },
  {
    files: ["**/*.{ts,tsx}"],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      "@typescript-eslint/consistent-type-assertions": ["error", { assertionStyle: "as" }],
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/no-import-type-side-effects": "error",
      "@typescript-eslint/no-confusing-void-expression": [
        "error",
        { ignoreArrowShorthand: true, ignoreVoidReturningFunctions: true },
      ],
      "@typescript-eslint/restrict-template-expressions": [
        "error",
        { allowNumber: true, allowBoolean: true },
      ],
      "@typescript-eslint/switch-exhaustiveness-check": [
        "error",
        { considerDefaultExhaustiveForUnions: true },
      ],
      // The compiler refuses enums (erasableSyntaxOnly), and these rules took a seventh of the linter's time.
      "@typescript-eslint/no-unsafe-enum-assignment": "off",
      "@typescript-eslint/no-unsafe-enum-comparison": "off",
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      eqeqeq: "error",
    },
  },
  {
    files: ["src/**/*.ts"],
    ignores: assertions.flatMap(({ files }) => Object.keys(files)),
    rules: { "@typescript-eslint/consistent-type-assertions": ["error", { assertionStyle: "never" }] },
  },
  {
    files: ["test/**/*.ts"],
    rules: {
      // node:test returns promises that the runner itself awaits.
      "@typescript-eslint/no-floating-promises": [
        "error",
        {
          allowForKnownSafeCalls: [
            { from: "package", name: ["it", "describe", "test"], package: "node:test" },
          ],
        },
      ],
      // Tests check the contents of responses, whose type the compiler cannot know.
      "@typescript-eslint/no-unsafe-argument": "off",
      "@typescript-eslint/no-unsafe-assignment": "off",
      "@typescript-eslint/no-unsafe-call": "off",
      "@typescript-eslint/no-unsafe-member-access": "off",
      "@typescript-eslint/no-unsafe-return": "off",
    },
  },
  {
    files: ["src/http/site/assets/*.js"],
    languageOptions: {
      globals: {
        document: "readonly",
        fetch: "readonly",
        location: "readonly",
        window: "readonly",
        URL: "readonly",
        URLSearchParams: "readonly",
      },
    },
  },
  { files: ["**/*.{js,mjs}"], languageOptions: { globals: { process: "readonly", console: "readonly" } } },
);
