import type { Event } from "../../../store/crm/events.ts";
import { utcDateTime } from "./moment.ts";

/** An event; nothing is stated of its fields (U-07). */
export const eventView = ({ id, name, description, startsAt }: Event): Record<string, unknown> => ({
  id,
  name,
  description,
  startDateTimeUtc: utcDateTime(startsAt),
});
