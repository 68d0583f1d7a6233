import fc from "fast-check";

const surrogates = { first: 0xd800, count: 0x800 };

/**
 * Every character that text can hold, as the unit of `fc.string`: what its `binary` is, without the second that one
 * takes to list all characters first.
 */
export const codePoint = fc.nat(0x10ffff - surrogates.count).map(
  (index) => String.fromCodePoint(index < surrogates.first ? index : index + surrogates.count),
  (text) => {
    const [character, ...more] = typeof text === "string" && text.isWellFormed() ? text : "";
    const code = character?.codePointAt(0);
    if (code === undefined || more.length > 0) throw new Error("not one character");
    return code < surrogates.first ? code : code - surrogates.count;
  },
);
