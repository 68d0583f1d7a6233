import { integerInPath, type AssumedEndpoint } from "../../../pipeline/assumed-endpoint.ts";
import type { Answer, Context, ParsedRequest } from "../../../pipeline/endpoint.ts";
import { isRefusal, refuse, type Refusal } from "../../../refusal.ts";
import {
  addEvent,
  findEvent,
  removeEvent,
  saveEvent,
  type Event,
  type EventInput,
} from "../../../store/crm/events.ts";
import { eventView } from "../views/event-view.ts";
import { readFields } from "./fields.ts";
import { idIn, whenKnown } from "./when-known.ts";

const readEvent = (body: unknown, { clock }: Context): EventInput | Refusal<422> =>
  readFields(body, (fields) => ({
    name: fields.text("name"),
    description: fields.optionalText("description"),
    startsAt: fields.instant("startDateTimeUtc", clock.now()),
  }));

const create = ({ body }: ParsedRequest, context: Context): Answer | Refusal => {
  const { database, caller, emit } = context;
  const event = readEvent(body, context);
  if (isRefusal(event)) return event;
  const view = eventView({ ...event, id: addEvent(database, caller.organizationId, event) });
  emit("eventCreate", { event: view });
  return { status: 200, body: view };
};

const update = (request: ParsedRequest, context: Context): Answer | Refusal => {
  const { database, caller, emit } = context;
  const before = known(request, context);
  if (before === undefined) return noEvent();
  const event = readEvent(request.body, context);
  if (isRefusal(event)) return event;
  saveEvent(database, caller.organizationId, before.id, event);
  const view = eventView({ ...event, id: before.id });
  emit("eventUpdate", { event: view });
  return { status: 200, body: view };
};

const remove = (request: ParsedRequest, context: Context): Answer | Refusal => {
  const { database, caller, emit } = context;
  const event = known(request, context);
  if (event === undefined) return noEvent();
  removeEvent(database, caller.organizationId, event.id);
  emit("eventDelete", { event: eventView(event) });
  return { status: 204 };
};

const known = (request: ParsedRequest, { database, caller }: Context): Event | undefined =>
  findEvent(database, caller.organizationId, idIn(request, "eventId"));

const noEvent = (): Refusal => refuse(404, "There is no such event.");

const path = "/api/Event/{eventId}";
const parameters = [integerInPath("eventId")];
const permission = "event.write";

/** Creating, replacing and deleting events. */
export const eventEndpoints: readonly AssumedEndpoint[] = [
  whenKnown("U-07", {
    id: "createEvent",
    method: "POST",
    path: "/api/Event",
    permission,
    readsBody: true,
    respond: create,
  }),
  whenKnown("U-07", {
    id: "updateEvent",
    method: "PUT",
    path,
    permission,
    parameters,
    readsBody: true,
    respond: update,
  }),
  whenKnown("U-07", { id: "deleteEvent", method: "DELETE", path, permission, parameters, respond: remove }),
];
