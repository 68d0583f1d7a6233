import { lost, onCreated, withNames } from "./support/created.ts";
import { faultsOf } from "./fault.ts";
import { json } from "./support/answers.ts";
import { configured } from "./support/credentials.ts";
import { edit, objectOf, put } from "./support/edit.ts";
import { always, answering, isAdmitted } from "./support/refusing.ts";
import { onSuccess, parse, onRequestBody, withJson } from "./support/wrappers.ts";
import { behindOneWrite, onRepetition, storingRefused } from "./support/over-time.ts";

export const faults = faultsOf("VOL-04", {
  gross: {
    "no-project-is-created": [
      "Creating a project fails",
      answering(["createProject"], always, () => json(500, { message: "Something went wrong." })),
    ],
    "projects-cannot-be-updated": [
      "Projects are updated with PATCH alone",
      answering(["updateProject"], always, () => json(405, { message: "Use PATCH." })),
    ],
  },
  structural: {
    "project-update-wants-the-whole-project": [
      "Updating a project is refused for want of fields of its creation",
      answering(
        ["updateProject"],
        ({ body }) => objectOf(parse(body))["dates"] === undefined,
        () => json(422, { message: "The dates are required." }),
      ),
    ],
  },
  behavioural: {
    "a-created-project-is-read-once": [
      "A project that was created can be read once",
      onCreated("projects", (outgoing, { reads }) => (reads > 1 ? lost() : outgoing)),
    ],
    "a-created-project-takes-the-name-of-the-next": [
      "A project that was created is shown with the name of the one created afterwards",
      onCreated("projects", (outgoing, { next }) => withNames(outgoing, next.at(-1))),
    ],
    "a-created-project-takes-the-name-of-one-that-was-refused": [
      "A creation that is refused renames the project created before",
      onCreated("projects", (outgoing, { refused }) => withNames(outgoing, refused.at(-1))),
    ],
    "a-refused-project-update-is-stored": [
      "An update of a project without a token is refused and stored",
      storingRefused(["updateProject"], [401]),
    ],
    "a-forbidden-project-update-is-stored": [
      "An update of a project without the permission is refused and stored",
      storingRefused(["updateProject"], [403]),
    ],
    "a-project-is-one-update-behind": [
      "A project is read as it was before its last update",
      behindOneWrite(
        ["updateProject"],
        ({ method, url }) => method === "GET" && url.pathname.includes("/projects/"),
      ),
    ],
    "the-same-project-update-twice-is-a-conflict": [
      "Updating a project twice by the same is a conflict",
      onRepetition("updateProject", () => json(409, { message: "The project is like that already." })),
      { alsoBreaks: { "GEN-03": "The same body under another media type is a repetition, too." } },
    ],
    "project-update-is-not-stored": [
      "Updating a project answers what was sent and stores nothing",
      (next, surroundings) => async (incoming) =>
        incoming.operation === "updateProject" && isAdmitted(incoming, surroundings)
          ? json(200, { data: { ...objectOf(parse(incoming.body)), id: Number(incoming.path["id"]) } })
          : next(incoming),
      { alsoBreaks: { "GEN-05": "Nor does it look whose project it is." } },
    ],
    "project-update-makes-a-new-project": [
      "Updating a project creates another one",
      (next) => async (incoming) => {
        if (incoming.operation !== "updateProject") return next(incoming);
        const url = new URL(incoming.url);
        url.pathname = url.pathname.replace(/\/[^/]+$/, "");
        return next({ ...incoming, url, method: "POST", operation: "createProject" });
      },
    ],
    "project-update-names-another-project": [
      "Updating a project answers with the id of another project",
      onSuccess("updateProject", (body) => edit(body, "data/id", (id) => Number(id) + 1)),
    ],
    "created-project-is-not-stored": [
      "Creating a project answers with an id under which there is none",
      onSuccess("createProject", (body) => put(body, "data/id", 999_999)),
    ],
    "project-update-goes-astray": [
      "Updating a project changes the next one, and answers as if it had not",
      (next, surroundings) => async (incoming) => {
        const id = String(configured(surroundings, "volunteer", "scratch/projectId"));
        if (incoming.operation !== "updateProject" || incoming.path["id"] !== id) return next(incoming);
        const url = new URL(incoming.url);
        url.pathname = url.pathname.replace(/[^/]+$/, String(Number(id) + 1));
        const outgoing = await next({ ...incoming, url });
        return outgoing.status < 300
          ? json(200, { data: { ...objectOf(parse(incoming.body)), id: Number(id) } })
          : outgoing;
      },
    ],

    "project-names-are-escaped": [
      "The name of a project comes back escaped for HTML",
      onRequestBody("updateProject", (body) =>
        edit(body, "name", (name) => String(name).replaceAll("&", "&amp;").replaceAll("'", "&#39;")),
      ),
    ],
    "project-names-lose-line-breaks": [
      "The name of a project ends at a line break",
      onRequestBody("updateProject", (body) => edit(body, "name", (name) => String(name).split("\n")[0])),
    ],
    "created-projects-are-public": [
      "Creating a project answers with the privacy that was sent, and the project is read as public",
      onCreated("projects", (outgoing) =>
        withJson(
          outgoing,
          edit(parse(outgoing.body), "data/privacy", () => "PUBLIC"),
        ),
      ),
    ],
  },
});
