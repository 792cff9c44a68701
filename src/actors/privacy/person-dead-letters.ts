import type { BuyerNames } from "../../store/records/orders.ts";
import type { Command } from "../command.ts";
import { withoutNull } from "../patch.ts";
import { envelopeIn } from "../runtime/envelope.ts";
import { type DataKind, type FoundRecord, recordsAfterName, type PersonalDataParts } from "./data-kind.ts";
import { isNamed, isNamedBy, type Person } from "./person.ts";

type LetterParts = Pick<PersonalDataParts, "layout" | "wishlists" | "deadLetters">;

/**
 * Whether a command about a customer, an order or a wishlist is about the person. `wishlistIds` are the person's
 * wishlists.
 */
function isAbout(
  { layout }: Pick<LetterParts, "layout">,
  command: Command,
  person: Person,
  wishlistIds: ReadonlySet<string>,
): boolean {
  if (command.storeKey !== person.storeKey) return false;
  const isSlotOf = (slot: string) => person.addresses.some((address) => address.slot === slot);
  if ("slot" in command && isSlotOf(command.slot)) return true;
  if ("wishlistId" in command && wishlistIds.has(command.wishlistId)) return true;
  switch (command.type) {
    case "BeginHandover":
      return command.terms !== undefined && isSlotOf(command.terms.slot);
    case "PutOrder":
      return isNamed(layout, command.order, person);
    case "CreateCustomer":
    case "UpdateCustomer":
    case "UpsertCustomer": {
      // If the command has no reference and its customer was not created, only the e-mail address and phone number name
      // the person.
      const { email, phone } = command.fields;
      const names = withoutNull<Pick<BuyerNames, "email" | "phone">>({ email, phone });
      return isNamedBy(layout, names, person);
    }
    // These name a person by a slot or a wishlist, or name nobody.
    case "CreateWishlist":
    case "UpdateWishlist":
    case "DeleteWishlist":
    case "CreateShare":
    case "RevokeShare":
    case "DeleteWishlists":
    case "AddItem":
    case "AddItems":
    case "UpdateItem":
    case "RemoveItem":
    case "MoveItems":
    case "DeleteCustomer":
    case "Unsubscribe":
    case "AcceptHandover":
    case "RefuseHandover":
    case "EndHandover":
    case "RenewGuest":
    case "LapseGuest":
    case "PutProduct":
    case "DeleteProduct":
    case "SetStock":
    case "CheckProduct":
    case "AmendOrder":
    case "NoteMatches":
    case "ForgetBuyer":
    case "ForgetMatches":
    case "ForgetPurchases":
    case "MatchOrder":
    case "RaiseAlerts":
    case "SettleAlerts":
    case "TakeMail":
    case "SettleMail":
    case "RetryMail":
      return false;
  }
}

/**
 * Returns the dead letters about the person. A dead letter that cannot be decoded belongs to nobody: it must not
 * prevent others from being found, and the operator discards it.
 */
async function lettersOf(parts: LetterParts, person: Person): Promise<FoundRecord[]> {
  const found: FoundRecord[] = [];
  let wishlistIds: ReadonlySet<string> | undefined;
  for await (const { id, payload } of parts.deadLetters.all()) {
    wishlistIds ??= await wishlistsOf(parts, person);
    const command = envelopeIn(payload)?.command;
    if (command && isAbout(parts, command, person, wishlistIds)) found.push({ name: id, record: command });
  }
  return found;
}

async function wishlistsOf({ wishlists }: LetterParts, { addresses }: Person): Promise<ReadonlySet<string>> {
  const owned = await Promise.all(addresses.map((address) => wishlists.idsOf(address)));
  return new Set(owned.flat());
}

/** Commands about a person that could not be applied. */
export const personDeadLetters = (parts: LetterParts): DataKind => ({
  name: "deadLetters",

  async *find(person, after) {
    yield* await recordsAfterName(await lettersOf(parts, person), after);
  },

  async erase(person) {
    for (const { name } of await lettersOf(parts, person)) await parts.deadLetters.discard(name);
  },
});
