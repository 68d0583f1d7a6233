import type { Assumptions } from "../assumptions/assumptions.ts";
import { findAccount } from "../store/accounts.ts";
import type { Database } from "../store/database.ts";
import { addDelivery, type StoredDelivery } from "../store/deliveries.ts";
import { countEvent, type SandboxEvent } from "../store/events.ts";
import { findOrganization } from "../store/organizations.ts";
import { subscribers } from "../store/webhooks.ts";
import type { Deliver } from "./deliver.ts";
import { deliveryBody } from "./payload.ts";

export interface AnnouncementParts {
  readonly database: Database;
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
