// The names of persons and products of the demo are from books in the public domain.
import type { Product } from "./catalogue.ts";

export const FIRST_NAMES = [
  ...[
    "Ada",
    "Alice",
    "Anne",
    "Arsène",
    "Basil",
    "Cosette",
    "Dorothy",
    "Edmond",
    "Elinor",
    "Elizabeth",
    "Emma",
  ],
  ...["Fitzwilliam", "Gwendolen", "Heidi", "Huck", "Irene", "Ishmael", "Jane", "Jo", "Jonathan", "Josephine"],
  ...[
    "Katharina",
    "Lucy",
    "Marianne",
    "Mina",
    "Nell",
    "Oliver",
    "Passepartout",
    "Philip",
    "Rosalind",
    "Sydney",
  ],
];
export const LAST_NAMES = [
  ...["Bennet", "Bingley", "Bovary", "Copperfield", "Crusoe", "Dantès", "Darcy", "Dashwood", "Eyre", "Fogg"],
  ...[
    "Gale",
    "Gray",
    "Harker",
    "Hawkins",
    "Holmes",
    "Karenina",
    "Lupin",
    "March",
    "Murray",
    "Prynne",
    "Quijano",
  ],
  ...["Rochester", "Sawyer", "Shirley", "Summerson", "Trotwood", "Twist", "Valjean", "Watson", "Woodhouse"],
];

export const LIST_NAMES = ["Birthday", "For the cabin", "Around the world", "Camping trip", "Gifts"];

const newProduct = (
  productRef: string,
  title: string,
  price: number,
  [code, ...variants]: [string, ...string[]],
): Product => ({
  productRef,
  title,
  kind: "camping",
  variants: variants.map((name, i) => ({
    productRef,
    variantRef: `${code}-${i + 1}`,
    title: name,
    price,
    available: 0,
  })),
});

/** Products that are shown before their release. */
export const COMING: readonly Product[] = [
  newProduct("sleepy-hollow-lantern", "Sleepy Hollow Lantern", 59, ["SHL", "Brass", "Black"]),
  newProduct("nautilus-dive-watch", "Nautilus Dive Watch", 249, ["NDW", "Steel", "Bronze"]),
];
