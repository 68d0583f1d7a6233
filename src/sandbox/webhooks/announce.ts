import type { Assumptions } from "../assumptions/assumptions.ts";
import { findAccount, type SignInAccount } from "../store/credentials.ts";
import type { SandboxDatabase } from "../store/database.ts";
import { addDelivery, type StoredDelivery } from "../store/deliveries.ts";
import { countEvent, type SandboxEvent } from "../store/events.ts";
import { findOrganization, type SandboxOrganization } from "../store/organizations.ts";
import { subscribers } from "../store/webhooks.ts";
import type { Deliver } from "./deliver.ts";

interface Circumstances {
  /** The number of each event. */
  readonly numbers: readonly number[];
  readonly organization: SandboxOrganization;
  /** The account that caused the events; undefined for a key. */
  readonly account: SignInAccount | undefined;
  /** `single` contains one record, `batched` a list (U-21). */
  readonly form: "single" | "batched";
}

/** Events of one kind and one request; never empty. */
type Batch = readonly [SandboxEvent, ...SandboxEvent[]];

/** The body of a delivery. None of it is specified (U-21 to U-23). */
const deliveryBody = (batch: Batch, around: Circumstances): string =>
  JSON.stringify(batch[0].interface === "volunteer" ? volunteerBody(batch[0]) : givingBody(batch, around));

const volunteerBody = (event: SandboxEvent): Record<string, unknown> => ({
  type: event.kind,
  organization_id: event.organizationId,
  data: event.data,
});

/** CRM and donation events have the same form; donation events also have the number used to subscribe to them. */
const givingBody = (
  batch: Batch,
  { numbers, organization, account, form }: Circumstances,
): Record<string, unknown> => {
  const [event] = batch;
  const eventType = donationEventNumbers.get(event.kind);
  const head = {
    event: event.kind.charAt(0).toUpperCase() + event.kind.slice(1),
    ...(event.interface === "donation" && eventType !== undefined ? { eventType } : {}),
    eventId: numbers[0],
    eventDateTimeUtc: new Date(event.occurredAt).toISOString(),
    organization: { id: organization.id, name: organization.name },
    organizationUser: account === undefined ? null : { id: account.id, emailAddress: account.username },
  };
  if (form === "single") return { ...head, ...beside(head, event.data) };
  // A consumer reads a model as it reads a single delivery: by the name of the record.
  return {
    ...head,
    models: batch.map(({ data }, index) => ({ eventId: numbers[index], ...beside(head, data) })),
  };
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

/** The events that share a delivery: those of one kind where deliveries are batched. */
const batchesOf = (events: readonly SandboxEvent[], form: Assumptions["U-21"]): readonly Batch[] => {
  const isBatched = form === "batched" && events[0]?.interface !== "volunteer";
  const groups = isBatched
    ? [...Map.groupBy(events, ({ kind }) => kind).values()]
    : events.map((event) => [event]);
  return groups.flatMap(([first, ...others]): readonly Batch[] =>
    first === undefined ? [] : [[first, ...others]],
  );
};

/**
 * Stores one delivery for each batch of a request's events and each webhook that subscribes to them (EVT-01, EVT-02).
 * Call it in the transaction of their changes, so that all are stored or none. A delivery that is only logged is thereby
 * finished; others wait for the engine.
 */
export const announce = (parts: AnnouncementParts, events: readonly SandboxEvent[]): void => {
  for (const batch of batchesOf(events, parts.assumptions["U-21"])) announceBatch(parts, batch);
};

const announceBatch = ({ database, assumptions, deliver }: AnnouncementParts, batch: Batch): void => {
  const [event] = batch;
  const numbers = batch.map(() => countEvent(database));
  const webhooks = subscribers(database, event.interface, event.organizationId, event.kind);
  if (webhooks.length === 0) return;
  const organization = findOrganization(database, event.organizationId);
  if (organization === undefined) throw new Error(`the events ${String(numbers)} have no organization`);
  const account = event.accountId === undefined ? undefined : findAccount(database, event.accountId);
  const body = deliveryBody(batch, { numbers, organization, account, form: assumptions["U-21"] });
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
