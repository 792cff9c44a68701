/** FNV-1a, finished with an avalanche so that near texts get far numbers. */
function score(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/**
 * Partitions that `worker` serves among `workers`, by rendezvous hashing: every process that sees the same workers gets
 * the same result, and a joining or leaving worker moves only its own share.
 */
export function partitionsFor(worker: string, workers: readonly string[], partitions: number): number[] {
  const mine: number[] = [];
  for (let partition = 0; partition < partitions; partition++) {
    let best = "";
    let bestScore = -1;
    for (const candidate of workers) {
      const candidateScore = score(`${candidate} ${partition}`);
      if (candidateScore > bestScore || (candidateScore === bestScore && candidate > best)) {
        [best, bestScore] = [candidate, candidateScore];
      }
    }
    if (best === worker) mine.push(partition);
  }
  return mine;
}
