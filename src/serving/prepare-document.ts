import { UsageError } from "../core/model/usage-error.ts";
import { loadValidatorsOf } from "../contracts/validators.ts";
import { resourceProblems } from "../contracts/resources/declared.ts";
import type { ApiDocument } from "../documents/document.ts";
import { choicesOf } from "./choices.ts";
import { createDocumentServer, permissionOf, rolesOf } from "./document-server.ts";
import { makeDocumentFaults } from "./faults/generate-faults.ts";
import { createKinds } from "./kinds.ts";
import { withLists } from "./list-kinds.ts";
import { createSecurity } from "./security.ts";
import { createSchemas } from "./schemas.ts";
import type { ServedDocument } from "./served-document.ts";

/** What is said about a document that is served. */
export interface DocumentSettings {
  /** What its records are, in the form of a configuration. */
  readonly resources?: unknown;
  /** FaultyServer to what it leaves open; see `choiceTable`. */
  readonly choices?: Readonly<Record<string, string>>;
}

/**
 * Prepares a document for serving.
 * @throws UsageError for a declaration that contradicts the document, or a choice that there is not
 */
export const prepareDocument = async (
  name: string,
  document: ApiDocument,
  { resources, choices: chosen = {} }: DocumentSettings = {},
): Promise<ServedDocument> => {
  const choices = choicesOf(chosen);
  const [mistake] = resourceProblems(resources, document, ["interfaces", name, "resources"]);
  if (mistake !== undefined)
    throw new UsageError(mistake.message, mistake.hint === undefined ? {} : { hint: mistake.hint });
  const schemas = createSchemas(document, await loadValidatorsOf(name, document));
  const kinds = withLists(document, createKinds(document, resources, schemas), schemas);
  return {
    name,
    file: document.file,
    resources,
    choices,
    operations: rolesOf(document, kinds, schemas),
    permissions: [...new Set(document.operations.flatMap((operation) => permissionOf(operation) ?? []))],
    unsent: [
      ...document.operations.flatMap(({ id, callbacks }) => callbacks.map(({ name }) => `${name} of ${id}`)),
      ...document.webhooks.map(({ id }) => id),
    ],
    faults: () =>
      makeDocumentFaults(document, kinds, schemas, createSecurity(name, document, { token: () => "" })).map(
        ({ id, operation, verb, field, title }) => ({ id, operation, verb, field, title }),
      ),
    serve: (parts) => createDocumentServer(name, document, kinds, schemas, { ...parts, choices }),
  };
};
