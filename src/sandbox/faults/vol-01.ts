import { defineFault, type Fault } from "./fault.ts";
import { empty, json } from "./support/answers.ts";
import { drop, edit, property, put, rename } from "./support/edit.ts";
import { always, answering } from "./support/refusing.ts";
import { onSuccess } from "./support/wrappers.ts";

export const faults: readonly Fault[] = [
  defineFault({
    id: "user-list-has-no-meta",
    fact: "VOL-01",
    grade: "gross",
    title: "The total of users stands beside them, without meta",
    wrap: onSuccess("listUsers", (body) =>
      put(drop(body, "meta"), "total", property(property(body, "meta"), "total")),
    ),
  }),
  defineFault({
    id: "user-list-is-a-bare-array",
    fact: "VOL-01",
    grade: "gross",
    title: "The list of users is an array",
    wrap: onSuccess("listUsers", (body) => property(body, "data")),
  }),
  defineFault({
    id: "user-list-is-empty",
    fact: "VOL-01",
    grade: "gross",
    title: "The list of users is a 204",
    wrap: answering(["listUsers"], always, () => empty(204)),
  }),
  defineFault({
    id: "user-total-is-text",
    fact: "VOL-01",
    grade: "structural",
    title: "meta.total is a string",
    wrap: onSuccess("listUsers", (body) => edit(body, "meta/total", String)),
  }),
  defineFault({
    id: "user-total-is-called-total-count",
    fact: "VOL-01",
    grade: "structural",
    title: "meta counts in total_count",
    wrap: onSuccess("listUsers", (body) => rename(body, "meta/total", "total_count")),
  }),
  defineFault({
    id: "user-list-refuses-per-page",
    fact: "VOL-01",
    grade: "structural",
    title: "per_page is refused as unknown",
    wrap: answering(
      ["listUsers"],
      ({ url }) => url.searchParams.has("per_page"),
      () => json(400, { message: "per_page is not known." }),
    ),
  }),
  defineFault({
    id: "user-total-is-null-with-per-page",
    fact: "VOL-01",
    grade: "behavioural",
    title: "meta.total is null where per_page was given",
    wrap: onSuccess("listUsers", (body, { url }) =>
      url.searchParams.has("per_page") ? put(body, "meta/total", null) : body,
    ),
  }),
  defineFault({
    id: "user-meta-is-wrapped-in-an-array-for-small-pages",
    fact: "VOL-01",
    grade: "behavioural",
    title: "meta of a page of one user is an array, as its converter has it",
    wrap: onSuccess("listUsers", (body, { url }) =>
      url.searchParams.get("per_page") === "1" ? edit(body, "meta", (meta) => [meta]) : body,
    ),
  }),
];
