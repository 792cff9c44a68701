/**
 * Waits until `promise` settles, for at most `ms`. Resolves to its result; undefined if it takes longer. Rejects if
 * `promise` rejects in this time.
 */
export async function atMost<T>(ms: number, promise: Promise<T> | undefined): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms);
  });
  return Promise.race([promise, timeout]).finally(() => clearTimeout(timer));
}
