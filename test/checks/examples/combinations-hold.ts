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

const answersWith = (defect: Defect) => ({ answers: answeredBy("combinations-hold", targetWith(defect)) });

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
  pass: answersWith((wish, answer) => answer(wish)),
  alsoPasses: [
    // Ties, short pages with details and refused long ones are nobody's defect.
    answersWith(shortWithDetails),
    answersWith((wish, answer) => (wish.details && wish.take > 20 ? { status: 400 } : answer(wish))),
    answersWith((wish, answer) => (wish.skip >= 15 ? { status: 404 } : answer(wish))),
  ],
  otherwise: {
    "records stay as they are until all combinations are asked": answersWith(untilAskedAgain(losesTheFirst)),
    "a total that was asked by itself is that of every page that is asked later": answersWith(
      (wish, answer) => miscounted(wish, (one) => answer({ ...one, take: Math.min(3, one.take) })),
    ),
  },
  fails: {
    [`DON-03 ${pointer}: a descending page loses its first record where it embeds details`]:
      answersWith(losesTheFirst),
    "DON-04: a descending list with details is refused": answersWith((wish, answer) =>
      wish.descending && wish.details && wish.groups.length === 0 && wish.columns === undefined
        ? { status: 400 }
        : answer(wish),
    ),
    [`DON-05 ${pointer}: a search is never sorted`]: answersWith((wish, answer) =>
      answer(wish.filter !== "" && wish.sortBy !== "id" ? { ...wish, sortBy: "id" } : wish),
    ),
    [`DON-06 ${pointer}: details undo Descending`]: {
      says: "listDonors: Descending with IncludeDetails answers another order",
      ...answersWith(undoesDescending),
    },
    [`DON-07 ${pointer}: a descending page skips one record more`]: answersWith(skipsOneMore),
    [`DON-08 ${pointer}: details are those of the place on the page`]: answersWith((wish, answer) =>
      wish.details
        ? withItems(answer(wish), (items) =>
            items.map((item, index) => ({ ...item, ...detailsOf(index + 1) })),
          )
        : answer(wish),
    ),
    [`DON-10 ${pointer}: a query that joins by OR passes over sortBy`]: answersWith((wish, answer) =>
      either(wish) ? withItems(answer({ ...wish, sortBy: "modified" }), (items) => items) : answer(wish),
    ),
    [`DON-14 ${pointer}: without the sort field among the columns the order is another one`]: answersWith(
      (wish, answer) =>
        answer(wish.columns?.includes("id") === false ? { ...wish, sortBy: "modified" } : wish),
    ),
    "DON-23 /total: a group with more than one condition counts one record more with details": answersWith(
      (wish, answer) => {
        return counting(answer(wish), wish.details && either(wish) ? 1 : 0);
      },
    ),
  },
};
