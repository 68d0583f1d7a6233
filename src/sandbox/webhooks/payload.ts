import type { Account } from "../store/accounts.ts";
import type { SandboxEvent } from "../store/events.ts";
import type { Organization } from "../store/organizations.ts";

export interface Circumstances {
  /** Number of the event. */
  readonly number: number;
  readonly organization: Organization;
  /** The account that caused the event; undefined for a key. */
  readonly account: Account | undefined;
  /** `single` contains one record, `batched` a list of one (U-21). */
  readonly form: "single" | "batched";
}

/** The body of a delivery. None of it is specified (U-21 to U-23). */
export const deliveryBody = (event: SandboxEvent, around: Circumstances): string =>
  JSON.stringify(event.interface === "volunteer" ? volunteerBody(event) : givingBody(event, around));

const volunteerBody = (event: SandboxEvent): Record<string, unknown> => ({
  type: event.kind,
  organization_id: event.organizationId,
  data: event.data,
});

/** CRM and donation events have the same form; donation events also have the number used to subscribe to them. */
const givingBody = (
  event: SandboxEvent,
  { number, organization, account, form }: Circumstances,
): Record<string, unknown> => {
  const eventType = donationEventNumbers.get(event.kind);
  const head = {
    event: event.kind.charAt(0).toUpperCase() + event.kind.slice(1),
    ...(event.interface === "donation" && eventType !== undefined ? { eventType } : {}),
    eventId: number,
    eventDateTimeUtc: new Date(event.occurredAt).toISOString(),
    organization: { id: organization.id, name: organization.name },
    organizationUser: account === undefined ? null : { id: account.id, emailAddress: account.username },
  };
  return form === "single" ? { ...head, ...event.data } : { ...head, models: Object.values(event.data) };
};

const actions = ["Create", "Update", "Delete"] as const;

/** Donation kinds by the integers of U-22: tens are subjects, units are actions. */
export const donationEventNumbers: ReadonlyMap<string, number> = new Map(
  ["donor", "gift", "recurringGift", "campaign", "project"].flatMap((subject, index) =>
    actions.map((action, unit): [string, number] => [`${subject}${action}`, (index + 1) * 10 + unit]),
  ),
);
