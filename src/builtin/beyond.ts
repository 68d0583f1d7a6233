import { isObject, type JsonObject } from "../core/model/json-object.ts";
import type { BuiltinInterface } from "./interface-name.ts";

/** Documents of what the sandbox serves beyond the specification. Their content is assumed, not stated. */
export const beyondNames = ["crm-beyond", "volunteer-beyond", "control"] as const;

export type BeyondName = (typeof beyondNames)[number];

interface BeyondDocument {
  /** Relative to the project. */
  readonly path: string;
  /** The interface whose models, errors and credentials it uses. */
  readonly base?: BuiltinInterface;
}

export const beyondDocuments: Readonly<Record<BeyondName, BeyondDocument>> = {
  "crm-beyond": { path: "specs/beyond/crm.yaml", base: "crm" },
  "volunteer-beyond": { path: "specs/beyond/volunteer.yaml", base: "volunteer" },
  control: { path: "specs/beyond/control.yaml" },
};

/** What serves the declared resources of the CRM's document; generated. */
export const servedFile = "served/crm-beyond.json";

const sectionOf = ({ components }: JsonObject, section: string): JsonObject => {
  const entries = isObject(components) ? components[section] : undefined;
  return isObject(entries) ? entries : {};
};

/** The same part, with references into the interface's document turned into local references. */
const relinked = (part: JsonObject): JsonObject =>
  // An object stays an object.
  JSON.parse(JSON.stringify(part).replaceAll(/"\.\.\/\w+\.yaml#\//g, '"#/')) as JsonObject;

/** A self-contained document: includes the components that it uses from the document of its interface. */
export const completeDocument = (document: JsonObject, base: JsonObject = {}): JsonObject => {
  const { components: _, ...own } = relinked(document);
  const components: Record<string, Record<string, unknown>> = {};
  const take = (part: unknown): void => {
    for (const [, section = "", name = ""] of JSON.stringify(part).matchAll(
      /"#\/components\/(\w+)\/(\w+)"/g,
    )) {
      const taken = (components[section] ??= {});
      if (name in taken) continue;
      const component = sectionOf(document, section)[name] ?? sectionOf(base, section)[name];
      taken[name] = relinked({ component })["component"];
      take(taken[name]);
    }
  };
  take(own);
  const { bearer } = sectionOf(base, "securitySchemes");
  return {
    ...own,
    components: { ...(bearer === undefined ? {} : { securitySchemes: { bearer } }), ...components },
  };
};
