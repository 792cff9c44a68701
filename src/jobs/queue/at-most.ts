/** Waits until something is done, for at most `ms`. */
export async function atMost(ms: number, done: Promise<unknown> | undefined): Promise<void> {
  let giveUp: NodeJS.Timeout | undefined;
  const late = new Promise((resolve) => (giveUp = setTimeout(resolve, ms)));
  await Promise.race([done, late]).finally(() => clearTimeout(giveUp));
}
