import { plural } from "../../core/output/plural.ts";
import { type KeyGain, writesKey } from "./judgeable.ts";

/** `+8 facts`, or `+3 facts with noteId and safety.writes`; undefined if a key only adds evidence. */
export const gainText = ({ facts, others }: KeyGain): string | undefined => {
  if (facts.length === 0) return undefined;
  const names = others.map((path) => (path === writesKey ? path : (path.split(".").at(-1) ?? "")));
  const together = names.length === 0 ? "" : ` with ${names.join(" and ")}`;
  return `+${plural(facts.length, "fact")}${together}`;
};
