import type { ApiServer } from "../document.ts";
import { placed, type ReadingContext } from "./context.ts";
import { entries, inside, type SourceNode, placeOf, nodeText } from "./node.ts";
import { textsAt } from "./content.ts";

export const serverOf = (node: SourceNode): ApiServer => ({
  ...placed(node),
  url: nodeText(node, "url") ?? "/",
  variables: new Map(
    entries(inside(node, "variables")).map(([name, variable]) => [
      name,
      {
        default: nodeText(variable, "default") ?? "",
        enum: inside(variable, "enum") === undefined ? undefined : textsAt(variable, "enum"),
      },
    ]),
  ),
});

/** Of 2.0: every scheme with the host and the base path. */
const oldServers = (root: SourceNode): readonly ApiServer[] => {
  const host = nodeText(root, "host");
  const path = nodeText(root, "basePath") ?? "";
  const extensions = {};
  if (host === undefined)
    return [{ at: placeOf(root), extensions, url: path === "" ? "/" : path, variables: new Map() }];
  const schemes = textsAt(root, "schemes");
  return (schemes.length === 0 ? ["https"] : schemes).map((scheme) => ({
    at: placeOf(inside(root, "host") ?? root),
    extensions,
    url: `${scheme}://${host}${path}`,
    variables: new Map(),
  }));
};

const unstated = (root: SourceNode): readonly ApiServer[] => [
  { at: placeOf(root), extensions: {}, url: "/", variables: new Map() },
];

/** The servers of the innermost holder that states some; the first holder is the document's root. */
export const serversOf = (
  { dialect, root }: ReadingContext,
  holders: readonly SourceNode[] = [],
): readonly ApiServer[] => {
  if (dialect === "2.0") return oldServers(root);
  const stated = [...holders.toReversed(), root]
    .map((holder) => entries(inside(holder, "servers")))
    .find((servers) => servers.length > 0);
  return stated === undefined ? unstated(root) : stated.map(([, server]) => serverOf(server));
};
