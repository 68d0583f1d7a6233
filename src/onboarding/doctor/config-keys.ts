import schema from "../../builtin/generated/config/config.schema.json" with { type: "json" };
import { schemaAt, typesOf } from "../../core/config/schema-at.ts";
import type { SchemaNode } from "../../core/model/file-rules.ts";
import type { BuiltinInterface } from "../../builtin/interface-name.ts";
import { shellName } from "../../core/model/secret.ts";
import { isCredential } from "../../core/config/credential-path.ts";

// The published schema; its JSON type is narrower than needed here.
const configSchema = schema as SchemaNode;

/** A key in an interface's part of the configuration. */
export type ConfigKey = ReturnType<typeof keyAt>;

/** Sections whose keys are proposed individually; the others are proposed as a whole. */
const sections = ["credentials", "records", "scratch"];

const nodeAt = (path: string): SchemaNode | undefined =>
  schemaAt(configSchema, ["interfaces", ...path.split(".")]);

const namesAt = (path: string): readonly string[] => Object.keys(nodeAt(path)?.properties ?? {});

/** The variable for a credential in a new file: `CRM_KEY`, `DONATION_LIMITED_TOKEN`. */
export const variableFor = (path: string): string => shellName(path).slice(1).replace("API_KEY", "KEY");

const unknownValue = "…";

const exampleOf = (path: string): string => {
  const node = nodeAt(path);
  if (
    node?.properties !== undefined &&
    typesOf(node).includes("object") &&
    node.additionalProperties === false
  ) {
    const parts = namesAt(path).map((name) => {
      const example = exampleOf(`${path}.${name}`);
      // Within braces, a plain text ends at the next brace.
      return `${name}: ${example.startsWith("{") ? example : JSON.stringify(example)}`;
    });
    return `{ ${parts.join(", ")} }`;
  }
  if (typesOf(node).includes("object")) return `{ ${unknownValue} }`;
  if (typesOf(node).includes("array")) return `[${unknownValue}]`;
  return isCredential(path) ? `\${${variableFor(path)}}` : unknownValue;
};

const standInOf = (path: string): unknown => {
  const types = typesOf(nodeAt(path));
  if (types.includes("object")) {
    const inner = namesAt(path).map((name) => [name, standInOf(`${path}.${name}`)]);
    return { id: 1, ...Object.fromEntries(inner) };
  }
  if (types.includes("array")) return [1];
  return types.includes("integer") ? 1 : "/v1/{id}";
};

const keyAt = (path: string) => {
  const example = exampleOf(path);
  return {
    /** `crm.credentials.limitedApiKey`. */
    path,
    /** Description from the schema. */
    description: nodeAt(path)?.description ?? "",
    /** Example for a file, with `${NAME}` for a secret and an ellipsis for a value that only the user knows. */
    example,
    /** Placeholder for its value in plans. */
    standIn: standInOf(path),
    /** The environment variables in its example. */
    variables: [...example.matchAll(/\$\{(\w+)\}/g)].map(([, name = ""]) => name),
  };
};

/** Every key of an interface that `init` may propose, in the order of the schema. */
export const configKeysOf = (name: BuiltinInterface): readonly ConfigKey[] =>
  namesAt(name)
    .filter((section) => section !== "baseUrl" && section !== "operations")
    .flatMap((section) =>
      sections.includes(section)
        ? namesAt(`${name}.${section}`).map((key) => keyAt(`${name}.${section}.${key}`))
        : [keyAt(`${name}.${section}`)],
    );
