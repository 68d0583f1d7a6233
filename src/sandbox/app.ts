import { Hono } from "hono";
import { interfaceNames, type InterfaceName } from "../model/interface-name.ts";
import { writtenForm } from "../model/operation.ts";
import type { Environment } from "./environment.ts";
import { refusalAnswer } from "./errors/error-family.ts";
import type { Endpoint } from "./pipeline/endpoint.ts";
import { incomingOf, responseOf, type Outgoing } from "./pipeline/message.ts";
import { runEndpoint } from "./pipeline/run-endpoint.ts";
import { refuse } from "./refusal.ts";

/** The three interfaces as one application, each below its own prefix: /crm, /donation and /volunteer. */
export const createApp = (environment: Environment, endpoints: readonly Endpoint[]): Hono => {
  const app = new Hono();
  for (const endpoint of endpoints) {
    app.on(endpoint.method, routeOf(endpoint), async (context) => {
      const request = incomingOf(context.req.raw);
      const pathTexts = context.req.param();
      const answered = Promise.withResolvers<Outgoing>();
      runEndpoint({ request, endpoint, pathTexts }, environment, answered.resolve);
      return responseOf(await answered.promise);
    });
  }
  for (const [route, sharing] of Map.groupBy(endpoints, routeShape))
    refuseOtherMethods(app, route, sharing, environment);
  for (const name of interfaceNames) {
    app.all(`/${name}/*`, () => notFound(name, environment));
    app.all(`/${name}`, () => notFound(name, environment));
  }
  app.notFound((context) => context.json({ message: "There is nothing at this address." }, 404));
  return app;
};

/** What stands for a path parameter in Hono's spelling: a text of another type belongs to no endpoint. */
const placeOf = ({ parameters }: Endpoint, name: string, called: string): string => {
  const type = parameters.find((parameter) => parameter.in === "path" && parameter.name === name)?.type;
  const form = type && writtenForm[type];
  return form === undefined ? `:${called}` : `:${called}{${form}}`;
};

/** Where an endpoint is served, in Hono's spelling; `called` names all parameters alike. */
export const routeOf = (endpoint: Endpoint, called?: string): string =>
  `/${endpoint.interface}${endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => placeOf(endpoint, name, called ?? name))}`;

/** The same for endpoints that differ only in the names of their parameters. */
const routeShape = (endpoint: Endpoint): string => routeOf(endpoint, "any");

const refuseOtherMethods = (
  app: Hono,
  route: string,
  sharing: readonly Endpoint[],
  { assumptions }: Environment,
): void => {
  const allow = [...new Set(sharing.map(({ method }) => method))].join(", ");
  const [{ interface: name } = { interface: "crm" as const }] = sharing;
  const refusal = refuse(405, `The address answers to ${allow} only.`, { headers: { allow } });
  app.all(route, () => responseOf(refusalAnswer(name, refusal, undefined, assumptions)));
};

const notFound = (name: InterfaceName, { assumptions }: Environment): Response =>
  responseOf(refusalAnswer(name, refuse(404, "There is nothing at this address."), undefined, assumptions));
