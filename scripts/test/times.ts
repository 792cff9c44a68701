// Time and CPU time of test files. The time of a file depends more on its neighbours than on itself.
import { appendFileSync, existsSync, readFileSync } from "node:fs";

/** Variable that names the file to which test processes append the CPU of each test file. */
export const CPU_NOTES = "TEST_CPU_NOTES";
/** Ticks per second in /proc, on every Linux that Node.js supports. */
const TICKS_PER_SECOND = 100;

/** Times of one test file, in seconds. */
export interface FileTimes {
  file: string;
  seconds: number;
  /** CPU of its process, including ended child processes. */
  cpu: number;
}

/** CPU of this process so far, including ended child processes, in seconds; 0 without /proc. */
function cpuSeconds(): number {
  if (!existsSync("/proc/self/stat")) return 0;
  const text = readFileSync("/proc/self/stat", "utf8");
  // The second field, the name, may contain spaces.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  // utime, stime, cutime, cstime of proc(5).
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS_PER_SECOND;
}

let noted = 0;

/** Records the CPU of this process since the last record, for a test file. */
export function noteCpu(file: string): void {
  const path = process.env[CPU_NOTES];
  if (!path) return;
  const now = cpuSeconds();
  appendFileSync(path, `${JSON.stringify([file, now - noted])}\n`);
  noted = now;
}

/** CPU by test file, as the processes recorded it. */
export function readCpu(path: string): Map<string, number> {
  if (!existsSync(path)) return new Map();
  const lines = readFileSync(path, "utf8").trimEnd().split("\n");
  return new Map(lines.map((line) => JSON.parse(line) as [string, number]));
}

/** Joins the times of test files with their CPU. */
export function timesOf(seconds: Map<string, number>, cpu: Map<string, number>): FileTimes[] {
  return [...seconds].map(([file, time]) => ({ file, seconds: time, cpu: cpu.get(file) ?? 0 }));
}

/** A table of test files and of their folders, the most CPU first. */
export function tableOf(times: FileTimes[]): string {
  const folders = new Map<string, FileTimes>();
  for (const { file, seconds, cpu } of times) {
    const folder = file.split("/").slice(0, -1).join("/");
    const sum = folders.get(folder) ?? { file: `${folder}/`, seconds: 0, cpu: 0 };
    folders.set(folder, { ...sum, seconds: sum.seconds + seconds, cpu: sum.cpu + cpu });
  }
  const total = times.reduce((sum, { cpu }) => sum + cpu, 0);
  const line = ({ file, seconds, cpu }: FileTimes) =>
    `${cpu.toFixed(1).padStart(7)}  ${seconds.toFixed(1).padStart(7)}  ${file}`;
  const byCpu = (list: Iterable<FileTimes>) => [...list].sort((a, b) => b.cpu - a.cpu).map(line);
  return [
    "    CPU     time  in seconds",
    ...byCpu(times),
    "",
    ...byCpu(folders.values()),
    `${total.toFixed(1).padStart(7)}           all, without Redis and the compiler`,
  ].join("\n");
}
