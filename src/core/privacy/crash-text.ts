import type { Exchange } from "../model/exchange.ts";
import { messageOf } from "../model/error-code.ts";

/** Maximum length of a message; masking its secrets may shorten it further. */
const longest = 4000;
/** Limit of compared characters of answers: crashes are rare and may take some time, but not forever. */
const mostCompared = 2_000_000;
/** If an answer holds this many consecutive characters too, they were taken from it. */
const stretch = 6;

/** Texts, numbers and names in a value, deepest last. */
function* leavesOf(root: unknown): Generator<string> {
  const open: unknown[] = [root];
  for (let value = open.pop(); value !== undefined || open.length > 0; value = open.pop()) {
    if (typeof value === "string") yield value;
    else if (typeof value === "number") yield String(value);
    else if (typeof value === "object" && value !== null)
      for (const [name, inner] of Object.entries(value)) {
        yield name;
        open.push(inner);
      }
  }
}

function* textsIn({ outcome }: Exchange): Generator<string> {
  if (outcome.kind === "failure") return;
  yield* leavesOf(outcome.headers);
  if (outcome.body.kind === "text") yield outcome.body.text;
  if (outcome.body.kind === "json") yield* leavesOf(outcome.body.value);
}

const gathered = (exchanges: readonly Exchange[]): string => {
  const texts: string[] = [];
  let size = 0;
  for (const exchange of exchanges)
    for (const text of textsIn(exchange)) {
      if (size >= mostCompared) return texts.join("\n");
      texts.push(text.slice(0, mostCompared - size));
      size += text.length + 1;
    }
  return texts.join("\n");
};

/** Its message, which may quote anything, on one line and without content of the answers it was about. */
export const crashText = (error: unknown, exchanges: readonly Exchange[]): string => {
  const message = messageOf(error);
  const clipped = message.length > longest ? `${message.slice(0, longest)}…` : message;
  const answered = gathered(exchanges);
  const lines = new Set(answered.split("\n"));
  const hidden = Array.from({ length: clipped.length }, () => false);
  const hide = (start: number, length: number): void => void hidden.fill(true, start, start + length);
  for (let start = 0; start + stretch <= clipped.length; start += 1)
    if (answered.includes(clipped.slice(start, start + stretch))) hide(start, stretch);
  for (const word of clipped.matchAll(/[\p{L}\p{N}_-]{3,5}/gu))
    if (lines.has(word[0])) hide(word.index, word[0].length);
  return [...clipped.matchAll(/./gsu)]
    .map(({ 0: character, index }) =>
      hidden[index] === true ? (hidden[index - 1] === true ? "" : "…") : character,
    )
    .join("")
    .replace(/\s+/g, " ");
};
