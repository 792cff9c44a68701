import { isDeepStrictEqual } from "node:util";
import { SLOTS } from "../../../keys/hash-slot.ts";
import { mastersIn, type SlotMap } from "./slot-map.ts";

/** The master of each slot, as the last slot map says. */
export class SlotMasters {
  readonly #labels = new Array<string>(SLOTS).fill("");
  #ranges: SlotMap["ranges"] = [];

  /** Returns the label of a slot's master; empty if there is none. */
  of(slot: number): string {
    return this.#labels[slot] ?? "";
  }

  /** The label of each master, in the order of their slots. */
  get all(): string[] {
    return mastersIn({ ranges: this.#ranges });
  }

  /** Takes over a slot map. Returns whether a slot has another master than before. Most maps change nothing. */
  apply({ ranges }: Pick<SlotMap, "ranges">): boolean {
    if (isDeepStrictEqual(ranges, this.#ranges)) return false;
    this.#ranges = ranges;
    const former = [...this.#labels];
    this.#labels.fill("");
    for (const { first, last, master } of ranges) this.#labels.fill(master, first, last + 1);
    return this.#labels.some((label, slot) => label !== former[slot]);
  }
}
