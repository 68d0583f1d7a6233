/**
 * Values that the specification itself names. They are nobody's data, and what a check thinks of an answer may hang on
 * them: kinds of contacts and contact methods, states of reminders, the words of the token endpoint, error codes.
 */
export const listedValues: ReadonlySet<string> = new Set([
  "Household",
  "Organization",
  "Foundation",
  "Home Email",
  "Work Phone",
  "Mobile Phone",
  "Task",
  "Open",
  "True",
  "False",
  "bearer",
  "Bearer",
  "password",
  "refresh_token",
  "grant_type",
  "BAD_REQUEST",
  "UNAUTHENTICATED",
  "FORBIDDEN",
  "NOT_FOUND",
  "CONFLICT",
  "VALIDATION_FAILED",
  "RATE_LIMITED",
  "INTERNAL_ERROR",
  "SERVICE_UNAVAILABLE",
]);

/** Words that stand for a secret that is not shown; none is one itself (CRM-15). */
export const isPlaceholder = (text: string): boolean =>
  /^[[<(]?(?:hidden|masked|redacted|not shown)[\])>]?$/i.test(text);

/** Numbers of a request that page, or name what is asked for: told by the specification, in lower case. */
export const plainRequestNumbers: ReadonlySet<string> = new Set([
  "skip",
  "take",
  "querytype",
  "conjunct",
  "operator",
]);

/** Properties whose texts are names of fields, by their names in lower case. */
export const namesOfFields: ReadonlySet<string> = new Set(["sortby", "selectedcolumns", "parameter"]);

/** Moments of a token's life, which say nothing of a customer and are compared with each other. */
export const tokenMoments: ReadonlySet<string> = new Set([".issued", ".expires"]);

/** Words of links and paths that are told by the specification, in lower case. */
export const pathWords: ReadonlySet<string> = new Set(
  (
    "api v1 token contact contacts byreference contactmethod types contactindividual avatar contactnote event webhook " +
    "reminder completed dismissed donor gift campaign customfield premium project recurringgift segment query list " +
    "options replace users groups projects members"
  ).split(" "),
);
