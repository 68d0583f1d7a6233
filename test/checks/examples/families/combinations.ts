import { property } from "../../../../src/checks/support/json.ts";
import type { AnyCall } from "../../../../src/core/model/exchange.ts";
import { answeredBy } from "../../kit/answered-by.ts";
import type { ActiveExamples, AnswerExample, Family } from "../../kit/example.ts";

/** What a call wishes of a page. */
interface Wish {
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
const detailsOf = (id: number) => ({ DonorAddresses: [{ id: id + 100 }], DonorContactMethods: [] });

const wishOf = ({ query, body }: AnyCall): Wish => {
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
type Defect = (wish: Wish, answer: (wish: Wish) => AnswerExample) => AnswerExample;

/** A target with donors alone, and one defect. */
const targetWith =
  (defect: Defect) =>
  (call: AnyCall): AnswerExample => {
    if (call.operation === "getQueryOptions") return { body: { columns: ["id", "name"], parameters: [] } };
    return call.operation.endsWith("Donors") ? defect(wishOf(call), pageOf) : { status: 404 };
  };

/** A page with other items. */
const withItems = (
  answer: AnswerExample,
  change: (items: readonly Record<string, unknown>[]) => unknown,
): AnswerExample => {
  const items = listIn(answer.body, "items") as readonly Record<string, unknown>[]; // made above
  return { body: { items: change(items), total: property(answer.body, "total") } };
};

/** No defect: how long a page with details may be is not stated. */
const shortWithDetails: Defect = (wish, answer) =>
  answer({ ...wish, take: wish.details ? Math.min(4, wish.take) : wish.take });

const losesTheFirst: Defect = (wish, answer) =>
  wish.descending && wish.details ? withItems(answer(wish), (items) => items.slice(1)) : answer(wish);

const undoesDescending: Defect = (wish, answer) =>
  answer(wish.details ? { ...wish, descending: false } : wish);

const skipsOneMore: Defect = (wish, answer) =>
  answer(wish.descending && wish.skip > 0 ? { ...wish, skip: wish.skip + 1 } : wish);

const answering = (id: string) => (defect: Defect) => ({ answers: answeredBy(id, targetWith(defect)) });
const parametersWith = answering("parameters-hold-at-once");
const combinationsWith = answering("combinations-hold");

const isRefused: Defect = (wish, answer) =>
  wish.descending && wish.details ? { status: 400 } : answer(wish);

/** Somebody changes the records, and back before anything was asked more than so many times. */
const untilAskedAgain = (defect: Defect, times = 1): Defect => {
  const asked = new Map<string, number>();
  return (wish, answer) => {
    const count = asked.get(JSON.stringify(wish)) ?? 0;
    asked.set(JSON.stringify(wish), count + 1);
    return count < times ? defect(wish, answer) : answer(wish);
  };
};

/** A page with so many records more in its total. */
const counting = (page: AnswerExample, more: number): AnswerExample => ({
  body: { items: property(page.body, "items"), total: Number(property(page.body, "total")) + more },
});

const either = (wish: Wish): boolean => wish.groups.some((group) => property(group, "conjunct") === 1);

/** A plan asks for it twice, as one that knows nothing of the other time. */
const miscounted = untilAskedAgain(
  (wish, answer) => counting(answer(wish), either(wish) && wish.take === 1 ? 1 : 0),
  2,
);

export const active: Family<ActiveExamples> = {
  "parameters-hold-at-once": {
    pass: parametersWith((wish, answer) => answer(wish)),
    otherwise: { "pages with details are as long as those without": parametersWith(shortWithDetails) },
    fails: {
      "DON-03 /items: a descending page loses its first record where it embeds details":
        parametersWith(losesTheFirst),
      "DON-04: a descending list with details is refused": parametersWith(isRefused),
      "DON-10: a descending query with details is refused": parametersWith(isRefused),
      "DON-05 /items: a list with details is in another order": parametersWith((wish, answer) =>
        answer(wish.details ? { ...wish, sortBy: "modified" } : wish),
      ),
      "DON-08 /items: details are those of the place on a page that loses its first record": parametersWith(
        (wish, answer) =>
          wish.details
            ? withItems(answer(wish), (items) =>
                items
                  .slice(wish.descending ? 1 : 0)
                  .map((item, index) => ({ ...item, ...detailsOf(index + 1) })),
              )
            : answer(wish),
      ),
      "DON-06 /items: details undo Descending": parametersWith(undoesDescending),
      "DON-07 /items: a descending page skips one record more": parametersWith(skipsOneMore),
    },
  },
  "combinations-hold": {
    pass: combinationsWith((wish, answer) => answer(wish)),
    alsoPasses: [
      // Ties, short pages with details and refused long ones are nobody's defect.
      combinationsWith(shortWithDetails),
      combinationsWith((wish, answer) => (wish.details && wish.take > 20 ? { status: 400 } : answer(wish))),
      combinationsWith((wish, answer) => (wish.skip >= 15 ? { status: 404 } : answer(wish))),
    ],
    otherwise: {
      "records stay as they are until all combinations are asked": combinationsWith(
        untilAskedAgain(losesTheFirst),
      ),
      "a total that was asked by itself is that of every page that is asked later": combinationsWith(
        (wish, answer) => miscounted(wish, (one) => answer({ ...one, take: Math.min(3, one.take) })),
      ),
    },
    fails: {
      "DON-03 /items: a descending page loses its first record where it embeds details":
        combinationsWith(losesTheFirst),
      "DON-04: a descending list with details is refused": combinationsWith((wish, answer) =>
        wish.descending && wish.details && wish.groups.length === 0 && wish.columns === undefined
          ? { status: 400 }
          : answer(wish),
      ),
      "DON-05 /items: a search is never sorted": combinationsWith((wish, answer) =>
        answer(wish.filter !== "" && wish.sortBy !== "id" ? { ...wish, sortBy: "id" } : wish),
      ),
      "DON-06 /items: details undo Descending": {
        says: "listDonors: Descending with IncludeDetails answers another order",
        ...combinationsWith(undoesDescending),
      },
      "DON-07 /items: a descending page skips one record more": combinationsWith(skipsOneMore),
      "DON-08 /items: details are those of the place on the page": combinationsWith((wish, answer) =>
        wish.details
          ? withItems(answer(wish), (items) =>
              items.map((item, index) => ({ ...item, ...detailsOf(index + 1) })),
            )
          : answer(wish),
      ),
      "DON-10 /items: a query that joins by OR passes over sortBy": combinationsWith((wish, answer) =>
        either(wish) ? withItems(answer({ ...wish, sortBy: "modified" }), (items) => items) : answer(wish),
      ),
      "DON-14 /items: without the sort field among the columns the order is another one": combinationsWith(
        (wish, answer) =>
          answer(wish.columns?.includes("id") === false ? { ...wish, sortBy: "modified" } : wish),
      ),
      "DON-23 /total: a group with more than one condition counts one record more with details":
        combinationsWith((wish, answer) => counting(answer(wish), wish.details && either(wish) ? 1 : 0)),
    },
  },
};
