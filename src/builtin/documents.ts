/** The content of the OpenAPI documents without the checks: light enough for programs that only record. */
import type { InterfaceDescription } from "../core/model/contract.ts";
import { createDocumentation } from "../core/shapes/documentation.ts";
import { createFieldNames, wordsIn } from "../core/privacy/field-names.ts";
import { pathWordsOf } from "../core/privacy/shown-address.ts";
import { createOperationMatcher } from "../core/validation/match-operation.ts";
import { interfaces } from "./interfaces.ts";
import { schemas } from "./validation.ts";
import type { PublicTerms } from "../core/model/public-terms.ts";

export const publicTerms: PublicTerms = {
  fieldWords: wordsIn(`
    anonymous campaign campaigns conjunct crm deceased deductible designation designations donation donations donor
    donors fund funds gift gifts grant headline household leader leaders opportunity pledge premium premiums recurring
    salutation segment segments shift shifts signup spent thank unlisted volunteer volunteers waitlist
  `),
  pathWords: wordsIn(`
    attendees avatar campaigns completed contactindividual contacts custom customfields dismissed donors gifts individual
    individuals invitations pledges premiums relationships reminder reminders segments
  `),
  values: ["Home Email", "Work Phone", "Mobile Phone"],
  plainNumbers: ["skip", "take", "querytype", "conjunct", "operator"],
  fieldReferences: ["sortby", "selectedcolumns", "parameter"],
  credentialMoments: [".issued", ".expires"],
};

const described: Readonly<Record<string, InterfaceDescription>> = interfaces;

const parts = { ...schemas, described, publicTerms };

export const fieldNames = createFieldNames(parts);
export const documents = { ...parts, fieldNames };
export const isFieldName = fieldNames.isField;

/** Words in URLs that are not personal data. */
export const pathWords = pathWordsOf(documents);

/** Finds the documented operation of a request. */
export const operationMatcher = createOperationMatcher(documents);

/** The documentation with which drift compares answers. */
export const documentation = createDocumentation(documents);
