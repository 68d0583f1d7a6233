import { Hono, type Context } from "hono";
import { secureHeaders } from "hono/secure-headers";
import { beyondNames } from "../../builtin/beyond.ts";
import { interfaceNames } from "../../builtin/interface-name.ts";
import type { SandboxConfiguration } from "../configuration.ts";
import type { Endpoint } from "../pipeline/endpoint.ts";
import { assetTypes, hasViewer, isAssetName, readAsset } from "./assets.ts";
import { jsonAt, yamlAt, type DocumentName } from "./documents.ts";
import { indexPage, missingViewerPage, referencePage, startScript } from "./pages.ts";

/** A page loads from this sandbox only, whatever its viewer requests elsewhere. */
const onlyFromHere = secureHeaders({
  strictTransportSecurity: false,
  contentSecurityPolicy: {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'"],
    // The viewer uses inline styles and embedded icons.
    styleSrc: ["'self'", "'unsafe-inline'"],
    imgSrc: ["'self'", "data:"],
    connectSrc: ["'self'"],
    baseUri: ["'none'"],
    formAction: ["'none'"],
    frameAncestors: ["'none'"],
  },
});

const originOf = (context: Context): string => new URL(context.req.url).origin;

/**
 * For people: a root page, the reference of each interface below /docs, and the OpenAPI documents below /openapi. They
 * use the sandbox's address as the browser sees it.
 */
export const createReferenceApp = (
  config: (origin: string) => SandboxConfiguration,
  endpoints: readonly Endpoint[],
  hasControl: boolean,
): Hono => {
  const app = new Hono();
  app.get("/", onlyFromHere, (context) =>
    context.html(indexPage(config(originOf(context)), endpoints, hasControl)),
  );
  app.get("/docs", (context) => context.redirect("/"));
  const beyond = beyondNames.filter((name) => name !== "control" || hasControl);
  const names: readonly DocumentName[] = [...interfaceNames, ...beyond];
  for (const name of names) {
    app.get(`/docs/${name}`, onlyFromHere, (context) =>
      context.html(hasViewer() ? referencePage(name, config(originOf(context))) : missingViewerPage(name)),
    );
    app.get(`/openapi/${name}.yaml`, (context) =>
      context.body(yamlAt(name, originOf(context)), 200, {
        "content-type": "application/yaml; charset=utf-8",
      }),
    );
    app.get(`/openapi/${name}.json`, (context) =>
      context.body(jsonAt(name, originOf(context)), 200, {
        "content-type": "application/json; charset=utf-8",
      }),
    );
  }
  app.get("/docs/assets/start.js", (context) =>
    context.body(startScript, 200, { "content-type": assetTypes["swagger-ui-bundle.js"] }),
  );
  app.get("/docs/assets/:name", (context) => {
    const { name } = context.req.param();
    const text = isAssetName(name) ? readAsset(name) : undefined;
    return text === undefined || !isAssetName(name)
      ? context.notFound()
      : context.body(text, 200, { "content-type": assetTypes[name] });
  });
  return app;
};
