import { defineFault, type Fault } from "./fault.ts";
import { empty, text } from "./support/answers.ts";
import { referenceLists } from "./support/donation-operations.ts";
import { problem } from "./support/problems.ts";
import { always, answering } from "./support/refusing.ts";

export const faults: readonly Fault[] = [
  defineFault({
    id: "reference-lists-are-gone",
    fact: "DON-09",
    grade: "gross",
    title: "Custom fields, premiums and projects are not found",
    wrap: answering(referenceLists, always, () => problem(404, "There is nothing here.")),
  }),
  defineFault({
    id: "custom-field-list-is-spelt-otherwise",
    fact: "DON-09",
    grade: "structural",
    title: "Custom fields are listed at /api/CustomField/list, and capitals count",
    wrap: answering(
      ["listCustomFields"],
      ({ url }) => url.pathname.endsWith("/List"),
      () => problem(404, "There is nothing here."),
    ),
  }),
  defineFault({
    id: "premium-list-is-empty",
    fact: "DON-09",
    grade: "structural",
    title: "The list of premiums is a 204 without a body",
    wrap: answering(["listPremiums"], always, () => empty(204)),
  }),
  defineFault({
    id: "project-list-fails",
    fact: "DON-09",
    grade: "structural",
    title: "Listing projects ends in an error",
    wrap: answering(["listProjects"], always, () => problem(500, "Something went wrong.")),
  }),
  defineFault({
    id: "premium-list-is-a-web-page",
    fact: "DON-09",
    grade: "structural",
    title: "The list of premiums is a page for people",
    drags: { "GEN-03": "A web page is no JSON." },
    wrap: answering(["listPremiums"], always, () => text(200, "<ul><li>Tote bag</li></ul>", "text/html")),
  }),
  defineFault({
    id: "project-list-wants-a-page-size",
    fact: "DON-09",
    grade: "behavioural",
    title: "The list of projects answers only when it is told how many",
    wrap: answering(
      ["listProjects"],
      ({ url }) => !url.searchParams.has("Take"),
      () => problem(400, "Take is required."),
    ),
  }),
];
