import { Hono } from "hono";
import { interfaceNames, type InterfaceName } from "../model/interface-name.ts";
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

/** Where an endpoint is served, in Hono's spelling. */
export const routeOf = (endpoint: Endpoint): string =>
  `/${endpoint.interface}${endpoint.path.replace(/\{(\w+)\}/g, ":$1")}`;

/**
 * The route with every parameter called alike, so that endpoints that differ only in that name count as one.
 */
const routeShape = (endpoint: Endpoint): string =>
  `/${endpoint.interface}${endpoint.path.replace(/\{\w+\}/g, ":any")}`;

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
