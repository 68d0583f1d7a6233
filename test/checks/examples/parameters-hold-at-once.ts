import { combinations } from "../../../src/checks/families/combinations.ts";
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
} from "../kit/paged-target.ts";

const [parametersHoldAtOnce] = combinations;

const answersWith = (defect: Defect) => ({ answers: answeredBy(parametersHoldAtOnce, targetWith(defect)) });

const isRefused: Defect = (wish, answer) =>
  wish.descending && wish.details ? { status: 400 } : answer(wish);

const pointer = "/items";

export const examples: ActiveExamples = {
  passes: [answersWith((wish, answer) => answer(wish))],
  otherwise: [
    { assumes: "pages with details are as long as those without", ...answersWith(shortWithDetails) },
  ],
  fails: [
    {
      what: "a descending page loses its first record where it embeds details",
      blames: "DON-03",
      pointer,
      ...answersWith(losesTheFirst),
    },
    { what: "a descending list with details is refused", blames: "DON-04", ...answersWith(isRefused) },
    { what: "a descending query with details is refused", blames: "DON-10", ...answersWith(isRefused) },
    {
      what: "a list with details is in another order",
      blames: "DON-05",
      pointer,
      ...answersWith((wish, answer) => answer(wish.details ? { ...wish, sortBy: "modified" } : wish)),
    },
    {
      what: "details are those of the place on a page that loses its first record",
      blames: "DON-08",
      pointer,
      ...answersWith((wish, answer) =>
        wish.details
          ? withItems(answer(wish), (items) =>
              items
                .slice(wish.descending ? 1 : 0)
                .map((item, index) => ({ ...item, ...detailsOf(index + 1) })),
            )
          : answer(wish),
      ),
    },
    {
      what: "details undo Descending",
      blames: "DON-06",
      pointer,
      ...answersWith(undoesDescending),
    },
    {
      what: "a descending page skips one record more",
      blames: "DON-07",
      pointer,
      ...answersWith(skipsOneMore),
    },
  ],
};
