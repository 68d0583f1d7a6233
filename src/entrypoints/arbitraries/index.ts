/** `tripact/arbitraries`: values for property tests, made up from any OpenAPI document. */
import type { DocumentArbitraries } from "../../arbitraries/document-arbitraries.ts";
import { type OptionsOf, pickOptions } from "../../core/output/options.ts";
import { appOptions, environmentOf } from "../../inputs/app-options.ts";
import { openDocument } from "../../inputs/fetch-document.ts";

export type { DocumentArbitraries, RequestArbitraries } from "../../arbitraries/document-arbitraries.ts";
export { nearMissOf } from "../../arbitraries/model-arbitrary.ts";
export type { ModelArbitrary, NearMiss, NearMissArbitrary } from "../../arbitraries/model-arbitrary.ts";

const readingOptions = pickOptions(appOptions, "cwd", "signal");

/** Where a document is read. */
export interface ReadArbitrariesOptions extends OptionsOf<typeof readingOptions> {}

/**
 * Reads an OpenAPI document, a file or an address, and makes fast-check arbitraries of its models and of what its
 * operations take: values that its schemas allow, and values that each break one rule.
 * @throws UsageError for a document that cannot be used
 * @example
 * ```ts
 * import * as fc from "fast-check";
 * import { readArbitraries } from "tripact/arbitraries";
 *
 * const shop = await readArbitraries("openapi.yaml");
 * const { body } = shop.request("createOrder");
 * fc.assert(fc.property(body.valid, (order) => typeof order === "object"));
 * console.log(shop.operations.includes("createOrder")); // true
 * ```
 */
export const readArbitraries = async (
  openapi: string,
  options: ReadArbitrariesOptions = {},
): Promise<DocumentArbitraries> => {
  const document = await openDocument(openapi, environmentOf(options, readingOptions), "openapi");
  const { documentArbitraries } = await import("../../arbitraries/document-arbitraries.ts");
  return documentArbitraries(document);
};
