import type { Models } from "../../../../builtin/generated/operation-types.ts";
import type { EndpointContext } from "../../../pipeline/endpoint.ts";
import type { Handler } from "../../../pipeline/handler.ts";
import { refuse, type FieldError, type SandboxRefusal } from "../../../refusal.ts";
import { findContact } from "../../../store/crm/contacts.ts";
import { events, type Event } from "../../../store/crm/events.ts";
import { forms, submissions } from "../../../store/crm/forms.ts";
import { findGift, crmGifts, type Gift } from "../../../store/crm/gifts.ts";
import { crmProjects, type CrmProject } from "../../../store/crm/projects.ts";
import type { SandboxDatabase } from "../../../store/database.ts";
import type { Entity } from "../../../store/entity.ts";
import { createReader, createView, notFound, refused } from "./fields.ts";
import { viewerOf } from "./caller.ts";
import { contactLink } from "./views/links.ts";
import { utcDateTime } from "../../../moment.ts";

interface Stored {
  readonly id: number;
  readonly organizationId: number;
}

/** A kind of record with its own endpoints to create, replace and delete it (U-07). */
interface RecordKind<Kept extends Stored, View extends object, Sent> {
  /** Its name in messages, event bodies and event kinds: `event`, `eventCreate`. */
  readonly noun: string;
  readonly entity: Entity & {
    add(database: SandboxDatabase, record: Omit<Kept, "id">): number;
    save(database: SandboxDatabase, id: number, change: Partial<Kept>): void;
  };
  readonly find: (context: EndpointContext, id: number) => Kept | undefined;
  /** Values for columns that the body omits. */
  readonly otherwise: (context: EndpointContext) => Partial<Kept>;
  /** Values that replacements do not change. */
  readonly own?: (sent: Sent) => Partial<Kept>;
  readonly check?: (sent: Sent, context: EndpointContext) => readonly FieldError[];
  readonly view: (stored: Kept, context: EndpointContext) => View;
}

/** Handlers that create, replace and delete records of a kind. */
const recordHandlers = <Kept extends Stored, View extends object, Sent extends object>(
  kind: RecordKind<Kept, View, Sent>,
) => {
  const { noun, entity } = kind;
  const missing = (): SandboxRefusal<404> => refuse(404, `There is no such ${noun}.`);
  const found = (path: Readonly<Record<string, number>>, context: EndpointContext): Kept | undefined =>
    kind.find(context, Object.values(path)[0] ?? 0);
  const answer = (stored: Kept, action: string, context: EndpointContext) => {
    const view = kind.view(stored, context);
    context.emit(`${noun}${action}`, { [noun]: view });
    return { status: 200 as const, body: view };
  };
  return {
    create: ({ body }: { readonly body: Sent }, context: EndpointContext) => {
      const { errors, read } = createReader(context);
      const input = read<Partial<Kept>>(entity, body, kind.otherwise(context));
      const wrong = [...(kind.check?.(body, context) ?? []), ...errors];
      if (wrong.length > 0) return refused(wrong);
      const { organizationId } = context.caller;
      // All columns of the kind: from the body, permanent ones, and the organization.
      const record = { ...input, ...kind.own?.(body), organizationId } as unknown as Kept;
      return answer({ ...record, id: entity.add(context.database, record) }, "Create", context);
    },
    update: (
      { path, body }: { readonly path: Readonly<Record<string, number>>; readonly body: object },
      context: EndpointContext,
    ) => {
      const before = found(path, context);
      if (before === undefined) return missing();
      const { errors, read } = createReader(context);
      const change = read<Partial<Kept>>(entity, body, kind.otherwise(context));
      if (errors.length > 0) return refused(errors);
      entity.save(context.database, before.id, change);
      return answer({ ...before, ...change }, "Update", context);
    },
    remove: ({ path }: { readonly path: Readonly<Record<string, number>> }, context: EndpointContext) => {
      const known = found(path, context);
      if (known === undefined) return missing();
      entity.remove(context.database, known.id);
      context.emit(`${noun}Delete`, { [noun]: kind.view(known, context) });
      return { status: 204 as const };
    },
  };
};

/** An event; its fields are not stated (U-07). */
export const eventView = createView<Models["crm-beyond"]["Event"]>(events);

export const eventHandlers = recordHandlers<Event, Models["crm-beyond"]["Event"], object>({
  noun: "event",
  entity: events,
  find: ({ database, caller }, id) => events.findIn(database, caller.organizationId, id),
  otherwise: ({ clock }) => ({ startsAt: clock.now() }),
  view: (event, { assumptions }) => eventView(event, assumptions),
});

const projectView = createView<Models["crm-beyond"]["Project"]>(crmProjects);

export const projectHandlers = recordHandlers<CrmProject, Models["crm-beyond"]["Project"], object>({
  noun: "project",
  entity: crmProjects,
  find: ({ database, caller }, id) => crmProjects.findIn(database, caller.organizationId, id),
  otherwise: () => ({ isActive: true }),
  view: (project, { assumptions }) => projectView(project, assumptions),
});

const unknownContact = (contactId: number, { database, caller }: EndpointContext): FieldError[] =>
  findContact(database, viewerOf(caller), contactId) === undefined ? [notFound("contactId", "contact")] : [];

const giftView = createView<Models["crm-beyond"]["Gift"]>(crmGifts);

/** Only amount and date are mentioned; the rest is invented (U-08). */
export const giftHandlers = recordHandlers<
  Gift,
  Models["crm-beyond"]["Gift"],
  Models["crm-beyond"]["NewGift"]
>({
  noun: "gift",
  entity: crmGifts,
  find: ({ database, caller }, id) => findGift(database, viewerOf(caller), id),
  otherwise: ({ clock }) => ({ givenAt: clock.now(), giftType: "Cash" }),
  own: ({ contactId }) => ({ contactId }),
  check: ({ contactId }, context) => unknownContact(contactId, context),
  view: (gift, { assumptions, baseUrl }) => ({
    ...giftView(gift, assumptions),
    contactUrl: contactLink(baseUrl, gift.contactId),
  }),
});

/** Submits a form: known only as a kind of event (U-07). */
export const submitForm: Handler<"submitForm"> = ({ path, body }, context) => {
  const { database, caller, clock, emit } = context;
  const { organizationId } = caller;
  const form = forms.findIn(database, organizationId, path.formId);
  if (form === undefined) return refuse(404, "There is no such form.");
  const { contactId = null, fields } = body;
  const wrong = contactId === null ? [] : unknownContact(contactId, context);
  if (wrong.length > 0) return refused(wrong);
  const submittedAt = clock.now();
  const submission = { contactId, fields: fields ?? {} };
  const id = submissions.add(database, { ...submission, organizationId, formId: form.id, submittedAt });
  const view = {
    id,
    formId: form.id,
    formName: form.name,
    ...submission,
    submitDateTimeUtc: utcDateTime(submittedAt),
  };
  emit("formSubmission", { formSubmission: view });
  return { status: 200, body: view };
};
