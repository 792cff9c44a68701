/** The effect of a reference or name with this prefix on the worker of faulty-worker.ts that decides the command. */
export const FAULTS = { die: "die-", freeze: "freeze-", throw: "throw-" };

/** Variable that defines how such a worker dies: by a signal, or out of memory. */
export const DEATH = "DEATH_BY";
