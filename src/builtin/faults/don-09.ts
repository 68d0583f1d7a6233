import { faultsOf } from "./fault.ts";
import { empty, gone, problemAnswer, textAnswer } from "./support/answers.ts";
import { referenceLists } from "./support/names.ts";
import { answering, onAnswer, refusedStatuses, status } from "./support/rows.ts";
import { after, afterOverlaps, repeated } from "./support/rules.ts";

export const faults = faultsOf("DON-09", {
  gross: {
    "reference-lists-are-gone": [
      "Custom fields, premiums and projects are not found",
      answering(referenceLists, gone),
    ],
  },
  structural: {
    "custom-field-list-is-spelt-otherwise": [
      "Custom fields are listed at /api/CustomField/list, and capitals count",
      answering("listCustomFields", gone, ({ url }) => url.pathname.endsWith("/List")),
    ],
    "premium-list-is-empty": ["The list of premiums has no body", answering("listPremiums", empty(200))],
    "project-list-fails": [
      "Listing projects ends in an error",
      answering("listProjects", problemAnswer(500, "Something went wrong.")),
    ],
    "premium-list-is-a-web-page": [
      "The list of premiums is a page for people",
      answering("listPremiums", textAnswer(200, "<ul><li>Tote bag</li></ul>", "text/html")),
      { alsoBreaks: { "GEN-03": "A web page is no JSON." } },
    ],
  },
  behavioural: {
    "premiums-are-gone-once-replacements-overlapped": [
      "Once two campaigns were replaced at once, the list of premiums is answered with 204",
      afterOverlaps("replaceCampaign", "listPremiums", status(204)),
    ],
    "projects-are-gone-after-a-refused-replacement": [
      "The list of projects after a refused replacement is not there",
      onAnswer("listProjects", gone, after("replaceProject", refusedStatuses)),
    ],
    "project-lists-asked-for-before-have-nothing-new": [
      "What was asked for before is answered with 304",
      onAnswer("listProjects", status(304), repeated),
      { alsoBreaks: { "DON-20": "A 304 is for who has a copy." } },
    ],
    "project-list-wants-a-page-size": [
      "The list of projects answers only with Take",
      answering(
        "listProjects",
        problemAnswer(400, "Take is required."),
        ({ url }) => !url.searchParams.has("Take"),
      ),
    ],
  },
});
