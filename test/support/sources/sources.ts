import { readdirSync, readFileSync } from "node:fs";
import { join, posix, sep } from "node:path";
import ts from "typescript";

const SRC = join(import.meta.dirname, "../../../src");

interface Import {
  /** Path of the imported file below `src`, or the name of a package or builtin. */
  target: string;
  isOurs: boolean;
  /** Whether it imports only types. */
  isTypeOnly: boolean;
}

/** A parsed file of `src`, or of another folder. */
export interface Source {
  /** Path below the folder, with slashes. */
  path: string;
  /** First folder of the path; empty for a file in `src` itself. */
  folder: string;
  imports: Import[];
  tree: ts.SourceFile;
}

function isTypeOnly(node: ts.ImportDeclaration | ts.ExportDeclaration): boolean {
  if (ts.isExportDeclaration(node)) return node.isTypeOnly;
  const clause = node.importClause;
  if (!clause) return false;
  if (clause.phaseModifier === ts.SyntaxKind.TypeKeyword) return true;
  const { namedBindings } = clause;
  return (
    clause.name === undefined &&
    namedBindings !== undefined &&
    ts.isNamedImports(namedBindings) &&
    namedBindings.elements.every((element) => element.isTypeOnly)
  );
}

function importOf(path: string, specifier: string, typeOnly: boolean): Import {
  const isOurs = specifier.startsWith(".");
  const target = isOurs ? posix.join(posix.dirname(path), specifier) : specifier;
  return { target, isOurs, isTypeOnly: typeOnly };
}

/** Calls `visit` with every node of a file. */
export function walk(node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node);
  ts.forEachChild(node, (child) => walk(child, visit));
}

function importsOf(path: string, tree: ts.SourceFile): Import[] {
  const found: Import[] = [];
  walk(tree, (node) => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) {
      const specifier = node.moduleSpecifier;
      if (specifier && ts.isStringLiteral(specifier))
        found.push(importOf(path, specifier.text, isTypeOnly(node)));
    } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      const [specifier] = node.arguments;
      const text = specifier && ts.isStringLiteral(specifier) ? specifier.text : "?";
      found.push(importOf(path, text, false));
    }
  });
  return found;
}

let sources: Source[] | undefined;

/** Returns all files of `src`, which are read once for all tests of a process. */
export function readSources(): readonly Source[] {
  sources ??= parseSources(SRC);
  return sources;
}

/** Returns the files of a folder whose text matches; their paths start below the folder. */
export function parseSources(root: string, matches: (text: string) => boolean = () => true): Source[] {
  return readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .map((file) => file.split(sep).join("/"))
    .sort()
    .map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }))
    .filter(({ text }) => matches(text))
    .map(({ path, text }) => {
      const tree = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
      const folder = path.includes("/") ? (path.split("/")[0] ?? "") : "";
      return { path, folder, imports: importsOf(path, tree), tree };
    });
}

/** Uses of `Date` that read the clock, not those that parse a given time. */
export function isClock(node: ts.Node): boolean {
  if (!ts.isIdentifier(node) || node.text !== "Date") return false;
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent)) return !["parse", "UTC"].includes(parent.name.text);
  return !(ts.isNewExpression(parent) && (parent.arguments?.length ?? 0) > 0);
}

/**
 * Whether a statement exports a function, an object or a type under another name: `export const one = other`. A constant
 * may have the value of another one, such as a limit.
 */
export function isExportedAlias(node: ts.Node): boolean {
  if (!ts.isVariableStatement(node) && !ts.isTypeAliasDeclaration(node)) return false;
  if (!ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) return false;
  if (ts.isTypeAliasDeclaration(node))
    return ts.isTypeReferenceNode(node.type) && node.type.typeArguments === undefined;
  return node.declarationList.declarations.some(
    ({ initializer }) =>
      initializer !== undefined && ts.isIdentifier(initializer) && !/^[A-Z0-9_]+$/.test(initializer.text),
  );
}

/** Returns the files with a node for which `is` holds. */
export const sourcesWith = (sources: readonly Source[], is: (node: ts.Node) => boolean): Source[] =>
  sources.filter(({ tree }) => {
    const found: ts.Node[] = [];
    walk(tree, (node) => {
      if (is(node)) found.push(node);
    });
    return found.length > 0;
  });
