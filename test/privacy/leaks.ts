/** Digits turn up everywhere: a number counts where nothing goes before it or on behind it. */
const isNumber = /^[\d.]+$/;

const standsAlone = (text: string, at: number, length: number): boolean =>
  !/[\d.]/.test(text[at - 1] ?? "") && !/[\d.]/.test(text[at + length] ?? "");

/** Every way in which a value may be written otherwise. */
const disguises = (value: string): readonly string[] => {
  const whole = value.toWellFormed();
  return [
    value,
    encodeURIComponent(whole),
    new URLSearchParams([["", whole]]).toString().slice(1),
    JSON.stringify(value).slice(1, -1),
    value.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;"),
    Buffer.from(value).toString("base64").replace(/=+$/, "").slice(0, -2),
    Buffer.from(value).toString("hex"),
    ...(isNumber.test(value) ? [] : [[...value].toReversed().join("")]),
  ].map((text) => text.toLowerCase());
};

/** The pieces of a value that give it away: its halves, and every word of it that is long and no ordinary one. */
const pieces = (value: string): readonly string[] => {
  const middle = Math.ceil(value.length / 2);
  return [value.slice(0, middle), value.slice(middle), ...value.split(/[^\p{L}\p{N}]+/u)]
    .filter((piece) => piece.length >= 8 && /\d|^(?:zq|xv)/i.test(piece) && !isNumber.test(piece))
    .map((piece) => piece.toLowerCase());
};

/** So many characters of what is sought are looked up at once. */
const stem = 5;

/** A number for the characters that a text has from here on: most places are passed over by it alone. */
const numberAt = (text: string, at: number): number => {
  let number = 0;
  for (let next = at; next < at + stem; next += 1) number = (number * 31 + text.charCodeAt(next)) & 0xf_ffff;
  return number;
};

/** What of some values stands in what was written, each with where and once only. */
export const leaksIn = (
  written: readonly (readonly [where: string, text: string])[],
  values: readonly string[],
): readonly string[] => {
  const sought = new Map<string, Map<string, string>>();
  const numbers = new Uint8Array(0x10_0000);
  for (const value of values)
    for (const text of [...disguises(value), ...pieces(value)]) {
      if (text.length < stem) continue;
      const key = text.slice(0, stem);
      const known = sought.get(key) ?? new Map<string, string>();
      sought.set(key, known.set(text, value));
      numbers[numberAt(key, 0)] = 1;
    }
  const leaks = new Map<string, string>();
  for (const [where, text] of written) {
    const low = text.toLowerCase();
    for (let at = 0; at + stem <= low.length; at += 1) {
      if (numbers[numberAt(low, at)] === 0) continue;
      for (const [piece, value] of sought.get(low.slice(at, at + stem)) ?? [])
        if (
          low.startsWith(piece, at) &&
          (!isNumber.test(piece) || standsAlone(low, at, piece.length)) &&
          !leaks.has(`${where} ${piece}`)
        ) {
          const around = JSON.stringify(text.slice(Math.max(0, at - 80), at + 60));
          leaks.set(
            `${where} ${piece}`,
            `${where} holds ${JSON.stringify(piece)} of ${JSON.stringify(value)}: ${around}`,
          );
        }
    }
  }
  return [...leaks.values()];
};
