import { Document, Scalar, visit } from "yaml";
import { escapeJson, escapeText } from "./escape.ts";

/** Texts that could act in a terminal or a log are quoted. Does not wrap, so that a diff shows what changed. */
export const printYaml = (value: unknown): string => {
  const document = new Document(value, { aliasDuplicateObjects: false });
  visit(document, {
    Scalar: (_, node) => {
      if (typeof node.value === "string" && escapeText(node.value) !== node.value)
        node.type = Scalar.QUOTE_DOUBLE;
    },
  });
  return escapeJson(document.toString({ lineWidth: 0, doubleQuotedAsJSON: true }));
};
