import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

/** Whether a process exists; a zombie does. */
export const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

/** Returns the state and the name of a process, such as `S redis-server`; empty if there is no such process. */
function describeProcess(pid: number): string {
  // Small images have no `ps`.
  if (existsSync("/proc/self/stat")) {
    try {
      const [, name = "", state = ""] =
        /\((.*)\) (\S)/s.exec(readFileSync(`/proc/${pid}/stat`, "utf8")) ?? [];
      return `${state} ${name}`;
    } catch {
      return "";
    }
  }
  const { stdout, error } = spawnSync("ps", ["-o", "stat=", "-o", "comm=", "-p", pid.toString()], {
    encoding: "utf8",
  });
  if (error) throw error;
  return stdout.trim();
}

/** Whether a process is a server, and not another program that got the same id later. */
export const isServer = (pid: number): boolean => /redis|valkey/.test(describeProcess(pid));

/** Whether a process is a zombie: the first process of a container may never wait for its children. */
export const isDefunct = (pid: number): boolean => describeProcess(pid).startsWith("Z");
