import { tokensOf } from "../../../src/core/formats/json-pointer.ts";
import { isObject } from "../../../src/core/model/json-object.ts";

/** @throws Error where nothing stands at the parent's place. */
const changedAt = (value: unknown, [part, ...rest]: readonly string[], to: unknown): unknown => {
  if (part === undefined) return to;
  if (Array.isArray(value)) {
    const index = part === "-" ? value.length : Number(part);
    const next = rest.length === 0 ? to : changedAt(value[index], rest, to);
    return to === undefined && rest.length === 0
      ? value.toSpliced(index, 1)
      : value.toSpliced(index, 1, next);
  }
  if (!isObject(value)) throw new Error(`there is nothing to change at ${part}`);
  const next = rest.length === 0 ? to : changedAt(value[part], rest, to);
  const { [part]: _, ...others } = value;
  return next === undefined ? others : { ...value, [part]: next };
};

/**
 * A JSON value with others at JSON pointers of the value as it was; `undefined` leaves out, `-` appends to a list.
 * @throws Error where there is nothing to change.
 */
export const changed = (value: unknown, changes: Readonly<Record<string, unknown>>): unknown => {
  const [left, set] = [true, false].map((leaves) =>
    Object.entries(changes).filter(([, to]) => (to === undefined) === leaves),
  );
  // What is left out of a list moves what follows it: it goes last, and from the end.
  return [...(set ?? []), ...(left ?? []).toReversed()].reduce(
    (inner, [pointer, to]) => changedAt(inner, tokensOf(pointer), to),
    value,
  );
};
