import { unescapeToken } from "../core/formats/json-pointer.ts";

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** The name of the schema that a reference leads to, or undefined if it leads elsewhere. */
export const schemaNameOf = (reference: string): string | undefined => {
  const name = /^#\/components\/schemas\/([^/]+)$/.exec(reference)?.[1];
  return name === undefined ? undefined : unescapeToken(decoded(name));
};
