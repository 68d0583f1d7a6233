import { jsonOf, responseOf, type Exchange } from "../model/exchange.ts";
import type { FieldNames } from "../model/field-names.ts";
import type { Operation } from "../model/operation.ts";
import { createFieldLabel } from "../model/field-label.ts";

/** Describes a request: `Replace a contact note: another whole note`. */
export const wordsOf = (
  { call, operation, request }: Exchange,
  operations: Readonly<Record<string, Operation>>,
): string => {
  const label = call?.words ?? call?.label ?? "";
  const where = call?.at === undefined ? "" : `${request.method} ${call.at}`;
  const summary = (operation === undefined ? undefined : operations[operation]?.summary) ?? where;
  if (summary === "" || label === "") return `${summary}${label}`;
  return label === operation ? summary : `${summary}: ${label}`;
};

/** A shorter text may be personal data. */
const shortestText = 12;
const mostValues = 3;
const deepest = 4;

/** Calls back with each text of a value and its name. Answers are long, so no list is made. */
const forEachText = (
  value: unknown,
  take: (text: string, name: string) => void,
  name = "",
  depth = 0,
): void => {
  if (typeof value === "string") return take(value, name);
  if (typeof value !== "object" || value === null || depth === deepest) return;
  if (Array.isArray(value)) for (const inner of value) forEachText(inner, take, name, depth + 1);
  else for (const [key, inner] of Object.entries(value)) forEachText(inner, take, key, depth + 1);
};

/** What a run has sent may be shown in answers: long texts, and their names. */
interface Sent {
  readonly texts: ReadonlySet<string>;
  readonly names: ReadonlySet<string>;
}

const sentBy = (exchanges: readonly Exchange[]): Sent => {
  const [texts, names] = [new Set<string>(), new Set<string>()];
  for (const { request } of exchanges)
    forEachText(request.body, (text, name) => {
      names.add(name);
      if (text.length >= shortestText) texts.add(text);
    });
  return { texts, names };
};

/** Describes the answer to each request: its status, and what it returns of the texts that the requests have sent. */
export const answerWords = (
  exchanges: readonly Exchange[],
  { isField }: Pick<FieldNames, "isField">,
): ((exchange: Exchange) => string) => {
  const { texts, names } = sentBy(exchanges);
  const label = createFieldLabel({ isField: (name) => names.has(name) || isField(name) });
  // A body that is itself a text has no name.
  const shownAs = (text: string, name: string): string =>
    `${name === "" ? "" : `${label(name)} `}${JSON.stringify(text)}`;
  return (exchange) => {
    const status = responseOf(exchange)?.status;
    if (status === undefined) return "no answer";
    const shown: string[] = [];
    forEachText(texts.size === 0 ? undefined : jsonOf(exchange), (text, name) => {
      if (shown.length < mostValues && texts.has(text)) shown.push(shownAs(text, name));
    });
    return [String(status), ...shown].join(", ");
  };
};
