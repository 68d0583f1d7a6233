import { jsonOf, responseOf, type Exchange } from "../model/exchange.ts";
import { unnumbered } from "../model/exploration.ts";
import type { Operation } from "../model/operation.ts";

/** What a request does, in words: `Replace a contact note: another whole note`. */
export const wordsOf = (
  { call, operation, request }: Exchange,
  operations: Readonly<Record<string, Operation>>,
): string => {
  const label = call?.words ?? unnumbered(call?.label ?? "");
  const where = call?.at === undefined ? "" : `${request.method} ${call.at}`;
  const summary = (operation === undefined ? undefined : operations[operation]?.summary) ?? where;
  if (summary === "" || label === "") return `${summary}${label}`;
  return label === operation ? summary : `${summary}: ${label}`;
};

/** A text that is shorter may be anybody's. */
const shortestText = 12;
const mostValues = 3;
const deepest = 4;

function* textsIn(value: unknown, depth = 0, name = ""): Generator<readonly [name: string, text: string]> {
  if (typeof value === "string") yield [name, value];
  if (typeof value !== "object" || value === null || depth === deepest) return;
  for (const [key, inner] of Object.entries(value))
    yield* textsIn(inner, depth + 1, Array.isArray(value) ? name : key);
}

/** The texts that a run has sent itself: where an answer shows them, they may be shown. */
const sentTexts = (exchanges: readonly Exchange[]): ReadonlySet<string> =>
  new Set(
    exchanges
      .flatMap(({ request }) => [...textsIn(request.body)])
      .map(([, text]) => text)
      .filter((text) => text.length >= shortestText),
  );

/** What each request was answered: the status, and what it shows of that which the requests have sent. */
export const answerWords = (exchanges: readonly Exchange[]): ((exchange: Exchange) => string) => {
  const sent = sentTexts(exchanges);
  return (exchange) => {
    const status = responseOf(exchange)?.status;
    if (status === undefined) return "no answer";
    const shown = [...textsIn(jsonOf(exchange))]
      .filter(([, text]) => sent.has(text))
      .slice(0, mostValues)
      .map(([name, text]) => `${name} ${JSON.stringify(text)}`);
    return [String(status), ...shown].join(", ");
  };
};
