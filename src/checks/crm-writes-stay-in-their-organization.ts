import { resources } from "../builtin/generated/resources.ts";
import { send, type Judgement, type Plan, type PlanContext } from "../core/model/check.ts";
import { isSuccess, jsonOf, type Call, type Exchange } from "../core/model/exchange.ts";
import { type OwnershipTag, staysInItsOrganization } from "./relations/own-organization.ts";
import { learntId } from "./support/ids.ts";
import { contactIdOf } from "./support/event-contact.ts";
import { isObject } from "./support/json.ts";
import { statusOf, tagged, violation } from "./support/judgements.ts";
import { needsOf } from "./support/resource.ts";
import { toBeRefused } from "./support/refusal.ts";
import { bearer, idAt, integerAt, mainBearer } from "./support/sample-calls.ts";

const { note } = resources.crm;

/** Events and individuals of two organizations, at least one of them foreign. */
const additions = [
  {
    name: "another organization's individual",
    isOther: false,
    /** It may be an individual of the own organization with the same number. */
    mayBeOwn: true,
    event: "eventId",
    individual: "otherOrganizationContactIndividualId",
  },
  {
    name: "another organization's event",
    isOther: false,
    mayBeOwn: false,
    event: "otherOrganizationEventId",
    individual: "contactIndividualId",
  },
  {
    name: "another organization's key and individual",
    isOther: true,
    mayBeOwn: false,
    event: "eventId",
    individual: "otherOrganizationContactIndividualId",
  },
] as const;

type Addition = (typeof additions)[number];

interface Tag {
  readonly addition: Addition["name"];
  readonly is: "added" | "contact";
}

/** Reads the contact that an answer names with the main key: a readable one belongs to its own organization. */
const contactOf = (added: Exchange, addition: Addition["name"]): readonly Call<Tag>[] => {
  const id = isSuccess(added) ? contactIdOf(added) : undefined;
  return id === undefined
    ? []
    : [
        {
          operation: "getContact",
          path: { contactId: learntId("crm contact", id) },
          authorization: mainBearer("crm"),
          label: `the contact of ${addition}`,
          tag: { addition, is: "contact" },
          expects: "refusal",
        },
      ];
};

function* addForeigners(context: PlanContext): Plan<void, Tag> {
  for (const { name, isOther, event, individual } of context.sample(additions, 1)) {
    const eventId = idAt(context, `crm.scratch.${event}`);
    const contactIndividualId = integerAt(context, `crm.scratch.${individual}`);
    if (eventId === undefined || contactIndividualId === undefined) continue;
    const added = yield* send(
      toBeRefused<Tag>({
        operation: "addEventContact",
        path: { eventId },
        body: { kind: "json", value: { contactIndividualId } },
        authorization: isOther ? bearer(note.stranger) : mainBearer("crm"),
        label: name,
        tag: { addition: name, is: "added" },
      }),
    );
    for (const contact of contactOf(added, name)) yield* send(contact);
  }
}

const judgeAddition = function* (
  { name, mayBeOwn }: Addition,
  exchanges: readonly Exchange<Tag | OwnershipTag>[],
): Generator<Judgement> {
  const added = tagged(exchanges, { addition: name, is: "added" });
  if (added === undefined || !isSuccess(added) || !isObject(jsonOf(added))) return;
  const contact = tagged(exchanges, { addition: name, is: "contact" });
  if (mayBeOwn && contact !== undefined && isSuccess(contact)) return;
  yield violation({
    rule: "relation",
    message: `${name} is taken at an event`,
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
