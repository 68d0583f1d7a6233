import type { BuiltinInterface } from "../../builtin/interface-name.ts";
import { interfaces } from "../../builtin/interfaces.ts";
import { defaultSafety } from "../../core/config/config.ts";
import { gainText } from "../doctor/gain-text.ts";
import { configKeysOf, variableFor } from "../doctor/config-keys.ts";
import type { ConfigEntry } from "./extend-config.ts";
import type { InterfaceHealth } from "../doctor/health.ts";
import type { InterfaceProbe } from "../doctor/probe.ts";

const pathOf = (key: string): readonly string[] => ["interfaces", ...key.split(".")];

/**
 * The keys that the first request needs: the address and, unless the file has credentials, the variable of the main
 * one.
 */
export const firstEntries = (
  name: BuiltinInterface,
  baseUrl: string,
  isNew: boolean,
): readonly ConfigEntry[] => [
  { path: pathOf(`${name}.baseUrl`), value: baseUrl },
  ...(isNew
    ? [
        {
          path: pathOf(interfaces[name].mainCredential),
          value: `\${${variableFor(interfaces[name].mainCredential)}}`,
        },
      ]
    : []),
];

/** Further entries of an interface that has answered: found values, and the other keys as proposals. */
export const proposedEntries = (probe: InterfaceProbe, health: InterfaceHealth): readonly ConfigEntry[] => {
  const { name, found, queries } = probe;
  const { served, notServed, unknown } = health.operations;
  const gains = new Map(health.facts.missing.map((gain) => [gain.path, gain]));
  const types = Object.keys(queries?.types ?? {}).length > 0 ? { queryTypes: queries?.types } : undefined;
  const proposals = configKeysOf(name).map(({ path, description, example }): ConfigEntry => {
    const gain = gains.get(path);
    const id = found.get(path);
    if (id !== undefined) return { path: pathOf(path), value: id };
    if (path === "donation.queries" && types !== undefined)
      return { path: pathOf(path), value: types, note: "tripact discover finds out the rest" };
    const added = gain === undefined ? undefined : gainText(gain);
    return {
      path: pathOf(path),
      example,
      note: added === undefined ? description : `${added}: ${description}`,
    };
  });
  const operations: readonly ConfigEntry[] =
    notServed.length === 0
      ? []
      : [
          {
            path: pathOf(`${name}.operations`),
            value: [...served, ...unknown],
            note: `answered 404 or 405, whatever was asked: ${notServed.join(", ")}`,
          },
        ];
  return [...operations, ...proposals];
};

/** The default rates, as proposals. */
const rateEntries = (limits: readonly string[]): readonly ConfigEntry[] => {
  const seen = limits.length === 0 ? "" : ` (seen: ${limits.join(", ")})`;
  return [
    {
      path: ["safety", "perSecond"],
      example: String(defaultSafety.perSecond),
      note: `requests in one second, of all runs on this machine${seen}`,
    },
    {
      path: ["safety", "perHour"],
      example: String(defaultSafety.perHour),
      note: "requests in one hour, of all runs on this machine",
    },
  ];
};

/** The safety settings of a target, as proposals with their defaults; a target on this machine has no rate. */
export const safetyEntries = (limits: readonly string[], isLocal: boolean): readonly ConfigEntry[] => [
  {
    path: ["safety", "writes"],
    example: "true",
    note: "lets a run change the records under scratch, and nothing else",
  },
  ...(isLocal ? [] : rateEntries(limits)),
  {
    path: ["safety", "maxRequests"],
    example: String(defaultSafety.maxRequests),
    note: "requests of one run",
  },
];

/**
 * Adds the environment variables of a configuration, without values, to an example file; existing text stays.
 * @param text of the configuration
 */
export const extendEnvExample = (env: string, text: string): string => {
  const known = new Set([...env.matchAll(/^#?\s*(?:export\s+)?(\w+)=/gm)].map(([, name]) => name));
  const lines = text.split("\n").flatMap((line) => {
    const isProposal = /^\s*#/.test(line);
    return [...line.matchAll(/\$\{(\w+)\}/g)].map(([, name = ""]) => ({ name, isProposal }));
  });
  const missing = new Map<string, boolean>();
  for (const { name, isProposal } of lines)
    if (!known.has(name)) missing.set(name, isProposal && (missing.get(name) ?? true));
  const added = [...missing].map(([name, isProposal]) => `${isProposal ? "# " : ""}${name}=\n`);
  return `${env}${env === "" || env.endsWith("\n") ? "" : "\n"}${added.join("")}`;
};
