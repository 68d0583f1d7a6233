import { at, has, isGone, mayBeId, isObject, isSameJson, type JsonObject, property } from "./json.ts";
import { sameId } from "./ids.ts";

/** The possible locations of a record in an answer, since no payload is stated. */
const pointersOf = (kind: string): readonly string[] => [
  "",
  "/data",
  `/${kind}`,
  `/data/${kind}`,
  "/attributes",
  "/data/attributes",
];

const recordsIn = (body: unknown, kind: string): readonly JsonObject[] =>
  pointersOf(kind)
    .map((pointer) => (pointer === "" ? body : at(body, pointer)))
    .filter(isObject);

/** The ids at the possible locations of a record in an answer. */
export const shownIds = (body: unknown, kind: string): readonly (string | number)[] =>
  recordsIn(body, kind)
    .map((record) => property(record, "id"))
    .filter(mayBeId);

/** Whether an answer shows an id that differs from the requested one. */
export const showsAnother = (body: unknown, kind: string, id: unknown): boolean => {
  const ids = shownIds(body, kind);
  return ids.length > 0 && !ids.some((one) => sameId(one, id));
};

/** The value of a record's property in an answer; undefined if there is none. */
export const shownField = (body: unknown, kind: string, name: string): unknown => {
  const record = recordsIn(body, kind).find((one) => has(one, name));
  return property(record, name);
};

/** The scalar fields that were sent with a value. */
export const sentFields = (body: unknown): readonly (readonly [name: string, value: unknown])[] =>
  Object.entries(isObject(body) ? body : {}).filter(
    ([, value]) => !isGone(value) && ["string", "number", "boolean"].includes(typeof value),
  );

/**
 * The fields that an update should change, as far as two reads of the record show, but that are unchanged: a different
 * value was sent, and neither read must repeat its spelling.
 */
export const unchangedFields = (
  sent: unknown,
  before: unknown,
  after: unknown,
  kind: string,
): readonly string[] =>
  sentFields(sent)
    .filter(([name, value]) => {
      const old = shownField(before, kind, name);
      const now = shownField(after, kind, name);
      if (old === undefined || now === undefined || typeof old !== typeof value) return false;
      return isSameJson(old, now) && differs(old, value);
    })
    .map(([name]) => name);

/** Only letters distinguish two values that a server may write in its own way. */
const folded = (value: unknown): string =>
  String(value)
    .toLowerCase()
    .replace(/<[^>]*>|[^\p{L}\p{N}]/gu, "");

const differs = (one: unknown, other: unknown): boolean => {
  const [left, right] = [folded(one), folded(other)];
  return left !== "" && right !== "" && !left.includes(right) && !right.includes(left);
};

const sortedLetters = (value: unknown): string => [...folded(value)].toSorted().join("");

/**
 * The fields that a write answered as sent, but a later read shows without a value or with another, in any spelling.
 */
export const spoiltFields = (
  sent: unknown,
  answered: unknown,
  read: unknown,
  kind: string,
): readonly string[] =>
  sentFields(sent)
    .filter(([name, value]) => {
      const [answer, shown] = [answered, read].map((body) => shownField(body, kind, name));
      if (answer === undefined || shown === undefined || !isAlike(answer, value)) return false;
      // A partly hidden value is not lost.
      if (/[*•…]/.test(String(shown))) return false;
      return isGone(shown) || (differs(shown, value) && sortedLetters(shown) !== sortedLetters(value));
    })
    .map(([name]) => name);

export const isAlike = (one: unknown, other: unknown): boolean => folded(one) === folded(other);
