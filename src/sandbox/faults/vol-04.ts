import { defineFault, type Fault } from "./fault.ts";
import { json } from "./support/answers.ts";
import { configured } from "./support/credentials.ts";
import { edit, objectOf, put } from "./support/edit.ts";
import { always, answering, isAdmitted } from "./support/refusing.ts";
import { onSuccess, parse } from "./support/wrappers.ts";

export const faults: readonly Fault[] = [
  defineFault({
    id: "no-project-is-created",
    fact: "VOL-04",
    grade: "gross",
    title: "Creating a project fails",
    wrap: answering(["createProject"], always, () => json(500, { message: "Something went wrong." })),
  }),
  defineFault({
    id: "projects-cannot-be-updated",
    fact: "VOL-04",
    grade: "gross",
    title: "Projects are updated with PATCH alone",
    wrap: answering(["updateProject"], always, () => json(405, { message: "Use PATCH." })),
  }),
  defineFault({
    id: "project-update-wants-the-whole-project",
    fact: "VOL-04",
    grade: "structural",
    title: "Updating a project is refused for want of fields of its creation",
    wrap: answering(
      ["updateProject"],
      ({ body }) => objectOf(parse(body))["dates"] === undefined,
      () => json(422, { message: "The dates are required." }),
    ),
  }),
  defineFault({
    id: "project-update-is-not-stored",
    fact: "VOL-04",
    grade: "behavioural",
    title: "Updating a project answers what was sent and stores nothing",
    wrap: (next, surroundings) => async (incoming) =>
      incoming.operation === "updateProject" && isAdmitted(incoming, surroundings)
        ? json(200, { data: { ...objectOf(parse(incoming.body)), id: Number(incoming.path["id"]) } })
        : next(incoming),
  }),
  defineFault({
    id: "project-update-makes-a-new-project",
    fact: "VOL-04",
    grade: "behavioural",
    title: "Updating a project creates another one",
    wrap: (next) => async (incoming) => {
      if (incoming.operation !== "updateProject") return next(incoming);
      const url = new URL(incoming.url);
      url.pathname = url.pathname.replace(/\/[^/]+$/, "");
      return next({ ...incoming, url, method: "POST", operation: "createProject" });
    },
  }),
  defineFault({
    id: "project-update-names-another-project",
    fact: "VOL-04",
    grade: "behavioural",
    title: "Updating a project answers with the id of another project",
    wrap: onSuccess("updateProject", (body) => edit(body, "data/id", (id) => Number(id) + 1)),
  }),
  defineFault({
    id: "created-project-is-not-stored",
    fact: "VOL-04",
    grade: "behavioural",
    title: "Creating a project answers with an id under which there is none",
    wrap: onSuccess("createProject", (body) => put(body, "data/id", 999_999)),
  }),
  defineFault({
    id: "project-update-goes-astray",
    fact: "VOL-04",
    grade: "behavioural",
    title: "Updating a project changes the next one, and answers as if it had not",
    wrap: (next, surroundings) => async (incoming) => {
      const id = String(configured(surroundings, "volunteer", "scratch/projectId"));
      if (incoming.operation !== "updateProject" || incoming.path["id"] !== id) return next(incoming);
      const url = new URL(incoming.url);
      url.pathname = url.pathname.replace(/[^/]+$/, String(Number(id) + 1));
      const outgoing = await next({ ...incoming, url });
      return outgoing.status < 300
        ? json(200, { data: { ...objectOf(parse(incoming.body)), id: Number(id) } })
        : outgoing;
    },
  }),
];
