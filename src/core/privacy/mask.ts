/** Shorter secrets would blot out ordinary text; they never enter a text in the first place. */
const shortest = 6;

/** Of a longer secret, only pieces of its beginning are searched. */
const longestInPieces = 4096;

const htmlEscapes: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Base64 of a value at any offset in a longer text, without the characters that depend on its neighbours. */
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

/** The spellings of a value in a text: plain, or encoded for URLs, forms, JSON, HTML or base64. */
const spellings = (value: string): readonly string[] => {
  // A lone surrogate cannot be encoded.
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

/** Ignores the case of ASCII letters; unlike toLowerCase, it preserves positions. */
const folded = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

/**
 * Length from which a piece of a secret reveals it; undefined if pieces would be ordinary text: for mail addresses, a
 * few words, or anything short.
 */
const pieceLength = (value: string): number | undefined =>
  value.length < 16 || /[@\s]/.test(value)
    ? undefined
    : Math.min(16, Math.max(8, Math.ceil(value.length / 3)));

interface Span {
  readonly start: number;
  readonly end: number;
  readonly secret: Secret;
}

interface Secret {
  readonly name: string;
  /** Among equal spans, the secret learned first gives the name. */
  readonly rank: number;
}

/** Search patterns, case-folded and indexed by their first characters: one pass over a text finds all of them. */
class Patterns {
  readonly #byBeginning = new Map<string, Map<string, Secret>>();
  readonly #length: number;

  /** @param length of the indexed beginnings; no pattern is shorter */
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

/** The pieces that reveal a part of a secret; none if pieces would be ordinary text. */
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

/** Merges overlapping spans, under the name of the longest. */
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

/** Replaces secrets by names: longest first, in any case and usual encoding, and in pieces that reveal one. */
export const createMask = () => {
  const known = new Set<string>();
  const patterns = new Patterns(shortest);

  /** `inPieces: false` for ids: similar ones may be shown. */
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
