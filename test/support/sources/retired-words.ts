/** Words that are hard to understand. The glossary has the words to use. */
export const RETIRED_WORDS =
  /\b(told|tells?|telling|hears?|heard|borne|bears?|anew|hopeful|parked|worked off|put aside|can not)\b/gi;

/** Codes of decisions and rules: a caller may compare them, so they stay. */
export const WITH_RETIRED_WORDS = ["told before", "told once", "told (the customer"];
