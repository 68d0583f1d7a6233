import { combinations } from "../../../src/checks/families/combinations.ts";
import { property } from "../../../src/checks/support/json.ts";
import { answeredBy } from "../kit/answered-by.ts";
import type { ActiveExamples, AnswerExample } from "../kit/example.ts";
import {
  detailsOf,
  losesTheFirst,
  shortWithDetails,
  skipsOneMore,
  targetWith,
  undoesDescending,
  withItems,
  type Defect,
  type Wish,
} from "../kit/paged-target.ts";

const [, combinationsHold] = combinations;

const answersWith = (defect: Defect) => ({ answers: answeredBy(combinationsHold, targetWith(defect)) });

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

const pointer = "/items";

/** A plan asks for it twice, as one that knows nothing of the other time. */
const miscounted = untilAskedAgain(
  (wish, answer) => counting(answer(wish), either(wish) && wish.take === 1 ? 1 : 0),
  2,
);

export const examples: ActiveExamples = {
  passes: [
    answersWith((wish, answer) => answer(wish)),
    // Ties, short pages with details and refused long ones are nobody's defect.
    answersWith(shortWithDetails),
    answersWith((wish, answer) => (wish.details && wish.take > 20 ? { status: 400 } : answer(wish))),
    answersWith((wish, answer) => (wish.skip >= 15 ? { status: 404 } : answer(wish))),
  ],
  otherwise: [
    {
      assumes: "records stay as they are until all combinations are asked",
      isUnjudged: true,
      ...answersWith(untilAskedAgain(losesTheFirst)),
    },
    {
      assumes: "a total that was asked by itself is that of every page that is asked later",
      ...answersWith((wish, answer) =>
        miscounted(wish, (one) => answer({ ...one, take: Math.min(3, one.take) })),
      ),
    },
  ],
  fails: [
    {
      what: "a descending page loses its first record where it embeds details",
      blames: "DON-03",
      pointer,
      ...answersWith(losesTheFirst),
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
      ...answersWith(undoesDescending),
    },
    {
      what: "a descending page skips one record more",
      blames: "DON-07",
      pointer,
      ...answersWith(skipsOneMore),
    },
    {
      what: "details are those of the place on the page",
      blames: "DON-08",
      pointer,
      ...answersWith((wish, answer) =>
        wish.details
          ? withItems(answer(wish), (items) =>
              items.map((item, index) => ({ ...item, ...detailsOf(index + 1) })),
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
        return counting(answer(wish), wish.details && either(wish) ? 1 : 0);
      }),
    },
  ],
};
