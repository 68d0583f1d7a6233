import { combinationsHold } from "../../../src/checks/combinations-hold.ts";
import { property } from "../../../src/checks/support/json.ts";
import type { Call } from "../../../src/harness/model/exchange.ts";
import { answeredBy } from "../kit/answered-by.ts";
import type { ActiveExamples, AnswerExample } from "../kit/example.ts";

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

const detailsOf = (id: number) => ({ DonorAddresses: [{ id: id + 100 }], DonorContactMethods: [] });

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

type Defect = (wish: Wish, answer: (wish: Wish) => AnswerExample) => AnswerExample;

/** A target with donors alone, and one defect. */
const targetWith =
  (defect: Defect) =>
  (call: Call): AnswerExample => {
    if (call.operation === "getQueryOptions") return { body: { columns: ["id", "name"], parameters: [] } };
    return call.operation.endsWith("Donors") ? defect(wishOf(call), pageOf) : { status: 404 };
  };

const answersWith = (defect: Defect) => ({ answers: answeredBy(combinationsHold, targetWith(defect)) });

const withItems = (
  answer: AnswerExample,
  change: (items: readonly Record<string, unknown>[]) => unknown,
): AnswerExample => {
  const items = listIn(answer.body, "items") as readonly Record<string, unknown>[]; // made above
  return { body: { items: change(items), total: property(answer.body, "total") } };
};

const either = (wish: Wish): boolean => wish.groups.some((group) => property(group, "conjunct") === 1);

const pointer = "/items";

export const examples: ActiveExamples = {
  passes: [
    answersWith((wish, answer) => answer(wish)),
    // Ties, short pages with details and refused long ones are nobody's defect.
    answersWith((wish, answer) =>
      answer({ ...wish, take: wish.details ? Math.min(4, wish.take) : wish.take }),
    ),
    answersWith((wish, answer) => (wish.details && wish.take > 20 ? { status: 400 } : answer(wish))),
    answersWith((wish, answer) => (wish.skip >= 15 ? { status: 404 } : answer(wish))),
  ],
  fails: [
    {
      what: "a descending page loses its first record where it embeds details",
      blames: "DON-03",
      pointer,
      ...answersWith((wish, answer) =>
        wish.descending && wish.details ? withItems(answer(wish), (items) => items.slice(1)) : answer(wish),
      ),
    },
    {
      what: "a descending list with details is refused",
      blames: "DON-04",
      ...answersWith((wish, answer) =>
        wish.descending && wish.details && wish.groups.length === 0 && wish.columns === undefined
          ? { status: 400 }
          : answer(wish),
      ),
    },
    {
      what: "a search is never sorted",
      blames: "DON-05",
      pointer,
      ...answersWith((wish, answer) =>
        answer(wish.filter !== "" && wish.sortBy !== "id" ? { ...wish, sortBy: "id" } : wish),
      ),
    },
    {
      what: "details undo Descending",
      blames: "DON-06",
      pointer,
      says: "listDonors: Descending with IncludeDetails answers another order",
      ...answersWith((wish, answer) => answer(wish.details ? { ...wish, descending: false } : wish)),
    },
    {
      what: "a descending page skips one record more",
      blames: "DON-07",
      pointer,
      ...answersWith((wish, answer) =>
        answer(wish.descending && wish.skip > 0 ? { ...wish, skip: wish.skip + 1 } : wish),
      ),
    },
    {
      what: "details are those of the place on the page",
      blames: "DON-08",
      pointer,
      ...answersWith((wish, answer) =>
        wish.details
          ? withItems(answer(wish), (items) =>
              items.map((item, location) => ({ ...item, ...detailsOf(location + 1) })),
            )
          : answer(wish),
      ),
    },
    {
      what: "a query that joins by OR passes over sortBy",
      blames: "DON-10",
      pointer,
      ...answersWith((wish, answer) =>
        either(wish) ? withItems(answer({ ...wish, sortBy: "modified" }), (items) => items) : answer(wish),
      ),
    },
    {
      what: "without the sort field among the columns the order is another one",
      blames: "DON-14",
      pointer,
      ...answersWith((wish, answer) =>
        answer(wish.columns?.includes("id") === false ? { ...wish, sortBy: "modified" } : wish),
      ),
    },
    {
      what: "a group with more than one condition counts one record more with details",
      blames: "DON-23",
      pointer: "/total",
      ...answersWith((wish, answer) => {
        const page = answer(wish);
        return wish.details && either(wish)
          ? { body: { items: property(page.body, "items"), total: Number(property(page.body, "total")) + 1 } }
          : page;
      }),
    },
  ],
};
