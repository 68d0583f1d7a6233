/** A text that hardly any record holds, by any reading of Filter (U-10). */
export const nonsense = "zq7f3ax";

/** A letter that many records hold; a server may want more of a text to search for. */
export const common = "a";

/** A text that is long enough for any search. */
export const word = "lin";

/** What a name may well hold and a query language may stumble over. */
export const awkward = "O'Neil % _é\"";
