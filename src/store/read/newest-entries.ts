/** An entry of an index, and the partition that has it. */
export interface Entry {
  partition: number;
  member: string;
}

/** Reads the newest entries of a partition that are older than `before`; if that is empty, the newest of all. */
type ReadMembers = (partition: number, before: string, count: number) => Promise<string[]>;

/** Maximum number of entries that are read of one partition at a time. */
const MAX_COUNT = 250;

/** The entries of one partition, from the newest on. */
class PartitionEntries {
  readonly #partition: number;
  readonly #readMembers: ReadMembers;
  /** What was read and not taken; the newest is last. */
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

  /** Whether its newest entry is not known yet. */
  get isUnknown(): boolean {
    return this.#read.length === 0 && !this.#isOver;
  }

  /** Reads more if it has fewer entries than `wanted`: twice as many each time, in case most entries are here. */
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
 * The entries of all partitions together, the newest first: by their text, which is unique and sorts by time. Of each
 * partition, little more is read than is taken.
 */
export class NewestEntries {
  readonly #partitions: readonly PartitionEntries[];

  constructor(partitions: number, before: string, readMembers: ReadMembers) {
    this.#partitions = Array.from(
      { length: partitions },
      (_, partition) => new PartitionEntries(partition, before, readMembers),
    );
  }

  /** The next entries; fewer than `count` at the end alone. */
  async take(count: number): Promise<Entry[]> {
    const wanted = Math.ceil((2 * count) / this.#partitions.length);
    const taken: Entry[] = [];
    while (taken.length < count) {
      if (this.#partitions.some(({ isUnknown }) => isUnknown))
        await Promise.all(this.#partitions.map((each) => each.fill(wanted)));
      const first = this.#first();
      if (!first) break;
      taken.push(first.take());
    }
    return taken;
  }

  /** The partition with the newest entry of all; undefined at the end. */
  #first(): PartitionEntries | undefined {
    let first: PartitionEntries | undefined;
    for (const each of this.#partitions)
      if (each.newest !== undefined && each.newest > (first?.newest ?? "")) first = each;
    return first;
  }
}
