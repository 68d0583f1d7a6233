import type { Method } from "../../core/model/operation.ts";
import { UsageError } from "../../core/model/usage-error.ts";
import { jsonLimits, measureJson } from "../../core/model/json-limits.ts";
import { printable } from "../../core/output/escape.ts";
import { isObject, type JsonObject } from "../../core/model/json-object.ts";
import { isVersion4, statedMalformedJson, statedHeaders, statedText, statedType } from "./stated-body.ts";

export interface PactState {
  readonly name: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** One request of a consumer, reduced to the parts needed here. */
export type PactInteraction = ReturnType<typeof interactionAt>;

/** A contract written by a consumer's tests: HTTP interactions in Pact specification 2, 3 or 4. */
export type PactFile = ReturnType<typeof pactOf>;

const methods: readonly Method[] = ["GET", "POST", "PUT", "PATCH", "DELETE"];

/** Far more than pacts of tests contain, but small enough for everything that compares them. */
export const pactLimits = { bytes: 2 * 1_048_576, depth: jsonLimits.depth, values: 20_000 } as const;

/** @throws UsageError for JSON that is too large, nests too deeply or has too many values to compare. */
const assertBounded = (json: string, location: string): void => {
  const hint = "split it into several pacts";
  if (json.length > pactLimits.bytes) throw new UsageError("is larger than 2 MiB", { location, hint });
  const { depth, values } = measureJson(json);
  if (depth > pactLimits.depth)
    throw new UsageError(`nests deeper than ${pactLimits.depth} levels`, { location });
  if (values > pactLimits.values)
    throw new UsageError(`contains more than ${pactLimits.values} values`, { location, hint });
};

const nameAt = (document: JsonObject, key: string, location: string): string => {
  const party = document[key];
  const name = isObject(party) ? party["name"] : undefined;
  if (typeof name === "string" && name !== "") return name;
  throw new UsageError(`${key} has no name`, { location, hint: "is it a pact file?" });
};

const statesOf = ({ providerStates, ...older }: JsonObject): readonly PactState[] => {
  const one = older["providerState"] ?? older["provider_state"];
  if (typeof one === "string") return [{ name: one, params: {} }];
  if (!Array.isArray(providerStates)) return [];
  return providerStates.flatMap((state: unknown) =>
    isObject(state) && typeof state["name"] === "string"
      ? [{ name: state["name"], params: isObject(state["params"]) ? state["params"] : {} }]
      : [],
  );
};

const headerName = /^[\w!#$%&'*+.^`|~-]+$/;
const headerValue = /^[\t\x20-\x7e\x80-\xff]*$/;

/** @throws UsageError for a header that HTTP cannot carry */
const assertHeaders = (message: unknown, location: string): void => {
  const headers = isObject(message) && isObject(message["headers"]) ? message["headers"] : {};
  for (const [name, value] of Object.entries(headers)) {
    const texts = [value].flat().filter((one) => typeof one === "string");
    if (!headerName.test(name) || !texts.every((text) => headerValue.test(text)))
      throw new UsageError(`HTTP cannot carry the header ${printable(name)}`, { location });
  }
};

const namesOf = (message: unknown): readonly string[] => statedHeaders(message).map(([name]) => name);

const interactionAt = (value: unknown, index: number, isNew: boolean, location: string) => {
  const where = `${location}: interactions[${index}]`;
  if (!isObject(value) || !isObject(value["request"]))
    throw new UsageError("is not an HTTP interaction", {
      location: where,
      hint: "only HTTP interactions can be verified",
    });
  const { method, path } = value["request"];
  const { request, response } = value;
  const status = isObject(response) ? Number(response["status"]) : 0;
  for (const message of [request, response]) {
    assertHeaders(message, where);
    // A text may be JSON, whatever its version says, and is compared as what it says.
    for (const version of [isNew, !isNew]) assertBounded(statedText(message, version) ?? "", where);
  }
  const known = methods.find((one) => one === String(method).toUpperCase());
  if (known === undefined || typeof path !== "string")
    throw new UsageError("its request has no method and path", { location: where });
  if (!Number.isInteger(status) || status < 100 || status > 599)
    throw new UsageError("its response has no HTTP status", { location: where });
  return {
    /** Index in the list, from 0. */
    index,
    description: String(value["description"] ?? ""),
    states: statesOf(value),
    method: known,
    path,
    /** Names of the request's headers, in lower case. */
    headers: namesOf(request),
    /** Media type of the request's body. */
    contentType: statedType(value["request"], isNew),
    /** The request's body, if it is no JSON although it is called that: the verifier would quote it. */
    malformed: statedMalformedJson(value["request"], isNew),
    /** The expected status. */
    status,
    /** Names of the expected headers, in lower case. */
    expectedHeaders: namesOf(response),
  };
};

const parsed = (text: string, location: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError("is not JSON", { location, hint: "is it a pact file?" });
  }
};

/** What TypeScript's library does not declare yet. */
const exact = JSON as unknown as {
  parse(text: string, revive: (key: string, value: unknown, context: { source: string }) => unknown): unknown;
  rawJSON(text: string): unknown;
};

/** The document with numbers that are written as they were: 2500.0 is no integer. */
const spelled = (text: string): unknown =>
  exact.parse(text, (_, value, { source }) => (typeof value === "number" ? exact.rawJSON(source) : value));

const pactOf = (text: string, location: string) => {
  assertBounded(text, location);
  const document = parsed(text, location);
  if (!isObject(document) || !Array.isArray(document["interactions"]))
    throw new UsageError("has no interactions", { location, hint: "is it a pact file?" });
  const bytes = Buffer.from(text);
  const isNew = isVersion4(document);
  return {
    /** Path or address of the file, for messages. */
    location,
    consumer: nameAt(document, "consumer", location),
    provider: nameAt(document, "provider", location),
    interactions: document["interactions"].map((one: unknown, index) =>
      interactionAt(one, index, isNew, location),
    ),
    /** The whole document, parsed on every call: a run of many pacts keeps the values of only one of them. */
    document: () => Object(JSON.parse(bytes.toString())),
    /** The same, to be written again: its numbers keep their spelling. */
    spelled: () => Object(spelled(bytes.toString())),
  };
};

/**
 * Reads a pact from its text.
 * @throws UsageError that names the file or address and the unusable interaction.
 */
export const parsePact = (text: string, location: string): PactFile =>
  pactOf(text.replace(/^\uFEFF/, ""), location);
