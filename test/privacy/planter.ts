/** Plants distinct values into answers and remembers every one of them. */
export interface Planter {
  /** A text that stands nowhere else, of a kind that some reader may take for harmless. */
  text(): string;
  /** The same for a name, of a property or a header. */
  name(): string;
  /** A name for somebody: the same whenever it is asked for, and made of letters alone. */
  nameOf(whom: unknown): string;
  /** A number that stands nowhere else. */
  number(): number;
  readonly planted: readonly string[];
  /** Those of them that stand as names. */
  readonly names: readonly string[];
}

/** Letters by which a planted text is known wherever a piece of it turns up. */
const alphabet = "bcdfghjklmnpqrstvwxz";

const word = (serial: number, length: number): string => {
  let state = (serial + 1) * 2_654_435_761;
  return Array.from({ length }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return alphabet[(state >>> 16) % alphabet.length];
  }).join("");
};

/** What people's records hold, each made of two words and a number that stand nowhere else. */
const kinds: readonly ((serial: number) => string)[] = [
  (serial) => `Zq${word(serial, 6)} Xv${word(serial + 5000, 7)}`,
  (serial) => `zq${word(serial, 8)}${serial}@xv${word(serial, 6)}.example`,
  (serial) => `+49 7${String(serial).padStart(5, "0")} 86${String(serial).padStart(4, "0")}`,
  (serial) => `ZQ_${word(serial, 9).toUpperCase()}_${serial}`,
  (serial) => `https://zq${word(serial, 7)}.example/hook/${serial}?key=xv${word(serial, 9)}`,
  (serial) => `zq${word(serial, 5)}\n"xv${word(serial, 8)}"\\<b>'${serial}`,
  (serial) => `Zq${word(serial, 4)}ß漢${word(serial, 5)} é${serial}`,
  (serial) => `zq${word(serial, 12)}`,
  (serial) =>
    `19${10 + (serial % 80)}-0${1 + (serial % 9)}-1${serial % 9}T0${serial % 9}:17:${10 + (serial % 49)}.${String(serial).padStart(4, "0")}773Z`,
  (serial) => `${serial}771.${String(serial).padStart(4, "7")}`,
];

export const createPlanter = (): Planter => {
  const planted: string[] = [];
  const names: string[] = [];
  const named = new Map<string, string>();
  const add = (value: string): string => {
    planted.push(value);
    return value;
  };
  const text = (): string => add(kinds[planted.length % kinds.length]?.(planted.length) ?? "");
  return {
    text,
    name: () => {
      const name = text();
      names.push(name);
      return name;
    },
    nameOf: (whom) => {
      const known =
        named.get(String(whom)) ??
        add(`${Number(whom) % 2 === 0 ? "Zq" : "zq"}${word(named.size + 9_000, 11)}`);
      named.set(String(whom), known);
      return known;
    },
    names,
    number: () => Number(add(String(71_000_003 + planted.length * 1_009))),
    planted,
  };
};
