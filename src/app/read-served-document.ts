import { environmentOf } from "../inputs/app-options.ts";
import { openServedDocument } from "../inputs/open-served-document.ts";
import { type ReadServedDocumentOptions, servedDocumentOptions } from "./options.ts";
import type { ServedDocument } from "../serving/served-document.ts";

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
  openServedDocument(file, options, environmentOf(options, servedDocumentOptions));
