/** Waits until `done` settles, for at most `ms`. Rejects if `done` rejects in this time. */
export async function atMost(ms: number, done: Promise<unknown> | undefined): Promise<void> {
  let giveUp: NodeJS.Timeout | undefined;
  const late = new Promise((resolve) => (giveUp = setTimeout(resolve, ms)));
  await Promise.race([done, late]).finally(() => clearTimeout(giveUp));
}
