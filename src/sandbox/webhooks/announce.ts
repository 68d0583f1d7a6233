import type { Assumptions } from "../assumptions/assumptions.ts";
import { findAccount, type SignInAccount } from "../store/credentials.ts";
import type { SandboxDatabase } from "../store/database.ts";
import { addDelivery, type StoredDelivery } from "../store/deliveries.ts";
import { countEvent, type SandboxEvent } from "../store/events.ts";
import { findOrganization, type SandboxOrganization } from "../store/organizations.ts";
import { subscribers } from "../store/webhooks.ts";
import type { Deliver } from "./deliver.ts";

interface Circumstances {
  readonly number: number;
  readonly organization: SandboxOrganization;
  /** The account that caused the event; undefined for a key. */
  readonly account: SignInAccount | undefined;
  /** `single` contains one record, `batched` a list of one (U-21). */
  readonly form: "single" | "batched";
}

/** The body of a delivery. None of it is specified (U-21 to U-23). */
const deliveryBody = (event: SandboxEvent, around: Circumstances): string =>
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
  return form === "single"
    ? { ...head, ...beside(head, event.data) }
    : { ...head, models: Object.values(event.data) };
};

/** The record under its name; `event` is the kind, so an event is the `eventRecord`. */
const beside = (head: object, data: SandboxEvent["data"]): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(data).map(([name, record]) => [name in head ? `${name}Record` : name, record]),
  );

const actions = ["Create", "Update", "Delete"] as const;

/** Donation kinds by the integers of U-22: tens are subjects, units are actions. */
const donationEventNumbers: ReadonlyMap<string, number> = new Map(
  ["donor", "gift", "recurringGift", "campaign", "project"].flatMap((subject, index) =>
    actions.map((action, unit): [string, number] => [`${subject}${action}`, (index + 1) * 10 + unit]),
  ),
);

export interface AnnouncementParts {
  readonly database: SandboxDatabase;
  readonly assumptions: Assumptions;
  readonly deliver: Deliver;
}

/**
 * Stores one delivery for each webhook that subscribes to an event (EVT-01, EVT-02). Call it in the transaction of the
 * event's change, so that both are stored or neither. A delivery that is only logged is thereby finished; others wait
 * for the engine.
 */
export const announce = (
  { database, assumptions, deliver }: AnnouncementParts,
  event: SandboxEvent,
): void => {
  const number = countEvent(database);
  const webhooks = subscribers(database, event.interface, event.organizationId, event.kind);
  if (webhooks.length === 0) return;
  const organization = findOrganization(database, event.organizationId);
  if (organization === undefined) throw new Error(`event ${number} has no organization`);
  const account = event.accountId === undefined ? undefined : findAccount(database, event.accountId);
  const body = deliveryBody(event, { number, organization, account, form: assumptions["U-21"] });
  for (const { id, payloadUrl, secret } of webhooks) {
    addDelivery(database, {
      webhookId: id,
      interface: event.interface,
      kind: event.kind,
      url: payloadUrl,
      secret,
      body,
      dueAt: event.occurredAt,
      ...(deliver.reaches?.(payloadUrl) === false ? loggedAt(event.occurredAt) : untried),
    });
  }
};

type Progress = Pick<StoredDelivery, "state" | "attempts">;

const untried: Progress = { state: "waiting", attempts: [] };

const loggedAt = (at: number): Progress => ({ state: "logged", attempts: [{ at, outcome: "logged" }] });
