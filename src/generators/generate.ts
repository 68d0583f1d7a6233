import { generateArbitraries } from "./artefacts/arbitraries.ts";
import { generateBeyond } from "./artefacts/beyond.ts";
import { generateChecks } from "./artefacts/checks.ts";
import { generateDocumentedBodies } from "./artefacts/documented-bodies.ts";
import { generateFaults } from "./artefacts/faults.ts";
import { generateModelInstances } from "./artefacts/model-instances.ts";
import { generateOperations } from "./artefacts/operations.ts";
import { generateOperationTypes } from "./artefacts/operation-types.ts";
import { generateReference } from "./artefacts/reference.ts";
import { generateRegistry } from "./artefacts/registry.ts";
import { generateResources } from "./artefacts/resources.ts";
import { generateSchemaFacts } from "./artefacts/schema-facts.ts";
import { generateSchemas } from "./artefacts/schemas.ts";
import { generateConfigTypes, generateTypes } from "./artefacts/types.ts";
import { generateValidators } from "./artefacts/validators.ts";
import { generateFileSchemas } from "./file-schemas.ts";
import { readContract } from "./documents/contract.ts";
import type { SourceFiles } from "./source-files.ts";

/** The generated files: texts by path relative to src/contract/generated. */
export type GeneratedFiles = ReadonlyMap<string, string>;

/**
 * Generates all files from the hand-written documents. Pure and deterministic: the same input gives the same bytes.
 * @throws UsageError with `specs/….yaml:line:column` for an invalid document.
 */
export const generateAll = async (files: SourceFiles): Promise<GeneratedFiles> => {
  const contract = readContract(files);
  const artefacts = [
    await generateTypes(contract),
    await generateConfigTypes(files),
    await generateBeyond(files),
    generateOperations(contract),
    generateOperationTypes(contract),
    generateValidators(contract),
    generateSchemas(contract),
    generateSchemaFacts(contract),
    generateModelInstances(contract),
    generateDocumentedBodies(contract),
    generateArbitraries(contract),
    generateRegistry(contract),
    generateResources(files, contract),
    generateReference(contract),
    generateChecks(files),
    generateFaults(files),
    generateFileSchemas(files),
  ];
  return new Map(artefacts.flatMap((artefact) => [...artefact]));
};
