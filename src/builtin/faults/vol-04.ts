import { faultsOf } from "./fault.ts";
import { isGoodAnswer, jsonAnswer, message } from "./support/answers.ts";
import { justCreated, losing, renaming, showing } from "./support/created.ts";
import { asMain, isAdmitted, namesOwn } from "./support/credentials.ts";
import { askingForNext, creating, leavesOut, sentBody } from "./support/requests.ts";
import { add, asArray, enlarged, replaced } from "./support/edit.ts";
import {
  also,
  answering,
  instead,
  onAnswer,
  onBody,
  onField,
  onRequest,
  onSentField,
} from "./support/rows.ts";
import { behindOneWrite, sentTwice } from "./support/rules.ts";

const update = "updateProject";

export const faults = faultsOf("VOL-04", {
  gross: {
    "no-project-is-created": [
      "Creating a project fails",
      answering("createProject", message(500, "Something went wrong.")),
    ],
    "projects-cannot-be-updated": [
      "Projects are updated with PATCH alone",
      answering("updateProject", message(405, "Use PATCH.")),
    ],
  },
  structural: {
    "project-update-wants-the-whole-project": [
      "Updating a project is refused for want of fields of its creation",
      answering(update, message(422, "The dates are required."), leavesOut("dates")),
    ],
  },
  behavioural: {
    "a-created-project-is-read-once": [
      "A project that was created can be read once",
      losing("projects", ({ reads }) => reads > 1),
    ],
    "a-created-project-takes-the-name-of-the-next": [
      "A project that was created is shown with the name of the one created afterwards",
      renaming("projects", ({ next }) => next.at(-1)),
    ],
    "a-created-project-takes-the-name-of-one-that-was-refused": [
      "A creation that is refused renames the project created before",
      renaming("projects", ({ refused }) => refused.at(-1)),
    ],
    "a-refused-project-update-is-stored": [
      "An update of a project without a token is refused and stored",
      onAnswer("updateProject", also(asMain), 401),
    ],
    "a-forbidden-project-update-is-stored": [
      "An update of a project without the permission is refused and stored",
      onAnswer("updateProject", also(asMain), 403),
    ],
    "a-project-is-one-update-behind": [
      "A project is read as it was before its last update",
      behindOneWrite(update, ({ method, url }) => method === "GET" && url.pathname.includes("/projects/")),
    ],
    "the-same-project-update-twice-is-a-conflict": [
      "Updating a project twice by the same is a conflict",
      onAnswer("updateProject", message(409, "The project is like that already."), sentTwice),
      { alsoBreaks: { "GEN-03": "The same body under another media type is a repetition, too." } },
    ],
    "project-update-is-not-stored": [
      "Updating a project answers what was sent and stores nothing",
      instead(
        update,
        (incoming) => jsonAnswer(200, { data: { ...sentBody(incoming), id: Number(incoming.path["id"]) } }),
        isAdmitted,
      ),
      { alsoBreaks: { "GEN-05": "Nor does it look whose project it is." } },
    ],
    "project-update-makes-a-new-project": [
      "Updating a project creates another one",
      onRequest(update, creating("createProject")),
    ],
    "project-update-names-another-project": [
      "Updating a project answers with the id of another project",
      onField(update, "data/id", enlarged(1)),
    ],
    "created-projects-cannot-be-updated": [
      "A project that was created can be read, and is not found when it is updated",
      answering(
        "updateProject",
        message(404, "There is no such project."),
        justCreated(undefined, "createProject"),
      ),
    ],
    "created-project-is-not-stored": [
      "Creating a project answers with an id under which there is none",
      onBody("createProject", add("data/id", 999_999)),
    ],
    "project-update-goes-astray": [
      "Updating a project changes the next one, and answers as if it had not",
      instead(
        update,
        async (incoming, here) => {
          const outgoing = await here.next(askingForNext(incoming, here));
          const data = { ...sentBody(incoming), id: Number(incoming.path["id"]) };
          return isGoodAnswer(outgoing) ? jsonAnswer(200, { data }) : outgoing;
        },
        namesOwn("id", "scratch/projectId"),
      ),
    ],
    "project-names-are-escaped": [
      "The name of a project comes back escaped for HTML",
      onSentField(update, "name", (name) => String(name).replaceAll("&", "&amp;").replaceAll("'", "&#39;")),
    ],
    "project-names-lose-line-breaks": [
      "The name of a project ends at a line break",
      onSentField(update, "name", replaced(/\n.*$/s, "")),
    ],
    "created-projects-are-public": [
      "Creating a project answers with the privacy that was sent, and the project is read as public",
      showing("projects", "privacy", "PUBLIC"),
    ],
    "project-names-of-digits-are-numbers": [
      "The name of a project loses a fraction of zero",
      onSentField(update, "name", replaced(/^(\d+)\.0$/, "$1")),
    ],
    "a-new-project-has-two-dates": [
      "Of the dates of a new project two are stored",
      onSentField("createProject", "dates", (dates) => asArray(dates).slice(0, 2)),
    ],
    "dates-of-projects-are-a-day-early-in-summer": [
      "The dates of a new project in summer are stored as the evening before",
      onSentField("createProject", "dates/*", (day) =>
        /-0[4-9]-/.test(String(day))
          ? new Date(Date.parse(String(day)) - 3_600_000).toISOString().slice(0, 10)
          : day,
      ),
    ],
  },
});
