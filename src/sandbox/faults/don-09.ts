import { afterOverlaps, afterwards, refusalOf } from "./support/over-time.ts";
import { onRepeat, withStatus } from "./support/later.ts";
import { faultsOf } from "./fault.ts";
import { empty, text } from "./support/answers.ts";
import { referenceLists } from "./support/donation-operations.ts";
import { problem } from "./support/problems.ts";
import { always, answering } from "./support/refusing.ts";

export const faults = faultsOf("DON-09", {
  gross: {
    "reference-lists-are-gone": [
      "Custom fields, premiums and projects are not found",
      answering(referenceLists, always, () => problem(404, "There is nothing here.")),
    ],
  },
  structural: {
    "custom-field-list-is-spelt-otherwise": [
      "Custom fields are listed at /api/CustomField/list, and capitals count",
      answering(
        ["listCustomFields"],
        ({ url }) => url.pathname.endsWith("/List"),
        () => problem(404, "There is nothing here."),
      ),
    ],
    "premium-list-is-empty": [
      "The list of premiums is a 204 without a body",
      answering(["listPremiums"], always, () => empty(204)),
    ],
    "project-list-fails": [
      "Listing projects ends in an error",
      answering(["listProjects"], always, () => problem(500, "Something went wrong.")),
    ],
    "premium-list-is-a-web-page": [
      "The list of premiums is a page for people",
      answering(["listPremiums"], always, () => text(200, "<ul><li>Tote bag</li></ul>", "text/html")),
      { alsoBreaks: { "GEN-03": "A web page is no JSON." } },
    ],
  },
  behavioural: {
    "premiums-are-gone-once-replacements-overlapped": [
      "Once two campaigns were replaced at once, the list of premiums is answered with 204",
      afterOverlaps(["replaceCampaign"], ["listPremiums"], withStatus(204)),
    ],
    "projects-are-gone-after-a-refused-replacement": [
      "The list of projects after a refused replacement is not there",
      afterwards(refusalOf("replaceProject"), ["listProjects"], () => problem(404, "There is nothing here.")),
    ],
    "project-lists-asked-for-before-have-nothing-new": [
      "What was asked for before is answered with 304",
      onRepeat(["listProjects"], withStatus(304)),
      { alsoBreaks: { "DON-20": "A 304 is for who has a copy." } },
    ],
    "project-list-wants-a-page-size": [
      "The list of projects answers only with Take",
      answering(
        ["listProjects"],
        ({ url }) => !url.searchParams.has("Take"),
        () => problem(400, "Take is required."),
      ),
    ],
  },
});
