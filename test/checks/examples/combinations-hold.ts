import { combinations } from "../../../src/checks/families/combinations.ts";
import { property } from "../../../src/checks/support/json.ts";
import { answeredBy } from "../kit/answered-by.ts";
import type { ActiveExamples } from "../kit/example.ts";
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

/** Somebody changes the records, and back before anything is asked for the second time. */
const untilAskedAgain = (defect: Defect): Defect => {
  const asked = new Set<string>();
  return (wish, answer) => {
    const isNew = !asked.has(JSON.stringify(wish));
    asked.add(JSON.stringify(wish));
    return isNew ? defect(wish, answer) : answer(wish);
  };
};

const either = (wish: Wish): boolean => wish.groups.some((group) => property(group, "conjunct") === 1);

const pointer = "/items";

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
        const page = answer(wish);
        return wish.details && either(wish)
          ? { body: { items: property(page.body, "items"), total: Number(property(page.body, "total")) + 1 } }
          : page;
      }),
    },
  ],
};
