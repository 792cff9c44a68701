/** What a reference or name that starts so makes of the worker of faulty-worker.ts that decides the command. */
export const FAULTS = { die: "die-", freeze: "freeze-", throw: "throw-" };

/** Variable that says what such a worker dies of: a signal, or want of memory. */
export const DEATH = "DEATH_BY";
