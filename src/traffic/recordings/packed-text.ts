import { parseJson } from "../../core/model/json-object.ts";
import { hasFewValues } from "./entry-values.ts";

/** How a recorder writes bytes as text. */
export type Packing = "base64" | "hex";

/** Text in hex is also base64. */
export const packings: readonly Packing[] = ["hex", "base64"];

/** The bytes of a text that is packed so and not cut within a byte; undefined for any other text. */
const bytesOf = (text: string, packing: Packing): Uint8Array | undefined => {
  if (packing === "hex")
    return text.length % 2 === 0 && !/[^\da-f]/i.test(text) ? Buffer.from(text, "hex") : undefined;
  // Ruby and Python break lines.
  const digits = text.replace(/[\r\n]+/g, "").replace(/={1,2}\s*$/, "");
  return digits.length % 4 !== 1 && !/[^\w+/-]/.test(digits) ? Buffer.from(digits, "base64") : undefined;
};

/** The bytes of packed pieces in a list: some recorders keep the pieces in which a body arrived. */
export const unpackedPieces = (text: string, packing: Packing): Uint8Array | undefined => {
  if (!/^\s*\[\s*"/.test(text) || !hasFewValues(text)) return undefined;
  const list = parseJson(text);
  if (!Array.isArray(list) || list.length === 0) return undefined;
  const pieces: Uint8Array[] = [];
  for (const piece of list as readonly unknown[]) {
    const bytes = typeof piece === "string" ? bytesOf(piece, packing) : undefined;
    if (bytes === undefined) return undefined;
    pieces.push(bytes);
  }
  return Buffer.concat(pieces);
};

/** The bytes of a packed text, or of packed pieces in a list. */
export const unpackedText = (text: string, packing: Packing): Uint8Array | undefined =>
  bytesOf(text, packing) ?? unpackedPieces(text, packing);
