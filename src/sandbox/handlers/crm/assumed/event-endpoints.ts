import type { AssumedEndpoint } from "../../../pipeline/assumed-endpoint.ts";
import type { Context } from "../../../pipeline/endpoint.ts";
import type { Refusal } from "../../../refusal.ts";
import { events, type EventInput } from "../../../store/crm/events.ts";
import { eventView } from "../views/event-view.ts";
import { readFields } from "./fields.ts";
import { recordEndpoints } from "./record-endpoints.ts";

const readEvent = (body: unknown, { clock }: Context): EventInput | Refusal<422> =>
  readFields(body, (fields) => ({
    name: fields.text("name"),
    description: fields.optionalText("description"),
    startsAt: fields.instant("startDateTimeUtc", clock.now()),
  }));

/** Creating, replacing and deleting events. */
export const eventEndpoints: readonly AssumedEndpoint[] = recordEndpoints({
  noun: "event",
  name: "Event",
  path: "/api/Event",
  permission: "event.write",
  readNew: readEvent,
  readChange: readEvent,
  find: ({ database, caller }, id) => events.findIn(database, caller.organizationId, id),
  entity: events,
  view: eventView,
});
