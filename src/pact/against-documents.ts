import type { PactFile } from "./pact-file.ts";

/** What a pact expects although the documents do not promise it. */
export interface Contradiction {
  readonly severity: "error" | "warning";
  /** The comparator's own code, for example `response.body.incompatible`. */
  readonly code: string;
  readonly message: string;
  /** Description of the interaction. */
  readonly interaction: string;
  /** Place in the pact. */
  readonly pactPlace: string;
  /** Place in the document; undefined when nothing there corresponds. */
  readonly documentPlace: string | undefined;
}

interface Result {
  readonly code: string;
  readonly message: string;
  readonly type: "error" | "warning" | "info";
  readonly mockDetails?: { readonly interactionDescription?: string | null; readonly location: string };
  readonly specDetails?: { readonly location: string };
}

interface ComparatorModule {
  readonly Comparator: new (documents: { readonly oas: unknown }) => {
    compare(pact: unknown): AsyncIterable<Result>;
  };
}

/**
 * Compares a pact with an OpenAPI document, without sending anything.
 * @throws Error when the comparator cannot read the document: a bug.
 */
export const compareWithDocument = async (
  pact: PactFile,
  document: Readonly<Record<string, unknown>>,
): Promise<readonly Contradiction[]> => {
  const loaded: unknown = await import("@pactflow/openapi-pact-comparator");
  // Its own declarations do not resolve under Node's rules; this is the part of them that is used.
  const { Comparator } = loaded as ComparatorModule;
  const comparator = new Comparator({ oas: structuredClone(document) });
  const found: Contradiction[] = [];
  for await (const { type, code, message, mockDetails, specDetails } of comparator.compare(
    structuredClone(pact.document),
  ))
    if (type !== "info")
      found.push({
        severity: type,
        code,
        message,
        interaction: mockDetails?.interactionDescription ?? "",
        pactPlace: mockDetails?.location ?? "",
        documentPlace: specDetails?.location,
      });
  return found;
};
