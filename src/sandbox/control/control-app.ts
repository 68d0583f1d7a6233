import { Hono, type Context } from "hono";
import { printAssumptions } from "../assumptions/assumptions.ts";
import { isInstant } from "../clock.ts";
import type { SandboxConfiguration } from "../configuration.ts";
import type { Environment } from "../environment.ts";
import { isObject, type JsonObject } from "../../harness/model/json-object.ts";
import { removeEventContact } from "../store/crm/event-people.ts";
import { listDeliveries } from "../store/deliveries.ts";
import { setCredentialState } from "../store/credentials.ts";
import { listSms } from "../store/sms-outbox.ts";
import type { Snapshots } from "../store/snapshots.ts";
import { removeWebhook } from "../store/webhooks.ts";
import { signed } from "../webhooks/signed-delivery.ts";
import { createCredential, isCredentialState } from "./create-credential.ts";
import { createWebhook } from "./create-webhook.ts";
import { placeRecord } from "./place-record.ts";
import { wrong, type Reply } from "./reply.ts";

/** What the control interface may do besides reading the store. */
export interface ControlParts {
  readonly environment: Environment;
  readonly snapshots: Snapshots;
  /** Empties the store and fills it anew. */
  reset(): void;
  /** Resolves when every delivery that is due was tried. */
  deliveriesSettled(): Promise<void>;
  config(origin: string): SandboxConfiguration;
}

/**
 * The control interface: for tests of applications, apart from the three interfaces and without credentials. Bodies
 * are JSON and have to say so, which keeps web pages of other origins out. Its base address answers with its index.
 */
export const createControlApp = (parts: ControlParts): Hono => {
  const { environment, snapshots } = parts;
  const { database, clock, assumptions, limiter } = environment;
  const app = new Hono();
  const index: { method: string; path: string; does: string; body?: string }[] = [];
  const read = (path: string, does: string, answer: (context: Context) => unknown): void => {
    index.push({ method: "GET", path: `/control${path}`, does });
    app.get(path, (context) => context.json({ data: answer(context) }));
  };
  const act = (
    method: "POST" | "PUT" | "DELETE",
    path: string,
    does: string,
    body: string,
    work: Work,
  ): void => {
    index.push({ method, path: `/control${path}`, does, body });
    app.on(method, path, async (context) => send(context, await perform(context, work)));
  };

  app.get("/", (context) => context.json({ data: index }));
  read("/config", "a complete configuration for tripact check", (context) =>
    parts.config(new URL(context.req.url).origin),
  );
  read("/clock", "the sandbox's time", () => new Date(clock.now()).toISOString());
  read("/sms", "the text messages that were sent, with one-time codes", () => listSms(database));
  read("/deliveries", "the webhook deliveries with their signatures, oldest first", () =>
    listDeliveries(database).map(signed),
  );
  read("/snapshots", "the names of the snapshots", () => snapshots.names());
  read("/assumptions", "the sandbox's answers to open questions", () => printAssumptions(assumptions));

  act("POST", "/reset", "fills the store anew", "{}", () => {
    parts.reset();
    limiter.reset();
    return { status: 204 };
  });
  act("PUT", "/snapshots/:name", "keeps the state under a name", "{}", (_body, { name = "" }) => {
    snapshots.take(name);
    return { status: 204 };
  });
  act("POST", "/snapshots/:name/restore", "goes back to a state", "{}", (_body, { name = "" }) => {
    const found = snapshots.restore(name);
    limiter.reset();
    return found ? { status: 204 } : { status: 404, body: { message: "There is no such snapshot." } };
  });
  act("POST", "/clock", "moves the clock", "{advanceMs} or {now}", (body) => moveClock(environment, body));
  act("POST", "/deliveries/settle", "waits until every delivery that is due was tried", "{}", async () => {
    await parts.deliveriesSettled();
    return { status: 204 };
  });
  act(
    "POST",
    "/credentials",
    "makes a credential",
    "{interface, kind?, organizationId?, permissions?, state?, lifetimeMs?}",
    (body) => createCredential(environment, body),
  );
  act(
    "PUT",
    "/credentials/:id",
    "changes a credential's state, or how many requests of its hour are used",
    "{state?, used?}",
    (body, { id = "" }) => changeCredential(environment, Number(id), body),
  );
  act(
    "PUT",
    "/records/:interface/:kind",
    "finds a record of a kind, and answers its id",
    '{organization?: "other", absent?: true}',
    (body, { interface: name = "", kind = "" }) =>
      placeRecord(environment, `${name}/${kind}`, undefined, body),
  );
  act(
    "PUT",
    "/records/:interface/:kind/:id",
    "gives a record of a kind that id",
    '{organization?: "other", absent?: true}',
    (body, { interface: name = "", kind = "", id = "" }) =>
      placeRecord(environment, `${name}/${kind}`, Number(id), body),
  );
  act(
    "DELETE",
    "/event-contacts/:eventId/:individualId",
    "takes an individual off an event",
    "{}",
    (_body, { eventId = "", individualId = "" }) => {
      removeEventContact(database, Number(eventId), Number(individualId));
      return { status: 204 };
    },
  );
  act(
    "POST",
    "/webhooks",
    "subscribes an address to events",
    "{interface, payloadUrl, kinds, organizationId?, secret?, active?}",
    (body) => createWebhook(environment, body),
  );
  act(
    "DELETE",
    "/webhooks/:organizationId/:id",
    "ends a subscription",
    "{}",
    (_body, { organizationId = "", id = "" }) => {
      removeWebhook(database, Number(organizationId), Number(id));
      return { status: 204 };
    },
  );
  app.onError((bug, context) => {
    environment.onBug(bug);
    return context.json({ message: "Something went wrong on our side." }, 500);
  });
  return app;
};

const changeCredential = ({ database, limiter }: Environment, id: number, body: JsonObject): Reply => {
  const { state, used } = body;
  if (state === undefined && used === undefined) return wrong("give state or used");
  if (state !== undefined && !isCredentialState(state))
    return wrong("state is none of a credential's states");
  if (used !== undefined && !isCount(used)) return wrong("used is the number of requests made this hour");
  if (state !== undefined) setCredentialState(database, id, state);
  if (used !== undefined) limiter.spend(id, used);
  return { status: 204 };
};

const isCount = (value: unknown): value is number =>
  typeof value === "number" && Number.isSafeInteger(value) && value >= 0;

type Work = (body: JsonObject, path: Readonly<Record<string, string>>) => Reply | Promise<Reply>;

const perform = async (context: Context, work: Work): Promise<Reply> => {
  const mediaType = context.req.header("content-type")?.split(";", 1)[0]?.trim();
  if (mediaType !== "application/json")
    return wrong("send the body as application/json, {} when there is nothing to say");
  const body: unknown = await context.req.json().catch(() => undefined);
  return isObject(body) ? work(body, context.req.param()) : wrong("the body is no JSON object");
};

const send = (context: Context, { status, body }: Reply): Response =>
  status === 204 ? context.body(null, 204) : context.json(body ?? {}, status);

/** `{advanceMs: 3600000}` or `{now: "2026-01-01T00:00:00Z"}`. */
const moveClock = ({ clock }: Environment, { advanceMs, now }: JsonObject): Reply => {
  const advances = isCount(advanceMs);
  const instant = advances ? clock.now() + advanceMs : typeof now === "string" ? Date.parse(now) : Number.NaN;
  if (Number.isNaN(instant)) return wrong("give advanceMs as a whole number, or now as an ISO 8601 moment");
  if (!isInstant(instant)) return wrong("the clock goes from the year 1970 to the year 9999");
  if (advances) clock.advance(advanceMs);
  else clock.moveTo(instant);
  return { status: 200, body: { data: new Date(clock.now()).toISOString() } };
};
