import { valueAt } from "../../harness/formats/json-pointer.ts";
import { isObject, type JsonObject } from "../../harness/model/json-object.ts";
import { beyondDocument } from "../reference/documents.ts";

/** An operation of the control interface. */
interface Listed {
  readonly method: string;
  readonly path: string;
  readonly does: string;
  /** Properties of the body; optional ones end with a question mark. */
  readonly body?: string;
}

// The document is ours, and a test compares it with the served operations.
const entriesOf = (value: unknown): [string, JsonObject][] =>
  isObject(value) ? (Object.entries(value) as [string, JsonObject][]) : [];

const bodyOf = (document: JsonObject, requestBody: unknown): Pick<Listed, "body"> => {
  const reference = valueAt(requestBody, "/content/application~1json/schema/$ref");
  if (typeof reference !== "string") return {};
  const { properties, required } = Object(valueAt(document, reference.slice(1))) as JsonObject;
  const isNeeded = (name: string): boolean => Array.isArray(required) && required.includes(name);
  const names = entriesOf(properties).map(([name]) => (isNeeded(name) ? name : `${name}?`));
  return { body: `{${names.join(", ")}}` };
};

/** The answer of the base address: every operation in the control interface's document. */
export const controlIndex = (): readonly Listed[] => {
  const document = beyondDocument("control");
  return entriesOf(document["paths"]).flatMap(([path, item]) =>
    entriesOf(item).map(([method, { summary, requestBody }]) => ({
      method: method.toUpperCase(),
      path: path === "/" ? "/control" : `/control${path.replaceAll(/\{(\w+)\}/g, ":$1")}`,
      does: String(summary),
      ...bodyOf(document, requestBody),
    })),
  );
};
