import { slotOfTag, SLOTS } from "./hash-slot.ts";

const tagsByCount = new Map<number, readonly string[]>();

/**
 * Returns the hash tags of the partitions. The slot of partition `p` of `P` lies in the middle of the `p`-th part of
 * all slots, so that each of 2, 4, 8 ... masters has the same number of partitions. The tag is the first of `p0`, `p1`,
 * ... that has this slot.
 */
export function partitionTags(partitions: number): readonly string[] {
  let tags = tagsByCount.get(partitions);
  if (!tags) tagsByCount.set(partitions, (tags = findTags(partitions)));
  return tags;
}

function findTags(partitions: number): string[] {
  const wanted = new Map(
    Array.from({ length: partitions }, (_, partition) => [
      Math.floor(((partition + 0.5) * SLOTS) / partitions),
      partition,
    ]),
  );
  const tags = new Array<string>(partitions).fill("");
  for (let number = 0; wanted.size > 0; number++) {
    const tag = `p${number.toString(36)}`;
    const slot = slotOfTag(tag);
    const partition = wanted.get(slot);
    if (partition === undefined) continue;
    tags[partition] = tag;
    wanted.delete(slot);
  }
  return tags;
}
