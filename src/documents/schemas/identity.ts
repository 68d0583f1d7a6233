/** The id under which Ajv compiles a definition; internal only. */
export const schemaId = (interfaceName: string, name: string): string => `tripact://${interfaceName}/${name}`;

/** Name of a definition in the schema paths of violations. */
export const definitionPath = (name: string): string => `#/$defs/${name}`;
