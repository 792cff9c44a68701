import fc from "fast-check";
import type { Command } from "../../../src/actors/command.ts";
import type { Make } from "../document/known.ts";
import { LIST_COMMANDS } from "./list-commands.ts";
import { SHOP_COMMANDS } from "./shop-commands.ts";

/** Commands of every type. A new type of command has to be added here. */
const BY_TYPE: Record<Command["type"], fc.Arbitrary<Make>> = { ...LIST_COMMANDS, ...SHOP_COMMANDS };

const OFTEN: Partial<Record<Command["type"], number>> = {
  ...{ CreateCustomer: 4, CreateWishlist: 8, AddItem: 8, AddItems: 4, UpdateItem: 4 },
  ...{ PutProduct: 3, MatchOrder: 5, RaiseAlerts: 3 },
};

/** Types of all commands. */
export const COMMAND_TYPES = Object.keys(BY_TYPE) as Command["type"][];

/**
 * Returns commands of some types. They are about few entities, so that several commands concern the same one. The numbers
 * are the weights of the types.
 */
export const anyCommandOf = (often: Partial<Record<Command["type"], number>>): fc.Arbitrary<Make> =>
  fc.oneof(...COMMAND_TYPES.map((type) => ({ weight: often[type] ?? 0, arbitrary: BY_TYPE[type] })));

const anyOfAll = anyCommandOf({
  ...Object.fromEntries(COMMAND_TYPES.map((type) => [type, 1])),
  ...OFTEN,
});

/** Mixes of commands of one area. In a mix of all types, these commands rarely meet. */
const AREAS = [
  {
    ...{
      CreateCustomer: 2,
      CreateWishlist: 4,
      UpdateWishlist: 3,
      DeleteWishlist: 1,
      AddItem: 8,
      AddItems: 3,
    },
    ...{ UpdateItem: 5, RemoveItem: 3, MoveItems: 6, CreateShare: 2, RevokeShare: 2 },
  },
  {
    ...{ CreateCustomer: 4, UpsertCustomer: 4, UpdateCustomer: 4, DeleteCustomer: 2, Unsubscribe: 1 },
    ...{ CreateWishlist: 6, UpdateWishlist: 4, DeleteWishlists: 1 },
  },
  {
    ...{ CreateCustomer: 3, CreateWishlist: 8, AddItem: 6, BeginHandover: 6, AcceptHandover: 4 },
    ...{ RefuseHandover: 1, EndHandover: 4, RenewGuest: 2, LapseGuest: 1 },
  },
  {
    ...{ CreateCustomer: 2, CreateWishlist: 3, AddItem: 6, MoveItems: 2, MatchOrder: 8, ForgetPurchases: 1 },
    ...{ PutOrder: 6, AmendOrder: 4, NoteMatches: 4, ForgetBuyer: 1, ForgetMatches: 1 },
  },
  { PutProduct: 8, SetStock: 6, CheckProduct: 3, DeleteProduct: 1 },
  {
    ...{ CreateCustomer: 6, CreateWishlist: 6, AddItem: 8, RaiseAlerts: 10, SettleAlerts: 2, MoveItems: 1 },
    ...{ TakeMail: 6, SettleMail: 4, RetryMail: 3 },
  },
].map(anyCommandOf);

/** Returns commands of any types, or mostly of one area. */
export const anyCommands = (lengths: { minLength: number; maxLength: number }): fc.Arbitrary<Make[]> =>
  fc.oneof(
    ...[anyOfAll, anyOfAll, ...AREAS].map((command) => fc.array(command, { ...lengths, size: "max" })),
  );
