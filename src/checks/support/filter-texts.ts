/** A text that hardly any record holds, by any reading of Filter (U-10). */
export const nonsense = "zq7f3ax";

/** A text that some records hold, by most readings. */
export const common = "a";

/** What a name may well hold and a query language may stumble over. */
export const awkward = "O'Neil % _é\"";
