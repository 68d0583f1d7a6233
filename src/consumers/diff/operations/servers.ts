import type { ApiServer } from "../../../documents/document.ts";
import { asJsonText, type Versions } from "../versions.ts";
import { byKey, type OperationContext } from "./context.ts";

/** A server without variables at the root is what a document without servers has. */
const isUsual = ({ url, variables }: ApiServer): boolean => url === "/" && variables.size === 0;

const variablesText = ({ variables }: ApiServer): string =>
  asJsonText(
    [...variables]
      .map(([name, { default: usual, enum: values }]) => [name, usual, values?.toSorted()])
      .toSorted(),
  );

/** Compares servers by their URLs, and the variables in these. */
export const compareServers = (
  pair: Versions<readonly ApiServer[]>,
  { report, shown }: Pick<OperationContext, "report" | "shown">,
): void => {
  const stated = (servers: readonly ApiServer[]): readonly ApiServer[] =>
    servers.filter((server) => !isUsual(server));
  const { both, gone, come } = byKey({ old: stated(pair.old), new: stated(pair.new) }, ({ url }) => url);
  for (const { old, new: now } of both) {
    const [before, after] = [variablesText(old), variablesText(now)];
    if (before !== after) report("server-variable-changed", shown(now.at), `${before} → ${after}`);
  }
  for (const { at, url } of come) report("server-added", shown(at), url);
  for (const { at, url } of gone) report("server-removed", shown(at, "old"), url);
};
