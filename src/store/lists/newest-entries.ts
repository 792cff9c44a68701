/** An entry of an index, and the partition that has it. */
export interface Entry {
  partition: number;
  member: string;
}

/** Reads the newest entries of a partition that are older than `before`; the newest of all if `before` is empty. */
type ReadMembers = (partition: number, before: string, count: number) => Promise<string[]>;

/** Maximum number of entries that are read of one partition at a time. */
const MAX_COUNT = 250;

/** The entries of one partition, from the newest on. */
class PartitionEntries {
  readonly #partition: number;
  readonly #readMembers: ReadMembers;
  /** Entries that were read and not taken; the newest is last. */
  #read: string[] = [];
  #before: string;
  #count = 0;
  #isOver = false;

  constructor(partition: number, before: string, readMembers: ReadMembers) {
    this.#partition = partition;
    this.#before = before;
    this.#readMembers = readMembers;
  }

  get newest(): string | undefined {
    return this.#read.at(-1);
  }

  /** Whether the newest entry is unknown yet. */
  get isUnknown(): boolean {
    return this.#read.length === 0 && !this.#isOver;
  }

  /**
   * Reads more entries if fewer than `wanted` are left: twice as many each time, in case most entries are in this
   * partition.
   */
  async fill(wanted: number): Promise<void> {
    if (this.#isOver || this.#read.length >= wanted) return;
    this.#count = Math.min(Math.max(wanted, this.#count * 2), MAX_COUNT);
    const members = await this.#readMembers(this.#partition, this.#before, this.#count);
    this.#isOver = members.length < this.#count;
    this.#before = members.at(-1) ?? this.#before;
    this.#read = [...members.reverse(), ...this.#read];
  }

  take(): Entry {
    return { partition: this.#partition, member: this.#read.pop() ?? "" };
  }
}

/**
 * The entries of all partitions together, the newest first, in the order of their texts, which are unique and sort by
 * time. Little more is read from each partition than is taken.
 */
export class NewestEntries {
  readonly #partitions: readonly PartitionEntries[];

  constructor(partitions: number, before: string, readMembers: ReadMembers) {
    this.#partitions = Array.from(
      { length: partitions },
      (_, partition) => new PartitionEntries(partition, before, readMembers),
    );
  }

  /** Takes the next entries; fewer than `count` only at the end. */
  async take(count: number): Promise<Entry[]> {
    const wanted = Math.ceil((2 * count) / this.#partitions.length);
    const taken: Entry[] = [];
    while (taken.length < count) {
      if (this.#partitions.some(({ isUnknown }) => isUnknown))
        await Promise.all(this.#partitions.map((entries) => entries.fill(wanted)));
      const first = this.#first();
      if (!first) break;
      taken.push(first.take());
    }
    return taken;
  }

  /** Returns the partition with the newest entry of all; undefined at the end. */
  #first(): PartitionEntries | undefined {
    let first: PartitionEntries | undefined;
    for (const entries of this.#partitions)
      if (entries.newest !== undefined && entries.newest > (first?.newest ?? "")) first = entries;
    return first;
  }
}
