import type { AnyCall } from "../../../src/core/model/exchange.ts";
import { answeredBy } from "../kit/answered-by.ts";
import type { ActiveExamples, AnswerExample } from "../kit/example.ts";

const ownerOf: Readonly<Record<string, "this" | "other">> = { "1": "this", "7": "other" };

const callerOf = ({ authorization }: AnyCall): "this" | "other" =>
  authorization.kind === "secret" && authorization.secret.name.includes("otherOrganization")
    ? "other"
    : "this";

const refused: AnswerExample = { status: 404 };

const noteOf = (id: string, owner: string): AnswerExample => ({
  body: {
    id: Number(id),
    createDateTimeUtc: `2024-01-0${id}T00:00:00Z`,
    createdByUser: `somebody of ${owner}`,
    noteDate: "2020-02-29",
  },
});

const conversation = (answerTo: (call: AnyCall) => AnswerExample | undefined) => ({
  answers: answeredBy("crm-writes-stay-in-their-organization", (call) => {
    const answer = answerTo(call);
    if (answer !== undefined) return answer;
    const id = String(call.path?.["noteId"]);
    return call.operation === "replaceContactNote" && ownerOf[id] === callerOf(call)
      ? noteOf(id, callerOf(call))
      : refused;
  }),
});

const isNoteOfStranger = (call: AnyCall): boolean =>
  call.operation === "replaceContactNote" && ownerOf[String(call.path?.["noteId"])] !== callerOf(call);

export const examples: ActiveExamples = {
  pass: conversation(() => undefined),
  otherwise: {
    "what is out of reach is not found": conversation((call) =>
      isNoteOfStranger(call) ? { status: 403 } : undefined,
    ),
    "notes are numbered beyond an organization": conversation((call) =>
      isNoteOfStranger(call)
        ? {
            body: {
              id: Number(call.path?.["noteId"]),
              createDateTimeUtc: "2021-05-05T00:00:00Z",
              createdByUser: "nobody else",
              noteDate: "2020-02-29",
            },
          }
        : undefined,
    ),
    "individuals are numbered beyond an organization": conversation((call) => {
      if (call.operation === "getContact") return { body: { id: 3 } };
      return call.label === "another organization's individual" ? { body: { contactId: 3 } } : undefined;
    }),
  },
  fails: {
    "GEN-05: any key replaces any note": conversation((call) => {
      const id = String(call.path?.["noteId"]);
      return isNoteOfStranger(call) ? noteOf(id, ownerOf[id] ?? "") : undefined;
    }),
    "GEN-05: individuals of others are added to an event": {
      ...conversation((call) =>
        call.label === "another organization's individual" ? { body: { contactId: 3 } } : undefined,
      ),
      says: "another organization's individual is taken at an event",
    },
    "GEN-05: any key replaces any note in part": conversation((call) => {
      const id = String(call.path?.["noteId"]);
      return isNoteOfStranger(call) && call.label.endsWith(", partial write")
        ? noteOf(id, ownerOf[id] ?? "")
        : undefined;
    }),
  },
};
