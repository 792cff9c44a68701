import { runTool } from "./cli/tool.ts";

const code = await runTool(process.argv.slice(2), {
  setting: (name) => process.env[name],
  input: () => process.stdin,
  print: (text) => console.log(text),
  printError: (text) => process.stderr.write(`${text}\n`),
});
if (code !== 0) process.exitCode = code;
