/** What the OpenAPI documents say, without the checks: light enough for programs that only record. */
import type { InterfaceDescription } from "../harness/model/contract.ts";
import { createDocumentation } from "../harness/drift/documentation.ts";
import { createFieldNames } from "../harness/privacy/field-names.ts";
import { pathWordsOf } from "../harness/privacy/shown-address.ts";
import { createOperationMatcher } from "../harness/validation/match-operation.ts";
import { interfaces } from "./interfaces.ts";
import { publicTerms } from "./public-terms.ts";
import { schemas } from "./validation.ts";

const described: Readonly<Record<string, InterfaceDescription>> = interfaces;

const parts = { ...schemas, described, publicTerms };

export const fieldNames = createFieldNames(parts);
export const documents = { ...parts, fieldNames };
export const isFieldName = fieldNames.isField;

/** Words of addresses that are nobody's data. */
export const pathWords = pathWordsOf(documents);

/** Finds the documented operation of a request. */
export const operationMatcher = createOperationMatcher(documents);

/** What drift compares answers with. */
export const documentation = createDocumentation(documents);
