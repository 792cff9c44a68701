/** Hashes a text with FNV-1a and a finalizer, so that similar texts get very different numbers. */
function score(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** Returns the pairs of a worker and a partition, as `<worker> * partitions + <partition>`, the best match first. */
function pairsByScore(workers: readonly string[], partitions: number): Float64Array {
  const count = workers.length * partitions;
  // Score and pair are one number, so that they are sorted without a callback. It is below 2^53 for more than a million
  // pairs.
  const scored = new Float64Array(count);
  for (const [worker, name] of workers.entries())
    for (let partition = 0; partition < partitions; partition++) {
      const pair = worker * partitions + partition;
      scored[pair] = score(`${name} ${partition}`) * count + pair;
    }
  return scored
    .sort()
    .reverse()
    .map((scoredPair) => scoredPair % count);
}

/**
 * Returns the partitions that `worker` serves among `workers`, in ascending order. Every process that sees the same
 * workers gets the same result. All workers have the same number of partitions, or one more. This is rendezvous hashing
 * with bounded load: the best matching pairs come first, and a worker with its full share gets no more. So a worker
 * that joins or leaves moves little more than its own share.
 */
export function partitionsFor(worker: string, workers: readonly string[], partitions: number): number[] {
  const names = [...new Set(workers)].sort();
  const me = names.indexOf(worker);
  if (me < 0) return [];
  const share = Math.floor(partitions / names.length);
  let withOneMore = partitions % names.length;
  const loads = names.map(() => 0);
  const taken = new Set<number>();
  const mine: number[] = [];
  for (const pair of pairsByScore(names, partitions)) {
    const [candidate, partition] = [Math.floor(pair / partitions), pair % partitions];
    const { [candidate]: load = 0 } = loads;
    const isFull = load > share || (load === share && withOneMore === 0);
    if (isFull || taken.has(partition)) continue;
    if (load === share) withOneMore--;
    loads[candidate] = load + 1;
    taken.add(partition);
    if (candidate === me) mine.push(partition);
  }
  return mine.sort((a, b) => a - b);
}
