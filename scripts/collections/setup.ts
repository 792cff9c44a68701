import type { Example } from "../../src/http/openapi/examples.ts";

/** A request of a collection: an operation with its example, and a title if it differs from the operation's summary. */
export interface Step {
  operation: string;
  example: Example;
  title?: string;
}

type Examples = Readonly<Record<string, Example>>;

const create = (title: string, body: object, answer: object): Step => ({
  operation: "createWishlist",
  title,
  example: { body, status: 201, answer },
});

/**
 * Requests that must run before an operation, by its name. An example of each operation is recorded once, but these
 * operations need the records of others a second time. Their answers have the ids that the recorded requests use.
 */
function setupOf(examples: Examples): Readonly<Record<string, Step[]>> {
  const { guestToken } = { guestToken: "", ...(examples["claimWishlist"]?.body as object | undefined) };
  const idIn = (operation: string) => ({ id: examples[operation]?.params?.["id"] ?? "" });
  const product = { productRef: "tent", selectedVariantRef: "tent-3" };
  const third = { wishlistRef: "garden", wishlistItemRef: "third", notifyMe: true, product };
  return {
    moveItems: [
      create(
        "Create the wishlist that items move to",
        { customerRef: "c-1001", wishlistRef: "camping", name: "Camping" },
        {},
      ),
    ],
    claimWishlist: [create("Create a guest's wishlist", { guest: true, name: "Favourites" }, { guestToken })],
    sdkUpdateWishlistById: [
      create(
        "Create a wishlist for the platform SDK",
        { customerRef: "c-2001", wishlistRef: "garden", name: "Garden" },
        idIn("sdkUpdateWishlistById"),
      ),
      {
        operation: "createItem",
        title: "Add an item for the platform SDK",
        example: { body: third, status: 200, answer: {} },
      },
    ],
    sdkDeleteWishlistById: [
      create(
        "Create a wishlist to delete",
        { customerRef: "c-2001", name: "Kitchen" },
        idIn("sdkDeleteWishlistById"),
      ),
    ],
  };
}

/** The steps of the examples in their order, each after the steps that it needs. */
export function stepsOf(examples: Examples): Step[] {
  const setup = setupOf(examples);
  return Object.entries(examples).flatMap(([operation, example]) => [
    ...(setup[operation] ?? []),
    { operation, example },
  ]);
}
