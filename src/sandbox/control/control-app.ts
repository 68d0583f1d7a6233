import { Hono, type Context } from "hono";
import { validateModel } from "../../contract/validation.ts";
import { printAssumptions } from "../assumptions/assumptions.ts";
import { isInstant } from "../clock.ts";
import type { SandboxConfiguration } from "../configuration.ts";
import type { Fault } from "../faults/fault.ts";
import { plantedFaults } from "../faults/planted-faults.ts";
import { UsageError } from "../../harness/model/usage-error.ts";
import type { Environment } from "../environment.ts";
import { removeEventContact } from "../store/crm/event-people.ts";
import { listDeliveries } from "../store/deliveries.ts";
import { credentials } from "../store/credentials.ts";
import { listSms } from "../store/sms-outbox.ts";
import type { Snapshots } from "../store/snapshots.ts";
import { sql } from "../store/sql.ts";
import { webhooks } from "../store/webhooks.ts";
import { signed } from "../webhooks/signed-delivery.ts";
import { controlIndex } from "./control-index.ts";
import { createCredential } from "./create-credential.ts";
import { createWebhook } from "./create-webhook.ts";
import { placeRecord } from "./place-record.ts";
import { wrong, type ControlModels, type Reply } from "./reply.ts";

/** What the control interface uses besides the store. */
export interface ControlParts {
  readonly environment: Environment;
  readonly snapshots: Snapshots;
  /** Empties the store and fills it again. */
  reset(): void;
  /** Resolves after every due delivery has been attempted. */
  deliveriesSettled(): Promise<void>;
  config(origin: string): SandboxConfiguration;
  readonly planting: Planting;
}

/** The planted faults. */
export interface Planting {
  planted(): readonly Fault[];
  plant(faults: readonly Fault[]): void;
}

/**
 * The control interface: for tests of applications, separate from the three interfaces and without credentials. Bodies
 * must have a JSON content type, which keeps out web pages of other origins. Its base address answers with its index.
 */
export const createControlApp = (parts: ControlParts): Hono => {
  const { environment, snapshots } = parts;
  const { database, clock, assumptions, limiter } = environment;
  const app = new Hono();
  const read = (path: string, answer: (context: Context) => unknown): void => {
    app.get(path, (context) => context.json({ data: answer(context) }));
  };
  const act = <Name extends Sent>(
    method: "POST" | "PUT" | "DELETE",
    path: string,
    model: Name,
    work: Work<Name>,
  ): void => {
    app.on(method, path, async (context) => send(context, await perform(context, model, work)));
  };

  read("/", () => controlIndex());
  read("/config", (context) => parts.config(new URL(context.req.url).origin));
  read("/clock", () => new Date(clock.now()).toISOString());
  read("/sms", () => listSms(database));
  read("/deliveries", () => listDeliveries(database).map(signed));
  read("/snapshots", () => snapshots.names());
  read("/faults", () => parts.planting.planted().map(({ id }) => id));
  read("/assumptions", () => printAssumptions(assumptions));

  act("POST", "/reset", "Nothing", () => {
    parts.reset();
    limiter.reset();
    return { status: 204 };
  });
  act("PUT", "/snapshots/:name", "Nothing", (_body, { name = "" }) => {
    snapshots.take(name);
    return { status: 204 };
  });
  act("POST", "/snapshots/:name/restore", "Nothing", (_body, { name = "" }) => {
    const found = snapshots.restore(name);
    limiter.reset();
    return found ? { status: 204 } : { status: 404, body: { message: "There is no such snapshot." } };
  });
  act("POST", "/clock", "ClockMove", (body) => moveClock(environment, body));
  act("PUT", "/faults", "PlantedFaults", (body) => plantFaults(parts.planting, body));
  act("POST", "/deliveries/settle", "Nothing", async () => {
    await parts.deliveriesSettled();
    return { status: 204 };
  });
  act("POST", "/credentials", "NewCredential", (body) => createCredential(environment, body));
  act("PUT", "/credentials/:id", "CredentialChange", (body, { id = "" }) =>
    changeCredential(environment, Number(id), body),
  );
  act("PUT", "/records/:interface/:kind", "RecordWish", (body, { interface: name = "", kind = "" }) =>
    placeRecord(environment, `${name}/${kind}`, undefined, body),
  );
  act(
    "PUT",
    "/records/:interface/:kind/:id",
    "RecordWish",
    (body, { interface: name = "", kind = "", id = "" }) =>
      placeRecord(environment, `${name}/${kind}`, Number(id), body),
  );
  act(
    "DELETE",
    "/event-contacts/:eventId/:individualId",
    "Nothing",
    (_body, { eventId = "", individualId = "" }) => {
      removeEventContact(database, Number(eventId), Number(individualId));
      return { status: 204 };
    },
  );
  act("POST", "/webhooks", "NewWebhook", (body) => createWebhook(environment, body));
  act("DELETE", "/webhooks/:organizationId/:id", "Nothing", (_body, { organizationId = "", id = "" }) => {
    const isKnown = sql`organization_id = ${Number(organizationId)} and id = ${Number(id)}`;
    const webhook = webhooks.find(database, isKnown);
    if (webhook !== undefined) webhooks.remove(database, webhook.id);
    return { status: 204 };
  });
  app.onError((bug, context) => {
    environment.onBug(bug);
    return context.json({ message: "Something went wrong on our side." }, 500);
  });
  return app;
};

const changeCredential = (
  { database, limiter }: Environment,
  id: number,
  { state, used }: ControlModels["CredentialChange"],
): Reply => {
  if (state === undefined && used === undefined) return wrong("give state or used");
  if (state !== undefined) credentials.save(database, id, { state });
  if (used !== undefined) limiter.spend(id, used);
  return { status: 204 };
};

/** `{ids: ["contact-ids-are-strings"]}`: plants exactly these faults, from the next request on. */
const plantFaults = async ({ plant }: Planting, { ids }: ControlModels["PlantedFaults"]): Promise<Reply> => {
  try {
    plant(ids.length === 0 ? [] : await plantedFaults(ids));
  } catch (error) {
    if (error instanceof UsageError) return wrong([error.message, error.hint].join("; "));
    throw error;
  }
  return { status: 204 };
};

/** The models of bodies. */
type Sent = Exclude<keyof ControlModels, "Listed" | "SmsMessage" | "Delivery">;

type Work<Name extends Sent> = (
  body: ControlModels[Name],
  path: Readonly<Record<string, string>>,
) => Reply | Promise<Reply>;

const perform = async <Name extends Sent>(
  context: Context,
  model: Name,
  work: Work<Name>,
): Promise<Reply> => {
  const mediaType = context.req.header("content-type")?.split(";", 1)[0]?.trim();
  if (mediaType !== "application/json")
    return wrong("send the body as application/json, {} when there is nothing to say");
  const body: unknown = await context.req.json().catch(() => undefined);
  const violations = validateModel("control", model, body);
  return violations.length === 0
    ? work(body as ControlModels[Name], context.req.param()) // validated above
    : wrong(violations.map(({ message }) => message).join(" "));
};

const send = (context: Context, { status, body }: Reply): Response =>
  status === 204 ? context.body(null, 204) : context.json(body ?? {}, status);

/** `{advanceMs: 3600000}` or `{now: "2026-01-01T00:00:00Z"}`. */
const moveClock = ({ clock }: Environment, { advanceMs, now = "" }: ControlModels["ClockMove"]): Reply => {
  const instant = advanceMs === undefined ? Date.parse(now) : clock.now() + advanceMs;
  if (Number.isNaN(instant)) return wrong("give advanceMs as a whole number, or now as an ISO 8601 moment");
  if (!isInstant(instant)) return wrong("the clock goes from the year 1970 to the year 9999");
  if (advanceMs === undefined) clock.moveTo(instant);
  else clock.advance(advanceMs);
  return { status: 200, body: { data: new Date(clock.now()).toISOString() } };
};
