import type { AppOptions } from "../core/model/environment.ts";
import { kinds, type OptionUses } from "../core/output/values.ts";
import { openServedDocument, type ServedDocumentOptions } from "../inputs/open-served-document.ts";
import { appUses, environmentOf } from "../inputs/environment-of.ts";
import type { ServedDocument } from "../serving/served-document.ts";

/** How a document is served: the name of its interface, its records, and answers to what it leaves open. */
export type ReadServedDocumentOptions = AppOptions & ServedDocumentOptions;

const uses: OptionUses<ReadServedDocumentOptions> = {
  ...appUses,
  name: "optional",
  resources: "optional",
  choices: "optional",
};

/**
 * Reads an OpenAPI document, from a file or an address, for a sandbox that serves it with state.
 * @example
 * ```ts
 * import { createSandbox, readServedDocument } from "tripact";
 *
 * const shop = await readServedDocument("openapi.yaml", { name: "shop" });
 * const sandbox = createSandbox({ openapi: [shop] });
 * const response = await sandbox.fetch(new Request(`${sandbox.config().interfaces["shop"]?.baseUrl}/health`));
 * console.log(response.status); // 200
 * await sandbox.close();
 * ```
 * @throws UsageError for a document, a declaration or a choice that cannot be used
 */
export const readServedDocument = async (
  file: string,
  options: ReadServedDocumentOptions = {},
): Promise<ServedDocument> =>
  openServedDocument(file, options, environmentOf(options, uses, undefined, { choices: kinds.object }));
