import type { ApiOperation, SecurityAlternative, SecurityFlow, SecurityScheme } from "../document.ts";
import { isText } from "../json.ts";
import { placed, type ReadingContext } from "./context.ts";
import { entries, inside, nodeText, placeOf, type SourceNode } from "./node.ts";

const urls = ["authorizationUrl", "tokenUrl", "refreshUrl", "deviceAuthorizationUrl"];

const flowOf = (node: SourceNode): SecurityFlow => ({
  urls: Object.fromEntries(
    urls.flatMap((key) => {
      const url = nodeText(node, key);
      return url === undefined ? [] : [[key, url]];
    }),
  ),
  scopes: entries(inside(node, "scopes"))
    .map(([scope]) => scope)
    .toSorted(),
});

/** The names of flows in 2.0. */
const oldFlows: Readonly<Record<string, string>> = {
  accessCode: "authorizationCode",
  application: "clientCredentials",
};

const flowsOf = (node: SourceNode): ReadonlyMap<string, SecurityFlow> => {
  const old = nodeText(node, "flow");
  if (old !== undefined) return new Map([[oldFlows[old] ?? old, flowOf(node)]]);
  return new Map(entries(inside(node, "flows")).map(([name, flow]) => [name, flowOf(flow)]));
};

const schemeOf = (name: string, node: SourceNode): SecurityScheme => {
  const type = nodeText(node, "type") ?? "";
  return {
    ...placed(node),
    name,
    type: type === "basic" ? "http" : type,
    scheme: type === "basic" ? "basic" : nodeText(node, "scheme")?.toLowerCase(),
    in: nodeText(node, "in"),
    parameterName: nodeText(node, "name"),
    openIdConnectUrl: nodeText(node, "openIdConnectUrl"),
    flows: flowsOf(node),
  };
};

export const securitySchemesOf = ({
  root,
  resolver,
  dialect,
}: ReadingContext): ReadonlyMap<string, SecurityScheme> => {
  const holder = dialect === "2.0" ? root : inside(root, "components");
  const key = dialect === "2.0" ? "securityDefinitions" : "securitySchemes";
  return new Map(
    entries(holder && inside(holder, key)).map(([name, scheme]) => [
      name,
      schemeOf(name, resolver.resolved(scheme)),
    ]),
  );
};

const alternativeOf = (requirement: SourceNode): SecurityAlternative => ({
  schemes: entries(requirement)
    .map(([name, { value }]) => ({
      name,
      scopes: (Array.isArray(value) ? value.filter(isText) : []).toSorted(),
    }))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1)),
});

/** The operation's own alternatives, else the document's, with their place. */
export const securityOf = (
  { root }: ReadingContext,
  operation: SourceNode,
): Pick<ApiOperation, "security" | "securityAt"> => {
  const stated = inside(operation, "security") ?? inside(root, "security");
  return {
    security: entries(stated).map(([, one]) => alternativeOf(one)),
    securityAt: placeOf(
      inside(operation, "security") === undefined && stated !== undefined ? stated : operation,
    ),
  };
};
