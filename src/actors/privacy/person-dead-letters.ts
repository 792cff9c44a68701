import type { Command } from "../command.ts";
import { decodeCommand } from "../runtime/envelope.ts";
import { type FoundRecord, type DataKind, namedAfter, type PersonalDataParts } from "./data-kind.ts";
import { isNamed, type Person } from "./person.ts";

type LetterParts = Pick<PersonalDataParts, "layout" | "wishlists" | "deadLetters">;

/** Dead letters of a partition that are looked through. */
const MAX_LETTERS = 10_000;

/** Dead letters that contain data of the person. */
async function lettersOf({ layout, wishlists, deadLetters }: LetterParts, person: Person) {
  const { storeKey, addresses } = person;
  const letters = await deadLetters.list(MAX_LETTERS);
  if (letters.length === 0) return [];
  const owned = await Promise.all(addresses.map((address) => wishlists.idsOf(address)));
  const ids = new Set(owned.flat());
  const slots = new Set(addresses.map(({ slot }) => slot));
  const isMeant = (command: Command) => {
    if (command.storeKey !== storeKey) return false;
    if ("slot" in command && slots.has(command.slot)) return true;
    if ("wishlistId" in command && ids.has(command.wishlistId)) return true;
    if (command.type === "BeginHandover" && command.terms && slots.has(command.terms.slot)) return true;
    return command.type === "PutOrder" && isNamed(layout, command.order, person);
  };
  return letters
    .map(({ id, payload }) => ({ id, command: decodeCommand(payload).command }))
    .filter(({ command }) => isMeant(command));
}

/** Commands about a person that could not be applied. */
export const personDeadLetters = (parts: LetterParts): DataKind => ({
  name: "deadLetters",

  async *find(person, after): AsyncGenerator<FoundRecord> {
    const letters = await lettersOf(parts, person);
    yield* namedAfter(
      letters.map(({ id, command }) => ({ name: id, record: command })),
      after,
    );
  },

  async erase(person) {
    for (const { id } of await lettersOf(parts, person)) await parts.deadLetters.discard(id);
  },
});
