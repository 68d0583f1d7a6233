import { jsonOf, type Exchange } from "../../core/model/exchange.ts";
import { at, mayBeId, isObject } from "./json.ts";

/** The values at the same location of every entry of one array: possibly a set of ids. */
export type MemberColumns = ReadonlyMap<string, ReadonlySet<string>>;

/** The scalars of an entry that may be its id or that of somebody it refers to, each with its location in the entry. */
const idsOf = function* (entry: unknown, column = ""): Generator<readonly [column: string, id: string]> {
  if (mayBeId(entry)) yield [column, String(entry)];
  if (!isObject(entry)) return;
  for (const [name, value] of Object.entries(entry)) {
    if (/id$/i.test(name) && mayBeId(value)) yield [`${column}.${name}`, String(value)];
    else if (isObject(value) && column === "") yield* idsOf(value, `.${name}`);
  }
};

/**
 * The contents of the arrays of a value, by the array's pointer and the path within its entries: any list of members is
 * one of these, since payloads are not stated.
 */
export const memberColumnsOf = (value: unknown): MemberColumns => {
  const columns = new Map<string, Set<string>>();
  const visit = (inner: unknown, pointer: string): void => {
    if (Array.isArray(inner))
      for (const entry of inner)
        for (const [column, id] of idsOf(entry)) {
          const key = `${pointer} ${column}`;
          columns.set(key, (columns.get(key) ?? new Set()).add(id));
        }
    if (typeof inner !== "object" || inner === null) return;
    // Arrays within entries are merged over all entries.
    for (const [name, one] of Object.entries(inner))
      visit(one, Array.isArray(inner) ? pointer : `${pointer}/${name}`);
  };
  visit(value, "");
  return columns;
};

/** Whether a list says that it is a page, and too small for all: `{meta: {per_page: 15, total: 40}}`. */
export const isPartOfList = (body: unknown): boolean => {
  const inner = isObject(body) ? body["meta"] : undefined;
  const said = isObject(inner) ? inner : isObject(body) ? body : {};
  const size = Object.entries(said).find(([name]) =>
    /^(?:per_?page|page_?size|limit|take)$/i.test(name),
  )?.[1];
  return typeof size === "number" && typeof said["total"] === "number" && said["total"] > size;
};

/** The locations that hold all of some ids. */
export const columnsHolding = (ids: ReadonlySet<string>, columns: MemberColumns): readonly string[] =>
  [...columns].filter(([, values]) => [...ids].every((id) => values.has(id))).map(([key]) => key);

/** The locations that hold exactly some ids. */
export const columnsHoldingOnly = (ids: ReadonlySet<string>, columns: MemberColumns): readonly string[] =>
  columnsHolding(ids, columns).filter((key) => columns.get(key)?.size === ids.size);

/** Members that were set, and an answer that may show them. */
interface Step {
  readonly members: ReadonlySet<string>;
  readonly read: Exchange;
}

export const nobody: ReadonlySet<string> = new Set();

/** Which of everyone are at a location of an answer. */
const shownAt = (column: string, read: Exchange, everyone: ReadonlySet<string>): ReadonlySet<string> =>
  new Set([...(memberColumnsOf(jsonOf(read)).get(column) ?? nobody)].filter((id) => everyone.has(id)));

export const isSameSet = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
  one.size === other.size && [...one].every((id) => other.has(id));

const allColumns = (steps: readonly Step[]): readonly string[] => [
  ...new Set(steps.flatMap(({ read }) => [...memberColumnsOf(jsonOf(read)).keys()])),
];

/** The locations that, of everyone, hold exactly those set in each step. */
const rightColumns = (steps: readonly Step[], everyone: ReadonlySet<string>): readonly string[] =>
  allColumns(steps).filter((column) =>
    steps.every(({ members, read }) => isSameSet(shownAt(column, read, everyone), members)),
  );

/** Whether a location's share of everyone differs between steps. */
const isChanging = (steps: readonly Step[], everyone: ReadonlySet<string>): boolean =>
  allColumns(steps).some((column) => {
    const [first = nobody, ...others] = steps.map(({ read }) => shownAt(column, read, everyone));
    return others.some((shown) => !isSameSet(shown, first));
  });

const hasList = (answer: Exchange, column: string): boolean =>
  Array.isArray(at(jsonOf(answer), column.split(" ")[0] ?? ""));

/**
 * @param everyone the ids that may be set; of others at the same location, those from before must go
 * @param kind `members` for their own read; in another record, or in the answer to a write, lists may be unrelated
 */
export const createMembersView = (everyone: ReadonlySet<string>, kind: "members" | "record" | "write") => {
  let steps: readonly Step[] = [];
  /** Answers that show nobody's members yet. */
  let unplaced: readonly Step[] = [];
  let before: Exchange | undefined;
  /** Whether somebody else than was set has been there from before, wherever members are shown. */
  const hasStayed = (read: Exchange): boolean =>
    rightColumns(steps, everyone).every((column) => {
      const [was, is] = [before, read].map((one) => one && memberColumnsOf(jsonOf(one)).get(column));
      return [...(is ?? [])].some((id) => !everyone.has(id) && was?.has(id) === true);
    });
  const place = (members: ReadonlySet<string>, read: Exchange): string | undefined => {
    const step = { members, read };
    const isEverybody = everyone.size > 1 && members.size === everyone.size;
    const isShown =
      kind === "write"
        ? columnsHoldingOnly(everyone, memberColumnsOf(jsonOf(read))).length > 0
        : rightColumns([step], everyone).length > 0;
    unplaced = [...unplaced, step];
    if (isEverybody && isShown) steps = [step];
    // A location of their own read that changes to anything but what was set shows wrong members.
    const isWrong = kind === "members" && rightColumns(unplaced, everyone).length === 0;
    return isWrong && isChanging(unplaced, everyone) ? "other members after each set" : undefined;
  };
  return {
    /**
     * Takes in an answer after one of some sets was stored, or before any was.
     * @returns what it shows in place of the set, if that is wrong
     */
    see(sets: readonly ReadonlySet<string>[], read: Exchange): string | undefined {
      const [only] = sets;
      if (only === undefined) before ??= read;
      if (only === undefined || (steps.length === 0 && sets.length > 1)) return undefined;
      if (steps.length === 0) return place(only, read);
      const fitting = sets
        .map((members) => [...steps, { members, read }])
        .find((one) => rightColumns(one, everyone).length > 0);
      if (fitting !== undefined) {
        steps = fitting;
        return hasStayed(read) ? "a member from before" : undefined;
      }
      // An answer without the list does not show its members.
      const column = rightColumns(steps, everyone).find((one) => hasList(read, one));
      if (column === undefined) return undefined;
      return `${shownAt(column, read, everyone).size} of the ${everyone.size} scratch members`;
    },
    /** Whether members have been seen in it. */
    get isKnown() {
      return steps.length > 0;
    },
  };
};

/** Where answers of one kind show the members of a group, learnt from the members that were set. */
export type MembersView = ReturnType<typeof createMembersView>;
