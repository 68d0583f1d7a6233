import { createHash } from "node:crypto";
import { documentation } from "../../builtin/documents.ts";
import { validateResponse } from "../../builtin/validation.ts";
import { childPointer, tokensOf } from "../../core/formats/json-pointer.ts";
import type { ShapeFileAnswer } from "../../core/shapes/shape-file.ts";
import { anyName } from "../../core/privacy/masked-names.ts";
import { invent } from "./invent.ts";
import { nodesOf, type ShapeNode } from "./shape-node.ts";
import { describeTrait, isTextTrait, type Trait, traitsOf, type TraitShare, usualTrait } from "./trait.ts";

/** A behaviour of the target that contradicts the specification, at one location of one operation's answers. */
export interface Deviation extends TraitShare {
  /** Twelve hex digits, the same for every target. */
  readonly id: string;
  readonly operation: string;
  readonly status: number;
  readonly pointer: string;
  /** The facts that it violates. */
  readonly facts: readonly string[];
}

type Choose = (node: ShapeNode) => Trait;

/** Computed once for all locations of an answer, because each is tested in an example of the whole. */
const usualOf = (root: ShapeNode): Choose => {
  const traits = new Map([...nodesOf(root)].map((node) => [node, usualTrait(node)]));
  return (node) => traits.get(node) ?? "absent";
};

interface SeenAnswer {
  readonly answer: ShapeFileAnswer;
  readonly root: ShapeNode;
  readonly usual: Choose;
}

/** A body of the shape, with one item in every array. */
const example = (node: ShapeNode, choose: Choose): unknown => {
  const trait = choose(node);
  if (trait === "array") return node.items === undefined ? [] : [example(node.items, choose)];
  if (trait !== "object") return invent(node, trait, 1, node.pointer);
  if (node.items !== undefined) return { name: example(node.items, choose) };
  return Object.fromEntries([...node.fields].map(([name, inner]) => [name, example(inner, choose)]));
};

const isAbove = (node: ShapeNode, pointer: string): boolean =>
  node.pointer === "" ? pointer !== "" : pointer.startsWith(`${node.pointer}/`);

/** The usual body with a different value at one location. */
const exampleWith = ({ root, usual }: SeenAnswer, pointer: string, trait: Trait): unknown =>
  example(root, (node) => {
    if (node.pointer === pointer) return trait;
    if (!isAbove(node, pointer)) return usual(node);
    return (node.location.types["array"] ?? 0) > 0 ? "array" : "object";
  });

/** The location in an example, whose arrays have one item. */
const concrete = (pointer: string): string =>
  tokensOf(pointer).reduce((above, token) => childPointer(above, token === anyName ? "0" : token), "");

/** Formats that have their own form of text. */
const countedFormats: ReadonlySet<string> = new Set(["decimal-string", "utc-date-time", "http-date", "date"]);

/** Whether the OpenAPI documents leave a text's content open: then an invented one proves no deviation. */
const isOpenText = ({ operation, status }: ShapeFileAnswer, pointer: string, trait: Trait): boolean => {
  const documented = documentation.at(operation, status, pointer);
  if (!isTextTrait(trait) || documented?.types?.includes("string") !== true) return false;
  if (trait === "string unlisted") return documented.closed !== true;
  const { format } = documented;
  return format === undefined || (trait === "string text" && !countedFormats.has(format));
};

const factsBroken = (seen: SeenAnswer, pointer: string, trait: Trait): readonly string[] | undefined => {
  if (isOpenText(seen.answer, pointer, trait)) return undefined;
  const { operation, status } = seen.answer;
  const at = concrete(pointer);
  const body = exampleWith(seen, pointer, trait);
  const broken = validateResponse(operation, status, body).filter((one) => one.pointer === at);
  return broken.length === 0 ? undefined : [...new Set(broken.flatMap(({ facts }) => facts))];
};

const idOf = (operation: string, status: number, pointer: string, trait: Trait): string =>
  createHash("sha256").update(`${operation}\n${status}\n${pointer}\n${trait}`).digest("hex").slice(0, 12);

const deviation = (
  { operation, status }: ShapeFileAnswer,
  pointer: string,
  { trait, share }: TraitShare,
  facts: readonly string[],
): Deviation => ({
  id: idOf(operation, status, pointer, trait),
  operation,
  status,
  pointer,
  trait,
  share,
  facts,
});

const seenTraits = (seen: SeenAnswer, node: ShapeNode): readonly Deviation[] =>
  traitsOf(node).flatMap((one) => {
    const facts = factsBroken(seen, node.pointer, one.trait);
    return facts === undefined ? [] : [deviation(seen.answer, node.pointer, one, facts)];
  });

/** Fields that the OpenAPI documents require and no object had. */
const neverSeen = (seen: SeenAnswer, node: ShapeNode): readonly Deviation[] => {
  if (node.fields.size === 0 || node.hasMasked) return [];
  const { answer } = seen;
  const at = concrete(node.pointer);
  const body = exampleWith(seen, node.pointer, "object");
  return validateResponse(answer.operation, answer.status, body).flatMap(({ rule, pointer, facts }) => {
    const name = tokensOf(pointer).at(-1) ?? "";
    if (rule !== "missing" || node.fields.has(name) || pointer !== childPointer(at, name)) return [];
    return [deviation(answer, childPointer(node.pointer, name), { trait: "absent", share: 1 }, facts)];
  });
};

/** What was seen at the answer's locations and the OpenAPI documents exclude. */
export const deviationsOf = (answer: ShapeFileAnswer, root: ShapeNode): readonly Deviation[] => {
  const seen = { answer, root, usual: usualOf(root) };
  return [...nodesOf(root)].flatMap((node) => [...seenTraits(seen, node), ...neverSeen(seen, node)]);
};

const percent = (share: number): string => {
  const rounded = Math.round(share * 100);
  return rounded === 0 ? "under 1 %" : `${rounded} %`;
};

/** `lastGiftDate is text (date) in 3 % of getContact 200: GEN-02`. */
export const describeDeviation = ({ operation, status, pointer, trait, share, facts }: Deviation): string => {
  const field = pointer === "" ? "the body" : pointer.slice(1).replaceAll("/*", "[]").replaceAll("/", ".");
  const blamed = facts.length === 0 ? "" : `: ${facts.join(", ")}`;
  return `${field} is ${describeTrait(trait)} in ${percent(share)} of ${operation} ${status}${blamed}`;
};
