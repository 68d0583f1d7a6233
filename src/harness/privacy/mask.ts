/** Secrets shorter than this would blot out ordinary text; they are never put into a text to begin with. */
const shortest = 6;

/** Of a longer secret, pieces are looked for in its beginning only. */
const longestInPieces = 4096;

const htmlEscapes: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Base64 of a value wherever in a longer text it is: without the characters that its neighbours have a part in. */
const base64Cores = (value: string): readonly string[] => {
  const bytes = Buffer.from(value);
  return [0, 1, 2].flatMap((offset) => {
    const padded = Buffer.concat([Buffer.alloc(offset), bytes]);
    const first = Math.ceil((offset * 8) / 6);
    const last = Math.floor((padded.length * 8) / 6);
    const core = padded.toString("base64").slice(first, last);
    return [core, core.replaceAll("+", "-").replaceAll("/", "_")];
  });
};

/** The ways in which a value may appear in a text: as it is, in an address, in a form, in JSON, in HTML, coded. */
const spellings = (value: string): readonly string[] => {
  // Half a character cannot be encoded.
  const whole = value.toWellFormed();
  const json = JSON.stringify(value).slice(1, -1);
  return [
    value,
    encodeURIComponent(whole),
    new URLSearchParams([["", whole]]).toString().slice(1),
    json,
    json.replaceAll("/", "\\/"),
    value.replace(/[&<>"']/g, (character) => htmlEscapes[character] ?? character),
    Buffer.from(value).toString("hex"),
    ...base64Cores(value),
  ];
};

/** Without regard to the case of ASCII letters; unlike toLowerCase it keeps every character's position. */
const folded = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

/**
 * How long a piece of a secret must be to give it away; undefined where pieces would be ordinary text: of an address
 * of mail, of a few words, of anything short.
 */
const pieceLength = (value: string): number | undefined =>
  value.length < 16 || /[@\s]/.test(value)
    ? undefined
    : Math.min(16, Math.max(8, Math.ceil(value.length / 3)));

/** A part of a text that must not be shown. */
interface Span {
  readonly start: number;
  readonly end: number;
  readonly name: string;
}

interface Known {
  readonly name: string;
  /** Folded, each once. */
  readonly spellings: readonly string[];
  readonly pieces: { readonly length: number; readonly set: ReadonlySet<string> } | undefined;
}

const piecesOf = (value: string): Known["pieces"] => {
  const length = pieceLength(value);
  if (length === undefined) return undefined;
  const beginning = folded(value.slice(0, longestInPieces));
  const count = Math.max(0, beginning.length - length + 1);
  return {
    length,
    set: new Set(Array.from({ length: count }, (_, start) => beginning.slice(start, start + length))),
  };
};

const wholeSpans = function* (text: string, { name, spellings: all }: Known): Generator<Span> {
  for (const spelling of all)
    for (let start = text.indexOf(spelling); start >= 0; start = text.indexOf(spelling, start + 1))
      yield { start, end: start + spelling.length, name };
};

const pieceSpans = function* (text: string, { name, pieces }: Known): Generator<Span> {
  if (pieces === undefined) return;
  const { length, set } = pieces;
  for (let start = 0; start + length <= text.length; start += 1)
    if (set.has(text.slice(start, start + length))) yield { start, end: start + length, name };
};

const lengthOf = ({ start, end }: Span): number => end - start;

/** Overlapping spans as one, under the name of the longest of them. */
const merged = (spans: readonly Span[]): readonly Span[] => {
  const done: { start: number; end: number; longest: Span }[] = [];
  for (const span of spans.toSorted((left, right) => left.start - right.start || right.end - left.end)) {
    const last = done.at(-1);
    if (last === undefined || span.start >= last.end) {
      done.push({ start: span.start, end: span.end, longest: span });
      continue;
    }
    last.end = Math.max(last.end, span.end);
    if (lengthOf(span) > lengthOf(last.longest)) last.longest = span;
  }
  return done.map(({ start, end, longest }) => ({ start, end, name: longest.name }));
};

export interface Mask {
  /** `inPieces: false` for an id: others like it may be shown. */
  learn(value: string, name: string, options?: { readonly inPieces?: boolean }): void;
  mask(text: string): string;
}

/**
 * Replaces every known secret in a text by its name: the longest first, in upper or lower case, encoded in any of the
 * usual ways, and in pieces where a piece is long enough to be one of it.
 */
export const createMask = (): Mask => {
  const known = new Map<string, Known>();

  const learn: Mask["learn"] = (value, name, { inPieces = true } = {}) => {
    if (value.length < shortest || known.has(value)) return;
    const distinct = new Set(
      spellings(value)
        .filter((one) => one.length >= shortest)
        .map(folded),
    );
    known.set(value, { name, spellings: [...distinct], pieces: inPieces ? piecesOf(value) : undefined });
  };

  const mask = (text: string): string => {
    const low = folded(text);
    const spans = merged(
      [...known.values()].flatMap((one) => [...wholeSpans(low, one), ...pieceSpans(low, one)]),
    );
    let end = 0;
    let masked = "";
    for (const span of spans) {
      masked += text.slice(end, span.start) + span.name;
      end = span.end;
    }
    return masked + text.slice(end);
  };
  return { learn, mask };
};
