/** The id under which Ajv compiles a definition; never seen outside. */
export const schemaId = (interfaceName: string, name: string): string => `tripact://${interfaceName}/${name}`;

/** How a definition is called in the schema paths of violations. */
export const definitionPath = (name: string): string => `#/$defs/${name}`;
