/** Runs work that calls `count`. Resolves to the largest number of calls in one turn of the event loop. */
export async function callsPerTurn(work: (count: () => void) => Promise<unknown>): Promise<number> {
  let [calls, most] = [0, 0];
  const endTurn = () => {
    most = Math.max(most, calls);
    calls = 0;
  };
  await work(() => {
    if (calls++ === 0) setImmediate(endTurn);
  });
  endTurn();
  return most;
}
