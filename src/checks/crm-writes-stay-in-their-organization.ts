import { resources } from "../builtin/generated/resources.ts";
import { send, type Judgement, type Plan, type PlanContext } from "../core/model/check.ts";
import { isSuccess, jsonOf, type Call, type Exchange } from "../core/model/exchange.ts";
import { staysInItsOrganization } from "./relations/own-organization.ts";
import { learntId } from "./support/ids.ts";
import { contactIdOf } from "./support/event-contact.ts";
import { isObject } from "./support/json.ts";
import { labelled, statusOf, violation } from "./support/judgements.ts";
import { needsOf } from "./support/resource.ts";
import { toBeRefused } from "./support/refusal.ts";
import { bearer, idAt, integerAt, mainBearer } from "./support/sample-calls.ts";

const { note } = resources.crm;

/** Events and individuals of two organizations, at least one of them foreign. */
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

/** Reads the contact that an answer names with the main key: a readable one belongs to its own organization. */
const contactOf = (added: Exchange, label: string): readonly Call[] => {
  const id = isSuccess(added) ? contactIdOf(added) : undefined;
  return id === undefined
    ? []
    : [
        {
          operation: "getContact",
          path: { contactId: learntId("crm contact", id) },
          authorization: mainBearer("crm"),
          label: contactLabel(label),
          expects: "refusal",
        },
      ];
};

function* addForeigners(context: PlanContext): Plan {
  for (const { label, isOther, event, individual } of context.sample(additions, 1)) {
    const eventId = idAt(context, `crm.scratch.${event}`);
    const contactIndividualId = integerAt(context, `crm.scratch.${individual}`);
    if (eventId === undefined || contactIndividualId === undefined) continue;
    const added = yield* send(
      toBeRefused({
        operation: "addEventContact",
        path: { eventId },
        body: { kind: "json", value: { contactIndividualId } },
        authorization: isOther ? bearer(note.stranger) : mainBearer("crm"),
        label,
      }),
    );
    for (const contact of contactOf(added, label)) yield* send(contact);
  }
}

const judgeAddition = function* (
  { label, isOther }: (typeof additions)[number],
  exchanges: readonly Exchange[],
): Generator<Judgement> {
  const added = labelled(exchanges, label);
  if (added === undefined || !isSuccess(added) || !isObject(jsonOf(added))) return;
  const contact = labelled(exchanges, contactLabel(label));
  // It is an individual of the own organization with the same number.
  if (!isOther && label.endsWith("individual") && contact !== undefined && isSuccess(contact)) return;
  yield violation({
    rule: "relation",
    message: `${label} is taken at an event`,
    exchange: added,
    expected: "a refusal",
    actual: `${statusOf(added)} with an event contact`,
  });
};

export const crmWritesStayInTheirOrganization = staysInItsOrganization(
  [note],
  {
    id: "crm-writes-stay-in-their-organization",
    facts: ["GEN-05"],
    needs: [note.credential, ...needsOf(note.replace), note.stranger, note.replace.id.other],
    title: "A CRM credential writes only to its own organization's records",
    why: "A caller that can overwrite another organization's note also reads what the answer returns of it.",
    turns: 2,
  },
  {
    plan: addForeigners,
    *judge(exchanges) {
      for (const addition of additions) yield* judgeAddition(addition, exchanges);
    },
  },
);
