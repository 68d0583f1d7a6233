import type { Method } from "../model/operation.ts";
import { UsageError } from "../model/usage-error.ts";
import { jsonLimits, measureJson } from "../model/json-limits.ts";
import { printable } from "../output/escape.ts";
import { isObject, type JsonObject } from "../model/json-object.ts";

export interface PactState {
  readonly name: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** One request that a consumer makes, as far as it is looked at here. */
export interface PactInteraction {
  /** Where it stands in the list, from 0. */
  readonly index: number;
  readonly description: string;
  readonly states: readonly PactState[];
  readonly method: Method;
  readonly path: string;
  /** The status that it expects; 200 where it says none. */
  readonly status: number;
}

/** A contract that a consumer's tests wrote: Pact specification 2, 3 or 4, HTTP interactions. */
export interface PactFile {
  /** The file's path or address, for messages. */
  readonly place: string;
  readonly consumer: string;
  readonly provider: string;
  readonly interactions: readonly PactInteraction[];
  /** The whole document. */
  readonly document: Readonly<Record<string, unknown>>;
}

const methods: readonly Method[] = ["GET", "POST", "PUT", "PATCH", "DELETE"];

const nameAt = (document: JsonObject, key: string, place: string): string => {
  const party = document[key];
  const name = isObject(party) ? party["name"] : undefined;
  if (typeof name === "string" && name !== "") return name;
  throw new UsageError(`${key} has no name`, { place, hint: "is it a pact file?" });
};

const statesOf = ({ providerStates, providerState }: JsonObject): readonly PactState[] => {
  if (typeof providerState === "string") return [{ name: providerState, params: {} }];
  if (!Array.isArray(providerStates)) return [];
  return providerStates.flatMap((state: unknown) =>
    isObject(state) && typeof state["name"] === "string"
      ? [{ name: state["name"], params: isObject(state["params"]) ? state["params"] : {} }]
      : [],
  );
};

const headerName = /^[\w!#$%&'*+.^`|~-]+$/;
const headerValue = /^[\t\x20-\x7e\x80-\xff]*$/;

/** @throws UsageError for a header that HTTP cannot carry. */
const assertHeaders = (message: unknown, place: string): void => {
  const headers = isObject(message) && isObject(message["headers"]) ? message["headers"] : {};
  for (const [name, value] of Object.entries(headers)) {
    const texts = [value].flat().filter((one) => typeof one === "string");
    if (!headerName.test(name) || !texts.every((text) => headerValue.test(text)))
      throw new UsageError(`HTTP cannot carry the header ${printable(name)}`, { place });
  }
};

const interactionAt = (value: unknown, index: number, place: string): PactInteraction => {
  const where = `${place}: interactions[${index}]`;
  if (!isObject(value) || !isObject(value["request"]))
    throw new UsageError("is no HTTP interaction", {
      place: where,
      hint: "only HTTP interactions can be verified",
    });
  const { method, path } = value["request"];
  const { response } = value;
  const status = isObject(response) ? response["status"] : undefined;
  assertHeaders(value["request"], where);
  assertHeaders(response, where);
  const known = methods.find((one) => one === String(method).toUpperCase());
  if (known === undefined || typeof path !== "string")
    throw new UsageError("its request has no method and path", { place: where });
  return {
    index,
    description: String(value["description"] ?? ""),
    states: statesOf(value),
    method: known,
    path,
    status: typeof status === "number" ? status : 200,
  };
};

/** @throws UsageError for JSON that nests too deep or holds too much to be walked. */
const assertBounded = (json: string, place: string): void => {
  const { depth, values } = measureJson(json);
  if (depth > jsonLimits.depth)
    throw new UsageError(`nests deeper than ${jsonLimits.depth} levels`, { place });
  if (values > jsonLimits.values)
    throw new UsageError(`holds more than ${jsonLimits.values} values`, {
      place,
      hint: "split it into several pacts",
    });
};

/**
 * Reads a pact from its parsed document.
 * @throws UsageError that names the file and the interaction which cannot be used.
 */
export const readPact = (document: unknown, place: string): PactFile => {
  if (!isObject(document) || !Array.isArray(document["interactions"]))
    throw new UsageError("has no interactions", { place, hint: "is it a pact file?" });
  return {
    place,
    consumer: nameAt(document, "consumer", place),
    provider: nameAt(document, "provider", place),
    interactions: document["interactions"].map((one: unknown, index) => interactionAt(one, index, place)),
    document,
  };
};

/**
 * Reads a pact from its text.
 * @throws UsageError that names the file and the interaction which cannot be used.
 */
export const parsePact = (text: string, place: string): PactFile => {
  assertBounded(text, place);
  let document: unknown;
  try {
    document = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    throw new UsageError("is no JSON", { place });
  }
  return readPact(document, place);
};
