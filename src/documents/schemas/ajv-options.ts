/** Options of Ajv for a document of anybody: what it does not know is passed over, and errors have no words. */
export const ajvOptions = {
  allErrors: true,
  strict: false,
  messages: false,
  inlineRefs: false,
  validateSchema: false,
  logger: false,
} as const;
