import type { InterfaceName } from "../../core/model/interface-name.ts";
import type { Contract } from "../../core/model/contract.ts";
import { isInterfaceName } from "../../builtin/interface-name.ts";
import { documentBehind } from "../../contracts/document-contract.ts";
import { openApiOf } from "../../documents/open-api-of.ts";
import { openapiText } from "../../builtin/openapi-text.ts";
import { isObject, type JsonObject } from "../../core/model/json-object.ts";
import { UsageError } from "../../core/model/usage-error.ts";
import { readDocumentText } from "../../documents/read-document.ts";
import type { PactFile } from "./pact-file.ts";
import { isVersion4, plainMessage } from "./stated-body.ts";

/** An expectation of a pact that the OpenAPI document does not promise. */
export interface Contradiction {
  readonly severity: "error" | "warning";
  /** The comparator's code, for example `response.body.incompatible`. */
  readonly code: string;
  readonly message: string;
  /** Description of the interaction. */
  readonly interaction: string;
  /** Location in the pact. */
  readonly pactLocation: string;
  /** Location in the document; undefined if nothing there corresponds. */
  readonly documentLocation: string | undefined;
}

interface Result {
  readonly code: string;
  readonly message: string;
  readonly type: "error" | "warning" | "info";
  readonly mockDetails?: { readonly interactionDescription?: string | null; readonly location: string };
  readonly specDetails?: { readonly location: string };
}

interface Comparator {
  compare(pact: unknown): AsyncIterable<Result>;
}

/**
 * A document rewritten so that the comparator does not misread it. In responses the comparator closes every object that
 * no schema opens, even one with `additionalProperties: true`, and it drops `required` everywhere, even inside a
 * negation. Conditions it leaves alone, so a negation becomes one.
 */
const inItsWords = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(inItsWords);
  if (!isObject(value)) return value;
  const { not, ...rest } = value;
  const entries = Object.entries(rest).map(([key, inner]): [string, unknown] => [
    key,
    key === "additionalProperties" && inner === true ? {} : inItsWords(inner),
  ]);
  return Object.fromEntries(isObject(not) ? [...entries, ["if", not], ["then", false]] : entries);
};

/** The document of an interface, self-contained. */
const rootOf = (contract: Contract, name: InterfaceName): unknown => {
  const document = documentBehind(contract, name);
  if (document !== undefined) return openApiOf(document);
  if (!isInterfaceName(name)) throw new Error(`there is no document of ${name}`);
  return readDocumentText(`specs/${name}.yaml`, openapiText(name)).root;
};

const openComparator = async (contract: Contract, name: InterfaceName): Promise<Comparator> => {
  const loaded: unknown = await import("@pactflow/openapi-pact-comparator");
  // Its own declarations do not resolve under Node's rules; this is the part that is used.
  const { Comparator: Comparing } = loaded as {
    readonly Comparator: new (documents: { readonly oas: unknown }) => Comparator;
  };
  return new Comparing({ oas: inItsWords(rootOf(contract, name)) });
};

const comparators = new WeakMap<Contract, Map<InterfaceName, Promise<Comparator>>>();

const comparatorOf = (contract: Contract, name: InterfaceName): Promise<Comparator> => {
  const all = comparators.get(contract) ?? new Map<InterfaceName, Promise<Comparator>>();
  comparators.set(contract, all);
  const known = all.get(name) ?? openComparator(contract, name);
  all.set(name, known);
  return known;
};

/** Maximum number of contradictions listed per pact; a pact may have thousands of a kind. */
const mostListed = 200;

/** A pact whose bodies are values: the comparator reads no JSON in a text or in a coding. */
const inPlain = (pact: JsonObject): JsonObject => {
  const isNew = isVersion4(pact);
  const { interactions } = pact;
  return {
    ...pact,
    interactions: (Array.isArray(interactions) ? interactions : []).map((one: unknown) =>
      isObject(one)
        ? {
            ...one,
            request: plainMessage(one["request"], isNew),
            response: plainMessage(one["response"], isNew),
          }
        : one,
    ),
  };
};

/**
 * The comparator's results, up to the maximum: errors precede warnings.
 * @throws UsageError for a pact that it cannot read, the only input that it rejects.
 */
const resultsOf = async (
  contract: Contract,
  pact: PactFile,
  name: InterfaceName,
): Promise<readonly Result[]> => {
  const comparator = await comparatorOf(contract, name);
  const errors: Result[] = [];
  const warnings: Result[] = [];
  try {
    for await (const result of comparator.compare(inPlain(pact.document()))) {
      const list = result.type === "error" ? errors : warnings;
      if (result.type !== "info" && list.length < mostListed) list.push(result);
    }
  } catch (error) {
    if (error instanceof Error && error.message === "Malformed Pact file")
      throw new UsageError("its interactions do not follow the Pact specification", {
        location: pact.location,
      });
    throw error;
  }
  return [...errors, ...warnings].slice(0, mostListed);
};

/**
 * Compares a pact with an interface's OpenAPI document, without requests. Lists at most 200 contradictions.
 * @throws UsageError for a pact that the comparator cannot read.
 */
export const compareWithDocument = async (
  contract: Contract,
  pact: PactFile,
  name: InterfaceName,
): Promise<readonly Contradiction[]> => {
  const results = await resultsOf(contract, pact, name);
  return results.map(({ type, code, message, mockDetails, specDetails }) => ({
    severity: type === "error" ? "error" : "warning",
    code,
    message,
    interaction: mockDetails?.interactionDescription ?? "",
    pactLocation: mockDetails?.location ?? "",
    documentLocation: specDetails?.location,
  }));
};
