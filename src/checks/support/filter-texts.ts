/** A text that hardly any record contains, by any reading of Filter (U-10). */
export const nonsense = "zq7f3ax";

/** A letter that many records contain; a server may require a longer search text. */
export const commonLetter = "a";

/** A text long enough for any search. */
export const searchWord = "lin";

/** A text that a name may contain and a query language may mishandle. */
export const awkward = "O'Neil % _é\"";
