import { codeOf } from "../src/errors/error-code.ts";
import { runTool } from "./cli/tool.ts";

/** The exit code of a program whose output nobody reads any more: 128 and the number of SIGPIPE. */
const PIPE_EXIT_CODE = 141;

// A reader such as `head` ends before it has read everything.
process.stdout.on("error", (err) => {
  if (codeOf(err) !== "EPIPE") throw err;
  process.exitCode = PIPE_EXIT_CODE;
});

async function run(): Promise<void> {
  const code = await runTool(process.argv.slice(2), {
    setting: (name) => process.env[name],
    input: () => process.stdin,
    print: (text) => console.log(text),
    printError: (text) => process.stderr.write(`${text}\n`),
  });
  if (code !== 0) process.exitCode = code;
}

// No `await` at the top level: tests start this program as CommonJS.
void run();
