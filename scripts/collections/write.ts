import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { loadExamples } from "../../src/http/openapi/examples.ts";
import { brunoFiles } from "./bruno.ts";
import { postmanCollection } from "./postman.ts";
import { type Document, requestsOf } from "./requests.ts";

/** Paths of the written collections, and the number of requests of each. */
export interface Written {
  postman: string;
  bruno: string;
  requests: number;
}

/** Writes both collections of an OpenAPI document into a folder. */
export function writeCollections(folder: string, text: string): Written {
  const document = JSON.parse(text) as Document;
  const requests = requestsOf(document, loadExamples());
  const [postman, bruno] = [join(folder, "postman.json"), join(folder, "bruno")];
  rmSync(bruno, { recursive: true, force: true });
  const files = new Map([[postman, postmanCollection(document, requests)]]);
  for (const [name, file] of brunoFiles(document, requests)) files.set(join(bruno, name), file);
  for (const [name, file] of files) {
    mkdirSync(dirname(name), { recursive: true });
    writeFileSync(name, file);
  }
  return { postman, bruno, requests: requests.length };
}
