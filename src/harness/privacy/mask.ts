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
  readonly secret: Secret;
}

interface Secret {
  readonly name: string;
  /** Of spans that are alike, the secret that was learnt first gives the name. */
  readonly rank: number;
}

/** Texts to be looked for, folded, by their first characters: one look at a text finds all of them. */
class Patterns {
  readonly #byBeginning = new Map<string, Map<string, Secret>>();
  readonly #length: number;

  /** @param length of the beginnings; no pattern is shorter */
  constructor(length: number) {
    this.#length = length;
  }

  add(pattern: string, secret: Secret): void {
    const beginning = pattern.slice(0, this.#length);
    const alike = this.#byBeginning.get(beginning) ?? new Map<string, Secret>();
    this.#byBeginning.set(beginning, alike);
    if (!alike.has(pattern)) alike.set(pattern, secret);
  }

  *spansIn(text: string): Generator<Span> {
    for (let start = 0; start + this.#length <= text.length; start += 1) {
      const alike = this.#byBeginning.get(text.slice(start, start + this.#length));
      if (alike === undefined) continue;
      for (const [pattern, secret] of alike)
        if (text.startsWith(pattern, start)) yield { start, end: start + pattern.length, secret };
    }
  }
}

/** The pieces by which a part of a secret is known; none where pieces would be ordinary text. */
const piecesOf = (value: string): readonly string[] => {
  const length = pieceLength(value);
  if (length === undefined) return [];
  const beginning = folded(value.slice(0, longestInPieces));
  const count = Math.max(0, beginning.length - length + 1);
  return Array.from({ length: count }, (_, start) => beginning.slice(start, start + length));
};

const lengthOf = ({ start, end }: Span): number => end - start;

const inTurn = (left: Span, right: Span): number =>
  left.start - right.start || right.end - left.end || left.secret.rank - right.secret.rank;

/** Overlapping spans as one, under the name of the longest of them. */
const merged = (spans: readonly Span[]): readonly Span[] => {
  const done: { start: number; end: number; longest: Span }[] = [];
  for (const span of spans.toSorted(inTurn)) {
    const last = done.at(-1);
    if (last === undefined || span.start >= last.end) {
      done.push({ start: span.start, end: span.end, longest: span });
      continue;
    }
    last.end = Math.max(last.end, span.end);
    if (lengthOf(span) > lengthOf(last.longest)) last.longest = span;
  }
  return done.map(({ start, end, longest }) => ({ start, end, secret: longest.secret }));
};

export type Mask = ReturnType<typeof createMask>;

/**
 * Replaces every known secret in a text by its name: the longest first, in upper or lower case, encoded in any of the
 * usual ways, and in pieces where a piece is long enough to be one of it.
 */
export const createMask = () => {
  const known = new Set<string>();
  const patterns = new Patterns(shortest);

  /** `inPieces: false` for an id: others like it may be shown. */
  const learn = (value: string, name: string, { inPieces = true }: { readonly inPieces?: boolean } = {}) => {
    if (value.length < shortest || known.has(value)) return;
    const distinct = new Set(
      spellings(value)
        .filter((one) => one.length >= shortest)
        .map(folded),
    );
    const secret: Secret = { name, rank: known.size };
    known.add(value);
    for (const pattern of [...distinct, ...(inPieces ? piecesOf(value) : [])]) patterns.add(pattern, secret);
  };

  const mask = (text: string): string => {
    const spans = merged([...patterns.spansIn(folded(text))]);
    let end = 0;
    let masked = "";
    for (const span of spans) {
      masked += text.slice(end, span.start) + span.secret.name;
      end = span.end;
    }
    return masked + text.slice(end);
  };
  return { learn, mask };
};
