import { property } from "../../../src/checks/support/json.ts";
import type { Call } from "../../../src/harness/model/exchange.ts";
import type { AnswerExample } from "./example.ts";

/** What a call wishes of a page. */
export interface Wish {
  readonly skip: number;
  readonly take: number;
  readonly sortBy: string;
  readonly descending: boolean;
  readonly details: boolean;
  readonly filter: string;
  readonly groups: readonly unknown[];
  readonly columns: readonly string[] | undefined;
}

const ids = Array.from({ length: 15 }, (_, index) => index + 1);

const recordOf = (id: number) => ({
  id,
  name: `Donor ${String((id * 7) % 16).padStart(2, "0")}`,
  modifiedDate: `2025-01-${String(((id * 11) % 16) + 1).padStart(2, "0")}T00:00:00Z`,
});

/** What a record embeds. */
export const detailsOf = (id: number) => ({ DonorAddresses: [{ id: id + 100 }], DonorContactMethods: [] });

const wishOf = ({ query, body }: Call): Wish => {
  const said = (name: string): unknown =>
    query?.[`${name.charAt(0).toUpperCase()}${name.slice(1)}`] ??
    (body?.kind === "json" ? property(body.value, name) : undefined);
  const groups = said("groups");
  const columns = said("selectedColumns");
  return {
    skip: Number(said("skip") ?? 0),
    take: Number(said("take") ?? 10),
    sortBy: String(said("sortBy") ?? "id").toLowerCase(),
    descending: said("descending") === true,
    details: said("includeDetails") === true,
    filter: String(said("filter") ?? ""),
    groups: Array.isArray(groups) ? groups : [],
    columns: Array.isArray(columns) ? columns : undefined,
  };
};

const conditions: Readonly<Record<string, (id: number) => boolean>> = {
  isOrganization: (id) => id % 2 === 0,
  lifetimeGiving: (id) => id <= 9,
  name: (id) => id % 3 === 0,
};

const listIn = (value: unknown, name: string): readonly unknown[] => {
  const list = property(value, name);
  return Array.isArray(list) ? list : [];
};

const matches = (group: unknown, id: number): boolean => {
  const parts = [
    ...listIn(group, "conditions").map((one) => conditions[String(property(one, "parameter"))]?.(id) ?? true),
    ...listIn(group, "groups").map((inner) => matches(inner, id)),
  ];
  return property(group, "conjunct") === 0 ? parts.every(Boolean) : parts.some(Boolean);
};

/** Answers a page, made by what a defect makes of the wish. */
const pageOf = (wish: Wish): AnswerExample => {
  const { skip, take, sortBy, descending, details, filter, groups, columns } = wish;
  const found = ids.filter(
    (id) => (filter === "" || id % 4 !== 0) && groups.every((group) => matches(group, id)),
  );
  const key = (id: number): number => (sortBy === "id" ? id : (id * 11) % 16);
  const ordered = found.toSorted((one, other) => (key(one) - key(other)) * (descending ? -1 : 1));
  const items = ordered.slice(skip, skip + take).map((id) => {
    const record = { ...recordOf(id), ...(details ? detailsOf(id) : {}) };
    return columns === undefined
      ? record
      : Object.fromEntries(Object.entries(record).filter(([name]) => columns.includes(name)));
  });
  return { body: { items, total: found.length } };
};

/** What a defect makes of the answer. */
export type Defect = (wish: Wish, answer: (wish: Wish) => AnswerExample) => AnswerExample;

/** A target with donors alone, and one defect. */
export const targetWith =
  (defect: Defect) =>
  (call: Call): AnswerExample => {
    if (call.operation === "getQueryOptions") return { body: { columns: ["id", "name"], parameters: [] } };
    return call.operation.endsWith("Donors") ? defect(wishOf(call), pageOf) : { status: 404 };
  };

/** A page with other items. */
export const withItems = (
  answer: AnswerExample,
  change: (items: readonly Record<string, unknown>[]) => unknown,
): AnswerExample => {
  const items = listIn(answer.body, "items") as readonly Record<string, unknown>[]; // made above
  return { body: { items: change(items), total: property(answer.body, "total") } };
};

/** No defect: how long a page with details may be is not stated. */
export const shortWithDetails: Defect = (wish, answer) =>
  answer({ ...wish, take: wish.details ? Math.min(4, wish.take) : wish.take });

export const losesTheFirst: Defect = (wish, answer) =>
  wish.descending && wish.details ? withItems(answer(wish), (items) => items.slice(1)) : answer(wish);

export const undoesDescending: Defect = (wish, answer) =>
  answer(wish.details ? { ...wish, descending: false } : wish);

export const skipsOneMore: Defect = (wish, answer) =>
  answer(wish.descending && wish.skip > 0 ? { ...wish, skip: wish.skip + 1 } : wish);
