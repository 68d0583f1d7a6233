import { UsageError } from "../core/model/usage-error.ts";
import { resourceProblems } from "../contracts/resources/declared.ts";
import type { ApiDocument } from "../documents/document.ts";
import { createKinds } from "./kinds.ts";
import { createPerformer, type Performed } from "./perform.ts";
import { successOf } from "./responses.ts";
import { roleOf } from "./roles.ts";
import { createSchemas } from "./schemas.ts";
import { createSeeding } from "./seeding.ts";
import type { Serving } from "./served-document.ts";

/** Whoever passes requests on has validated them. */
const nothingCompiled = { validators: {}, unions: {}, bans: {}, textFormats: {} };

/**
 * Prepares what a document's operations do with records, for a server of its own that reads and validates requests.
 * @param resources the records, in the form of a configuration
 * @throws UsageError for a declaration that contradicts the document
 */
export const prepareRecords = (document: ApiDocument, resources: unknown) => {
  const [mistake] = resourceProblems(resources, document, ["", "", "resources"]);
  if (mistake !== undefined)
    throw new UsageError(mistake.message, mistake.hint === undefined ? {} : { hint: mistake.hint });
  const schemas = createSchemas(document, { request: nothingCompiled, response: nothingCompiled });
  const kinds = createKinds(document, resources, schemas);
  const operations = new Map(
    document.operations.map((operation): [string, Performed] => [
      operation.id,
      {
        operation,
        role: roleOf(operation, kinds, schemas),
        success: successOf(operation),
        singleton: undefined,
      },
    ]),
  );
  return {
    /** Names of resources by the kinds of their records in a store. */
    resources: new Map(kinds.map(({ template, resource }) => [template, resource.name])),
    operations,
    performer: (parts: Serving) => createPerformer({ kinds, schemas, parts }),
    /** Creates the first records of kinds. */
    fill: (parts: Serving, isFilled: (kind: string) => boolean): void => {
      const { verbs } = createPerformer({ kinds, schemas, parts });
      const own = kinds.filter(({ template }) => isFilled(template));
      createSeeding(own, verbs, schemas, parts)();
    },
  };
};
