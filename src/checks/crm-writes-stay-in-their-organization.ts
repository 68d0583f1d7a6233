import { defineCheck, send, type Judgement, type PlanContext } from "../harness/model/check.ts";
import {
  isSuccess,
  jsonOf,
  type Authorization,
  type Call,
  type Exchange,
} from "../harness/model/exchange.ts";
import { fitsPath, learntId } from "./support/asked-id.ts";
import { isObject, property } from "./support/json.ts";
import { labelled, notApplicable, statusOf, violation } from "./support/judgements.ts";
import { noteNeeds, scratchNote, without } from "./support/note-calls.ts";
import { handedOut } from "./support/other-organization.ts";
import { bearer, idAt, mainBearer } from "./support/sample-calls.ts";
import { toBeRefused } from "./support/refusal.ts";

const otherKey = "crm.credentials.otherOrganizationApiKey";

/** Each organization has its own note types. */
const note = (context: PlanContext): Readonly<Record<string, unknown>> =>
  without(scratchNote(context), ["type"]);

const putNote = (
  context: PlanContext,
  setting: string,
  authorization: Authorization,
  label: string,
): Call => ({
  operation: "replaceContactNote",
  path: { noteId: idAt(context, setting) ?? "" },
  body: { kind: "json", value: { ...note(context), note: `Written by ${label}.` } },
  authorization,
  label,
});

/** Notes of either organization: their owner's write, which shows them, and the other one's. */
const notes = [
  { setting: "crm.scratch.noteId", owner: "the owner", stranger: "another organization's key" },
  {
    setting: "crm.scratch.otherOrganizationNoteId",
    owner: "the owner of the other note",
    stranger: "this organization's key on another one's note",
  },
] as const;

const inPart = (label: string): string => `${label}, in part`;

/** Events and individuals of either organization, of which one at least is not the caller's. */
const additions = [
  {
    label: "another organization's individual",
    isOther: false,
    event: "eventId",
    individual: "otherOrganizationContactIndividualId",
  },
  {
    label: "another organization's event",
    isOther: false,
    event: "otherOrganizationEventId",
    individual: "contactIndividualId",
  },
  {
    label: "another organization's key and individual",
    isOther: true,
    event: "eventId",
    individual: "otherOrganizationContactIndividualId",
  },
] as const;

const contactLabel = (label: string): string => `the contact of ${label}`;

/** Reads the contact that an answer names, with the main key: one that it may read is its own organization's. */
const contactOf = (added: Exchange, label: string): Call | undefined => {
  const id = property(jsonOf(added), "contactId");
  return (typeof id === "string" || typeof id === "number") && fitsPath(id)
    ? {
        operation: "getContact",
        path: { contactId: learntId("crm contact", id) },
        authorization: mainBearer("crm"),
        label: contactLabel(label),
        expects: "refusal",
      }
    : undefined;
};

const judgeAddition = function* (
  { label, isOther }: (typeof additions)[number],
  exchanges: readonly Exchange[],
): Generator<Judgement> {
  const added = labelled(exchanges, label);
  if (added === undefined || !isSuccess(added) || !isObject(jsonOf(added))) return;
  const contact = labelled(exchanges, contactLabel(label));
  // An individual of one's own of the same number.
  if (!isOther && label.endsWith("individual") && contact !== undefined && isSuccess(contact)) return;
  yield violation({
    rule: "relation",
    message: `${label} is taken at an event`,
    exchange: added,
    expected: "a refusal",
    actual: `${statusOf(added)} with an event contact`,
  });
};

export const crmWritesStayInTheirOrganization = defineCheck({
  id: "crm-writes-stay-in-their-organization",
  facts: ["GEN-05"],
  effect: "write",
  severity: "error",
  interfaces: ["crm"],
  needs: [...noteNeeds, otherKey, "crm.scratch.otherOrganizationNoteId"],
  title: "A CRM credential writes only to its own organization's records",
  why: "A caller that can overwrite another organization's note also reads what the answer returns of it.",
  turns: 2,
  *plan(context) {
    const keys = [mainBearer("crm"), bearer(otherKey)] as const;
    for (const [index, { setting, owner, stranger }] of notes.entries()) {
      const [own, other] = index === 0 ? keys : [keys[1], keys[0]];
      yield* send(putNote(context, setting, own, owner));
      const call = putNote(context, setting, other, stranger);
      const value = { note: `Written by ${inPart(stranger)}.` };
      yield* send(toBeRefused(call));
      // A server that asks whose it is only where it has something to check lets a smaller body pass.
      yield* send(toBeRefused({ ...call, body: { kind: "json", value }, label: inPart(stranger) }));
    }
    for (const { label, isOther, event, individual } of context.sample(additions, 1)) {
      const eventId = idAt(context, `crm.scratch.${event}`);
      const contactIndividualId = context.setting(`crm.scratch.${individual}`);
      if (eventId === undefined || contactIndividualId === undefined) continue;
      const added = yield* send(
        toBeRefused({
          operation: "addEventContact",
          path: { eventId },
          body: { kind: "json", value: { contactIndividualId } },
          authorization: isOther ? keys[1] : keys[0],
          label,
        }),
      );
      const contact = isSuccess(added) ? contactOf(added, label) : undefined;
      if (contact !== undefined) yield* send(contact);
    }
    yield* send({
      ...putNote(context, "crm.scratch.noteId", keys[0], "put back"),
      body: { kind: "json", value: scratchNote(context) },
    });
  },
  *judge(exchanges): Generator<Judgement> {
    if (exchanges.length === 0) return yield notApplicable("it was another check's turn");
    for (const { owner, stranger } of notes) {
      const shown = labelled(exchanges, owner);
      for (const label of [stranger, inPart(stranger)]) {
        const written = labelled(exchanges, label);
        if (shown !== undefined && written !== undefined) yield* handedOut(written, { owner: shown });
      }
    }
    for (const addition of additions) yield* judgeAddition(addition, exchanges);
  },
});
