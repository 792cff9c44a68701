import { codeOf } from "../src/store/error-code.ts";
import { runTool } from "./cli/tool.ts";

// A reader such as `head` does not need the rest of the output.
process.stdout.on("error", (err) => {
  if (codeOf(err) !== "EPIPE") throw err;
});

const code = await runTool(process.argv.slice(2), {
  setting: (name) => process.env[name],
  input: () => process.stdin,
  print: (text) => console.log(text),
  printError: (text) => process.stderr.write(`${text}\n`),
});
if (code !== 0) process.exitCode = code;
