import type { ServedDocumentChoice } from "./common-options.ts";
import { resolve } from "node:path";
import { interfaceNames } from "../builtin/interface-name.ts";
import type { Environment } from "../core/model/environment.ts";
import type { ServedDocument } from "../serving/served-document.ts";
import { nameOf, readResources } from "./named-target.ts";
import { isAddress, openDocument } from "./fetch-document.ts";

/**
 * Prepares an OpenAPI document, a file or an address, for a sandbox.
 * @throws UsageError for a document, a declaration or a choice that cannot be used
 */
export const openServedDocument = async (
  from: string,
  options: ServedDocumentChoice,
  environment: Environment,
): Promise<ServedDocument> => {
  const document = await openDocument(from, environment, "openapi");
  const resources = await readResources(options, environment);
  // Loads Ajv, and what makes values.
  const { prepareDocument } = await import("../serving/prepare-document.ts");
  // A document that is named like a built-in interface adds to it.
  const isBuiltin = interfaceNames.some((name) => name === options.name);
  const name = isBuiltin && options.name !== undefined ? options.name : nameOf(options, document);
  const prepared = await prepareDocument(name, document, {
    ...(resources === undefined ? {} : { resources }),
    ...(options.choices === undefined ? {} : { choices: options.choices }),
  });
  // A configuration for it may be read elsewhere.
  return { ...prepared, file: isAddress(from) ? from : resolve(environment.cwd, from) };
};
