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

const answersWith = (defect: Defect) => ({
  answers: answeredBy("parameters-hold-at-once", targetWith(defect)),
});

const isRefused: Defect = (wish, answer) =>
  wish.descending && wish.details ? { status: 400 } : answer(wish);

const pointer = "/items";

export const examples: ActiveExamples = {
  pass: answersWith((wish, answer) => answer(wish)),
  otherwise: { "pages with details are as long as those without": answersWith(shortWithDetails) },
  fails: {
    [`DON-03 ${pointer}: a descending page loses its first record where it embeds details`]:
      answersWith(losesTheFirst),
    "DON-04: a descending list with details is refused": answersWith(isRefused),
    "DON-10: a descending query with details is refused": answersWith(isRefused),
    [`DON-05 ${pointer}: a list with details is in another order`]: answersWith((wish, answer) =>
      answer(wish.details ? { ...wish, sortBy: "modified" } : wish),
    ),
    [`DON-08 ${pointer}: details are those of the place on a page that loses its first record`]: answersWith(
      (wish, answer) =>
        wish.details
          ? withItems(answer(wish), (items) =>
              items
                .slice(wish.descending ? 1 : 0)
                .map((item, index) => ({ ...item, ...detailsOf(index + 1) })),
            )
          : answer(wish),
    ),
    [`DON-06 ${pointer}: details undo Descending`]: answersWith(undoesDescending),
    [`DON-07 ${pointer}: a descending page skips one record more`]: answersWith(skipsOneMore),
  },
};
