// Writes the requests of the API as a Postman collection and as a Bruno collection:
//
//   npm run collections -- [folder]     collections/ by default
import { writeCollections } from "./collections/write.ts";
import { readDocument } from "./own-service.ts";

const [folder = "collections"] = process.argv.slice(2);
const { postman, bruno, requests } = writeCollections(folder, await readDocument());
console.log(`${requests} requests are in ${postman} and ${bruno}.`);
