import { nextCrc, SLOTS } from "./hash-slot.ts";

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

const RADIX = 36;
const DIGITS = Buffer.from("0123456789abcdefghijklmnopqrstuvwxyz");
const CRC_OF_P = nextCrc(0, Buffer.from("p")[0] ?? 0);

/**
 * Each start tries up to 100,000 tags. So the CRC of a tag continues that of the tag without its last digit, instead of
 * reading all digits again.
 */
function findTags(partitions: number): string[] {
  const wanted = new Map(
    Array.from({ length: partitions }, (_, partition) => [
      Math.floor(((partition + 0.5) * SLOTS) / partitions),
      partition,
    ]),
  );
  const tags = new Array<string>(partitions).fill("");
  const crcs: number[] = [];
  for (let number = 0; wanted.size > 0; number++) {
    const shorter = number < RADIX ? CRC_OF_P : (crcs[Math.floor(number / RADIX)] ?? 0);
    const crc = nextCrc(shorter, DIGITS[number % RADIX] ?? 0);
    crcs.push(crc);
    const slot = crc % SLOTS;
    const partition = wanted.get(slot);
    if (partition === undefined) continue;
    tags[partition] = `p${number.toString(RADIX)}`;
    wanted.delete(slot);
  }
  return tags;
}
