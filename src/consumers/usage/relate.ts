import type * as Ts from "typescript";
import { either, acceptsNothing, acceptedOnly, type TypeQuestions } from "./accepting.ts";
import type { Uses } from "./collect-uses.ts";
import type { TypeRelations } from "./shapes.ts";
import type { Location } from "./use.ts";

/** Types nested more deeply rarely belong to the consumer. */
const deepest = 12;

/** What two types are related with. */
interface Relating {
  readonly shapes: TypeRelations;
  readonly questions: TypeQuestions;
  readonly uses: Uses;
  /** Relates the types inside two others. */
  relate(source: Ts.Type, target: Ts.Type, node: Ts.Node): void;
}

const sameLocations = (left: readonly Location[], right: readonly Location[]): boolean =>
  left.some((one) => right.includes(one));

const isNothing = ({ shapes: { compiler } }: Relating, { flags }: Ts.Type): boolean =>
  (flags &
    (compiler.TypeFlags.Undefined |
      compiler.TypeFlags.Null |
      compiler.TypeFlags.Void |
      compiler.TypeFlags.Never)) !==
  0;

const addWhole = ({ uses }: Relating, type: Ts.Type, node: Ts.Node): void =>
  uses.addModels("whole", type, node);

/** The alternative that accepts the value; all of them if only their combination does. */
const relateToOneOf = (relating: Relating, source: Ts.Type, target: Ts.UnionType, node: Ts.Node): void => {
  const parts = target.types.filter((part) => !isNothing(relating, part));
  if (parts.includes(source)) return;
  const fitting = parts.filter((part) => relating.shapes.checker.isTypeAssignableTo(source, part));
  const [first] = fitting.length > 0 ? fitting : parts;
  if (fitting.length === 1 || parts.length === 1)
    return first === undefined ? undefined : relating.relate(source, first, node);
  addWhole(relating, source, node);
};

const relateToParameter = (relating: Relating, source: Ts.Type, target: Ts.Type, node: Ts.Node): void => {
  const { checker, isAnything } = relating.shapes;
  const constraint = checker.getBaseConstraintOfType(target);
  if (constraint !== undefined && !isAnything(constraint)) relating.relate(source, constraint, node);
};

/** Two instances of one generic type differ by their arguments. */
const relateArguments = (
  { shapes, relate }: Relating,
  source: Ts.Type,
  target: Ts.Type,
  node: Ts.Node,
): boolean => {
  const wanted =
    source.symbol !== undefined && source.symbol === target.symbol ? shapes.argumentsOf(target) : [];
  for (const [index, one] of shapes.argumentsOf(source).entries()) {
    const other = wanted[index];
    if (other !== undefined) relate(one, other, node);
  }
  return wanted.length > 0;
};

const relateSignatures = (
  { shapes: { checker }, relate }: Relating,
  source: Ts.Type,
  target: Ts.Type,
  node: Ts.Node,
): void => {
  const [given] = source.getCallSignatures();
  const [wanted] = target.getCallSignatures();
  if (given === undefined || wanted === undefined) return;
  for (const [index, parameter] of given.parameters.entries()) {
    const other = wanted.parameters[index];
    if (other !== undefined) relate(checker.getTypeOfSymbol(other), checker.getTypeOfSymbol(parameter), node);
  }
  relate(given.getReturnType(), wanted.getReturnType(), node);
};

/** Whether what is read from one object belongs to models that the other does not have. */
const isOfOthers = ({ shapes }: Relating, source: Ts.Type, target: Ts.Type): boolean => {
  const known = new Set(shapes.compositionsOf(source).flatMap((of) => of ?? []));
  return shapes.compositionsOf(target).some((of) => of?.some((model) => !known.has(model)) === true);
};

/** A property that one object gives and another takes. */
interface PropertyPair {
  readonly giver: Ts.Type;
  readonly given: Ts.Symbol;
  readonly taker: Ts.Type;
  readonly wanted: Ts.Symbol;
  /** Whether the taker would accept no object without it. */
  readonly isNeeded: boolean;
}

const relateProperty = (
  relating: Relating,
  { giver, given, taker, wanted, isNeeded }: PropertyPair,
  node: Ts.Node,
): void => {
  const { shapes, questions, uses, relate } = relating;
  const [from, to] = [shapes.locationsOf(given), shapes.locationsOf(wanted)];
  const [source, target] = [shapes.checker.getTypeOfSymbol(given), shapes.checker.getTypeOfSymbol(wanted)];
  const isSame = sameLocations(from, to);
  if (!isSame || isOfOthers(relating, giver, taker)) {
    const taken = questions.accepts(target);
    const left = shapes.isOptional(wanted)
      ? acceptedOnly("absent", ...(isNeeded ? [] : (["gone"] as const)))
      : acceptsNothing;
    uses.addComposed("read", giver, from, node, { accepts: either(taken, left) });
  }
  if (!isSame) uses.add("send", to, node, questions.sent(source, target));
  relate(source, target, node);
};

/** A value of a model is built from another type, whose certain properties decide if a new one is missing. */
const addBuild = ({ shapes, uses }: Relating, source: Ts.Type, target: Ts.Type, node: Ts.Node): void => {
  const models = shapes.modelsOf(target);
  if (sameLocations(shapes.modelsOf(source), models)) return;
  uses.addBuild(source, models, node);
};

/** `Record<string, string>` requires the same of every property. */
const addIndexed = (
  { shapes, questions, uses }: Relating,
  source: Ts.Type,
  target: Ts.Type,
  node: Ts.Node,
): void => {
  const index = target.getStringIndexType();
  if (index === undefined) return;
  const models = shapes.modelsOf(source);
  if (models.length === 0 || shapes.modelsOf(target).length > 0) return;
  uses.addComposed("keys", source, models, node);
  const accepts = either(questions.accepts(index), acceptedOnly("gone"));
  for (const property of shapes.checker.getPropertiesOfType(source))
    uses.addComposed("read", source, shapes.locationsOf(property), node, { accepts });
};

const relateProperties = (relating: Relating, source: Ts.Type, target: Ts.Type, node: Ts.Node): void => {
  const { shapes } = relating;
  const targets = shapes.checker.getPropertiesOfType(target);
  const isWeak = targets.length > 0 && targets.every((one) => shapes.isOptional(one));
  const shared = targets.flatMap((wanted) => {
    const given = shapes.checker.getPropertyOfType(source, wanted.name);
    return given === undefined ? [] : [{ given, wanted }];
  });
  const isNeeded = isWeak && shared.length === 1;
  for (const pair of shared)
    relateProperty(relating, { giver: source, taker: target, ...pair, isNeeded }, node);
  // A use of one as a whole is a use of the other.
  if (isOfOthers(relating, source, target)) addWhole(relating, source, node);
  if (targets.some((wanted) => shapes.locationsOf(wanted).length > 0))
    addBuild(relating, source, target, node);
  addIndexed(relating, source, target, node);
};

const relateApart = (relating: Relating, source: Ts.Type, target: Ts.Type, node: Ts.Node): void => {
  const { shapes, relate } = relating;
  const { TypeFlags } = shapes.compiler;
  if (shapes.isAnything(target)) return addWhole(relating, source, node);
  if (shapes.isAnything(source) || isNothing(relating, source)) return;
  if (source.isUnion()) {
    for (const part of source.types) relate(part, target, node);
    return;
  }
  if (target.isUnion()) return relateToOneOf(relating, source, target, node);
  if (target.flags & TypeFlags.TypeParameter) return relateToParameter(relating, source, target, node);
  if (!(source.flags & (TypeFlags.Object | TypeFlags.Intersection))) return;
  const [sourceItem, targetItem] = [shapes.itemOf(source), shapes.itemOf(target)];
  if (sourceItem !== undefined && targetItem !== undefined) return relate(sourceItem, targetItem, node);
  if (relateArguments(relating, source, target, node)) return;
  relateSignatures(relating, source, target, node);
  relateProperties(relating, source, target, node);
};

/** Records what it takes from two types to give a value of one where the other is wanted. */
export const createRelate = (
  shapes: TypeRelations,
  questions: TypeQuestions,
  uses: Uses,
): Relating["relate"] => {
  const open = new Map<Ts.Type, Set<Ts.Type>>();
  let depth = 0;

  const relate: Relating["relate"] = (source, target, node) => {
    if (source === target || open.get(source)?.has(target) === true) return;
    if (!shapes.involves(source) && !shapes.involves(target)) return;
    if (depth > deepest) return addWhole(relating, source, node);
    const inside = open.get(source) ?? new Set();
    open.set(source, inside.add(target));
    depth += 1;
    try {
      relateApart(relating, source, target, node);
    } finally {
      depth -= 1;
      inside.delete(target);
    }
  };

  const relating: Relating = { shapes, questions, uses, relate };
  return relate;
};
