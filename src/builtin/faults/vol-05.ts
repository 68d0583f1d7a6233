import { faultsOf } from "./fault.ts";
import { jsonAnswer, message } from "./support/answers.ts";
import { justCreated, losing, renaming, showing } from "./support/created.ts";
import { asMain } from "./support/credentials.ts";
import { objectOf, property } from "./support/edit.ts";
import {
  also,
  answering,
  instead,
  onAnswer,
  onRequest,
  onSent,
  onSentField,
  sending,
  status,
} from "./support/rows.ts";
import { creating, sends, sentBody } from "./support/requests.ts";
import { mixingOverlaps, onNextSent, sentTwice } from "./support/rules.ts";

const named = (body: unknown): unknown => {
  const group = objectOf(body);
  const { name } = group;
  return typeof name === "string" && name.trim() !== "" ? group : { ...group, name: "Unnamed" };
};

export const faults = faultsOf("VOL-05", {
  gross: {
    "no-group-is-created": [
      "Creating a group fails",
      answering("createGroup", message(500, "Something went wrong.")),
    ],
    "invalid-group-gets-400": [
      "Invalid groups get 400 in place of 422",
      onAnswer(["createGroup", "updateGroup"], status(400), 422),
    ],
  },
  structural: {
    "invalid-group-is-told-in-a-200": [
      "A new group that is invalid gets 200 with what is wrong",
      onAnswer("createGroup", status(200), 422),
    ],
    "group-update-is-not-validated": [
      "Updating a group takes whatever is sent",
      onSent("updateGroup", named),
    ],
    "invalid-group-update-fails": [
      "An invalid update of a group ends in an error of the server",
      onAnswer("updateGroup", message(500, "Something went wrong."), 422),
    ],
    "group-cannot-be-updated": [
      "Groups are updated with PATCH alone",
      answering("updateGroup", message(405, "Use PATCH.")),
    ],
  },
  behavioural: {
    "a-created-group-is-read-once": [
      "A group that was created can be read once",
      losing("groups", ({ reads }) => reads > 1),
    ],
    "a-created-group-takes-the-name-of-the-next": [
      "A group that was created is shown with the name of the one created afterwards",
      renaming("groups", ({ next }) => next.at(-1)),
    ],
    "a-created-group-takes-the-name-of-one-that-was-refused": [
      "A creation that is refused renames the group created before",
      renaming("groups", ({ refused }) => refused.at(-1)),
    ],
    "the-same-group-update-twice-is-invalid": [
      "Updating a group twice by the same is refused as invalid",
      onAnswer("updateGroup", jsonAnswer(422, { message: "Nothing was changed.", errors: {} }), sentTwice),
    ],
    "a-forbidden-group-update-is-stored": [
      "An update of a group without the permission is refused and stored",
      onAnswer("updateGroup", also(asMain), 403),
    ],
    "a-group-keeps-the-refused-name": [
      "The update after a refused one stores the name that was refused",
      onNextSent("updateGroup", [401, 403], (body, refused) => ({
        ...body,
        name: sentBody(refused)["name"],
      })),
    ],
    "invalid-group-update-is-stored": [
      "An invalid update of a group gets 422 after it was stored",
      onAnswer("updateGroup", also(sending(named)), 422),
    ],
    "created-groups-cannot-be-updated": [
      "A group that was created can be read, and nobody may update it",
      answering("updateGroup", message(403, "This group is locked."), justCreated(undefined, "createGroup")),
    ],
    "group-update-is-not-stored": [
      "Updating a group answers what was sent and stores nothing",
      instead(
        "updateGroup",
        async (incoming, here) => {
          const outgoing = await here.next({ ...incoming, body: JSON.stringify({ name: "" }) });
          const data = { ...sentBody(incoming), id: Number(incoming.path["id"]) };
          const isNamed = typeof property(data, "name") === "string" && property(data, "name") !== "";
          return outgoing.status === 422 && isNamed ? jsonAnswer(200, { data }) : outgoing;
        },
        ({ headers }) => headers.has("authorization"),
      ),
    ],
    "group-update-makes-a-new-group": [
      "Updating a group creates another one",
      onRequest("updateGroup", creating("createGroup")),
    ],
    "a-group-takes-the-name-of-a-project-at-once": [
      "A group that is updated while a project is updated is stored with the name of the project",
      mixingOverlaps("updateGroup", ({ name = "" }) => ({ name }), "updateProject"),
    ],
    "group-names-lose-emoji": [
      "The name of a group loses its emoji",
      onSentField("updateGroup", "name", (name) =>
        typeof name === "string" ? name.replaceAll(/[\u{10000}-\u{10ffff}]/gu, "\ufffd") : name,
      ),
    ],
    "group-names-with-apostrophes-fail": [
      "Updating a group breaks on an apostrophe",
      answering(
        "updateGroup",
        message(500, "Something went wrong."),
        sends(({ name }) => String(name).includes("'")),
      ),
    ],
    "created-groups-lose-their-description": [
      "Creating a group answers with the description, and the group is read without",
      showing("groups", "description", null),
    ],
  },
});
