import { printAssumptions } from "../assumptions/assumptions.ts";
import { isInstant } from "../clock.ts";
import type { SandboxConfiguration } from "../configuration.ts";
import type { SandboxState } from "../environment.ts";
import type { Fault } from "../../builtin/faults/fault.ts";
import { plantedFaults } from "../../builtin/faults/planted-faults.ts";
import { UsageError } from "../../core/model/usage-error.ts";
import { createRandom } from "../../serving/random.ts";
import { removeEventContact } from "../store/crm/events.ts";
import { listDeliveries } from "../store/deliveries.ts";
import { credentials } from "../store/credentials.ts";
import { findOrganization, mainOrganization } from "../store/organizations.ts";
import { listSms } from "../store/sms-outbox.ts";
import type { Snapshots } from "../store/snapshots.ts";
import { sql } from "../store/sql.ts";
import { countWebhooks, webhooks } from "../store/webhooks.ts";
import { signed } from "../webhooks/signed-delivery.ts";
import {
  controlOperations,
  wrong,
  type ControlId,
  type ControlModels,
  type ControlRequest,
  type Reply,
} from "./control-document.ts";
import { createCredential } from "./create-credential.ts";
import { placeRecord } from "./place-record.ts";

/** What the control interface uses besides the store. */
export interface ControlParts {
  readonly environment: SandboxState;
  readonly snapshots: Snapshots;
  /** Empties the store and fills it again. */
  reset(): void;
  /** Resolves after every due delivery has been attempted. */
  deliveriesSettled(): Promise<void>;
  config(origin: string): SandboxConfiguration;
  readonly planting: Planting;
}

export interface Planting {
  /** Faults of served documents. */
  readonly own: () => readonly Fault[];
  planted(): readonly Fault[];
  plant(faults: readonly Fault[]): void;
}

export type ControlHandlers = {
  readonly [Id in ControlId]: (request: ControlRequest<Id>) => Reply<Id> | Promise<Reply<Id>>;
};

const done = { status: 204 } as const;

const shown = <Data>(data: Data) => ({ status: 200, body: { data } }) as const;

const created = <Data>(data: Data) => ({ status: 201, body: { data } }) as const;

const missing = (message: string) => ({ status: 404, body: { message } }) as const;

export const controlHandlers = (parts: ControlParts): ControlHandlers => {
  const { environment, snapshots, planting } = parts;
  const { database, clock, assumptions, limiter } = environment;
  return {
    listOperations: () => shown(controlIndex()),
    getConfig: ({ origin }) => shown({ ...parts.config(origin) }),
    getClock: () => shown(new Date(clock.now()).toISOString()),
    listSms: () => shown(listSms(database)),
    listDeliveries: () =>
      shown(listDeliveries(database).map((delivery) => signed(delivery, assumptions["U-21.header"]))),
    listSnapshots: () => shown(snapshots.names()),
    listPlantedFaults: () => shown(planting.planted().map(({ id }) => id)),
    listAssumptions: () => shown(printAssumptions(assumptions)),
    reset: () => {
      parts.reset();
      limiter.reset();
      return done;
    },
    takeSnapshot: ({ path }) => {
      snapshots.take(path.name);
      return done;
    },
    restoreSnapshot: ({ path }) => {
      const found = snapshots.restore(path.name);
      limiter.reset();
      return found ? done : missing("There is no such snapshot.");
    },
    moveClock: ({ body }) => moveClock(environment, body),
    plantFaults: ({ body }) => plantFaults(planting, body),
    settleDeliveries: async () => {
      await parts.deliveriesSettled();
      return done;
    },
    createCredential: ({ body }) => createCredential(environment, body),
    changeCredential: ({ path, body: { state, used } }) => {
      if (state === undefined && used === undefined) return wrong("give state or used");
      if (state !== undefined) credentials.save(database, path.id, { state });
      if (used !== undefined) limiter.spend(path.id, used);
      return done;
    },
    findRecord: ({ path, body }) =>
      placeRecord(environment, `${path.interface}/${path.kind}`, undefined, body),
    placeRecord: ({ path, body }) =>
      placeRecord(environment, `${path.interface}/${path.kind}`, path.id, body),
    removeEventContact: ({ path }) => {
      removeEventContact(database, path.eventId, path.individualId);
      return done;
    },
    createWebhook: ({ body }) => createWebhook(environment, body),
    deleteWebhook: ({ path: { organizationId, id } }) => {
      const webhook = webhooks.find(database, sql`organization_id = ${organizationId} and id = ${id}`);
      if (webhook !== undefined) webhooks.remove(database, id);
      return done;
    },
  };
};

const controlIndex = () =>
  controlOperations().map(({ method, path, does, body }) => ({
    method,
    path: path === "/" ? "/control" : `/control${path.replaceAll(/\{(\w+)\}/g, ":$1")}`,
    does,
    ...(body === undefined ? {} : { body: `{${body.properties.join(", ")}}` }),
  }));

/** `{advanceMs: 3600000}` or `{now: "2026-01-01T00:00:00Z"}`. */
const moveClock = ({ clock }: SandboxState, { advanceMs, now = "" }: ControlModels["ClockMove"]) => {
  const instant = advanceMs === undefined ? Date.parse(now) : clock.now() + advanceMs;
  if (Number.isNaN(instant)) return wrong("give advanceMs as a whole number, or now as an ISO 8601 moment");
  if (!isInstant(instant)) return wrong("the clock goes from the year 1970 to the year 9999");
  if (advanceMs === undefined) clock.moveTo(instant);
  else clock.advance(advanceMs);
  return shown(new Date(clock.now()).toISOString());
};

/** `{ids: ["contact-ids-are-strings"]}`: plants exactly these faults, from the next request on. */
const plantFaults = async ({ plant, own }: Planting, { ids }: ControlModels["PlantedFaults"]) => {
  try {
    plant(ids.length === 0 ? [] : await plantedFaults(ids, own()));
  } catch (error) {
    if (error instanceof UsageError) return wrong([error.message, error.hint].join("; "));
    throw error;
  }
  return done;
};

/**
 * Subscribes an address. For the donation and volunteer interfaces this is the only way, because theirs is not stated.
 */
const createWebhook = ({ database, seed }: SandboxState, body: ControlModels["NewWebhook"]) => {
  const { payloadUrl, kinds, organizationId = mainOrganization, active = true } = body;
  if (!URL.canParse(payloadUrl)) return wrong("payloadUrl is no address");
  if (findOrganization(database, organizationId) === undefined)
    return wrong("organizationId is no organization");
  const secret = body.secret ?? createRandom(seed, `webhook ${countWebhooks(database)}`).token(32);
  const webhook = { interface: body.interface, organizationId, payloadUrl, secret, active, kinds };
  return created({ id: webhooks.add(database, webhook), secret });
};
