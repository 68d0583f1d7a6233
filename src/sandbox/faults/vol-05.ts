import { lost, onCreated, withNames } from "./support/created.ts";
import { faultsOf } from "./fault.ts";
import { json } from "./support/answers.ts";
import { objectOf, edit } from "./support/edit.ts";
import { always, answering } from "./support/refusing.ts";
import { onAnswer, onRequestBody, parse, withJson } from "./support/wrappers.ts";
import { afterwardsRead, onRepetition, storingRefused } from "./support/over-time.ts";

const named = (body: unknown): unknown => {
  const group = objectOf(body);
  const { name } = group;
  return typeof name === "string" && name.trim() !== "" ? group : { ...group, name: "Unnamed" };
};

export const faults = faultsOf("VOL-05", {
  gross: {
    "no-group-is-created": [
      "Creating a group fails",
      answering(["createGroup"], always, () => json(500, { message: "Something went wrong." })),
    ],
    "invalid-group-gets-400": [
      "Invalid groups get 400 in place of 422",
      onAnswer(["createGroup", "updateGroup"], (outgoing) =>
        outgoing.status === 422 ? { ...outgoing, status: 400 } : outgoing,
      ),
    ],
  },
  structural: {
    "invalid-group-is-told-in-a-200": [
      "A new group that is invalid gets 200 with what is wrong",
      onAnswer("createGroup", (outgoing) =>
        outgoing.status === 422 ? { ...outgoing, status: 200 } : outgoing,
      ),
    ],
    "group-update-is-not-validated": [
      "Updating a group takes whatever is sent",
      onRequestBody("updateGroup", named),
    ],
    "invalid-group-update-fails": [
      "An invalid update of a group ends in an error of the server",
      onAnswer("updateGroup", (outgoing) =>
        outgoing.status === 422 ? json(500, { message: "Something went wrong." }) : outgoing,
      ),
    ],
    "group-cannot-be-updated": [
      "Groups are updated with PATCH alone",
      answering(["updateGroup"], always, () => json(405, { message: "Use PATCH." })),
    ],
  },
  behavioural: {
    "a-created-group-is-read-once": [
      "A group that was created can be read once",
      onCreated("groups", (outgoing, { reads }) => (reads > 1 ? lost() : outgoing)),
    ],
    "a-created-group-takes-the-name-of-the-next": [
      "A group that was created is shown with the name of the one created afterwards",
      onCreated("groups", (outgoing, { next }) => withNames(outgoing, next.at(-1))),
    ],
    "a-created-group-takes-the-name-of-one-that-was-refused": [
      "A creation that is refused renames the group created before",
      onCreated("groups", (outgoing, { refused }) => withNames(outgoing, refused.at(-1))),
    ],
    "the-same-group-update-twice-is-invalid": [
      "Updating a group twice by the same is refused as invalid",
      onRepetition("updateGroup", () => json(422, { message: "Nothing was changed.", errors: {} })),
    ],
    "a-forbidden-group-update-is-stored": [
      "An update of a group without the permission is refused and stored",
      storingRefused(["updateGroup"], [403]),
    ],
    "a-group-keeps-the-refused-name": [
      "The update after a refused one stores the name that was refused",
      afterwardsRead(
        (incoming, { status }) => incoming.operation === "updateGroup" && (status === 401 || status === 403),
        ["updateGroup"],
        (body, refused) => ({ ...body, name: objectOf(parse(refused.body))["name"] }),
      ),
    ],
    "invalid-group-update-is-stored": [
      "An invalid update of a group gets 422 after it was stored",
      (next) => async (incoming) => {
        const outgoing = await next(incoming);
        if (incoming.operation !== "updateGroup" || outgoing.status !== 422) return outgoing;
        await next({ ...incoming, body: JSON.stringify(named(parse(incoming.body))) });
        return outgoing;
      },
    ],
    "group-update-is-not-stored": [
      "Updating a group answers what was sent and stores nothing",
      (next) => async (incoming) => {
        if (incoming.operation !== "updateGroup" || incoming.headers.get("authorization") === null)
          return next(incoming);
        const outgoing = await next({ ...incoming, body: JSON.stringify({ name: "" }) });
        const sent = objectOf(parse(incoming.body));
        return outgoing.status === 422 && typeof sent["name"] === "string" && sent["name"] !== ""
          ? json(200, { data: { ...sent, id: Number(incoming.path["id"]) } })
          : outgoing;
      },
    ],
    "group-update-makes-a-new-group": [
      "Updating a group creates another one",
      (next) => async (incoming) => {
        if (incoming.operation !== "updateGroup") return next(incoming);
        const url = new URL(incoming.url);
        url.pathname = url.pathname.replace(/\/[^/]+$/, "");
        return next({ ...incoming, url, method: "POST", operation: "createGroup" });
      },
    ],

    "group-names-lose-emoji": [
      "The name of a group loses its emoji",
      onRequestBody("updateGroup", (body) =>
        edit(body, "name", (name) =>
          typeof name === "string" ? name.replaceAll(/[\u{10000}-\u{10ffff}]/gu, "\ufffd") : name,
        ),
      ),
    ],
    "group-names-with-apostrophes-fail": [
      "Updating a group breaks on an apostrophe",
      answering(
        ["updateGroup"],
        ({ body }) => String(objectOf(parse(body))["name"]).includes("'"),
        () => json(500, { message: "Something went wrong." }),
      ),
    ],
    "created-groups-lose-their-description": [
      "Creating a group answers with the description, and the group is read without",
      onCreated("groups", (outgoing) =>
        withJson(
          outgoing,
          edit(parse(outgoing.body), "data/description", () => null),
        ),
      ),
    ],
  },
});
