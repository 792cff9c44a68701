import { writeCollections } from "./collections/write.ts";
import { readDocument } from "./own-service.ts";
import { readCommandLine } from "./program.ts";

const [folder = "collections"] = readCommandLine({
  call: "npm run collections",
  purpose: [
    "Writes the requests of the API as a Postman collection and as a Bruno collection into a folder. Without the argument " +
      "the folder is collections.",
  ],
  words: { name: "[folder]", most: 1 },
}).words;
const { postman, bruno, requests } = writeCollections(folder, await readDocument());
console.log(`${requests} requests are in ${postman} and ${bruno}.`);
