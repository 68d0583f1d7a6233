import type * as Ts from "typescript";
import { either, nothing, only, type TypeQuestions } from "./accepting.ts";
import type { Uses } from "./collect-uses.ts";
import { addComposed, addModels } from "./composed-uses.ts";
import type { Shapes } from "./shapes.ts";
import type { Location } from "./use.ts";

/** Takes down what it takes of two types that a value of one is given where one of the other is wanted. */
export type Relate = (source: Ts.Type, target: Ts.Type, node: Ts.Node) => void;

/** Types that are nested deeper are rarely anybody's own. */
const deepest = 12;

const sameLocations = (left: readonly Location[], right: readonly Location[]): boolean =>
  left.some((one) => right.includes(one));

interface RelateContext {
  readonly shapes: Shapes;
  readonly questions: TypeQuestions;
  readonly uses: Uses;
  readonly relate: Relate;
}

const isOptional = (context: RelateContext, symbol: Ts.Symbol): boolean =>
  (symbol.flags & context.shapes.compiler.SymbolFlags.Optional) !== 0;

const isNothing = (context: RelateContext, { flags }: Ts.Type): boolean =>
  (flags &
    (context.shapes.compiler.TypeFlags.Undefined |
      context.shapes.compiler.TypeFlags.Null |
      context.shapes.compiler.TypeFlags.Void |
      context.shapes.compiler.TypeFlags.Never)) !==
  0;

const whole = (context: RelateContext, type: Ts.Type, node: Ts.Node): void =>
  addModels(context, "whole", type, node);

const apart = (context: RelateContext, source: Ts.Type, target: Ts.Type, node: Ts.Node): void => {
  if (context.shapes.isAnything(target)) return whole(context, source, node);
  if (context.shapes.isAnything(source) || isNothing(context, source)) return;
  if (source.isUnion()) {
    for (const part of source.types) context.relate(part, target, node);
    return;
  }
  if (target.isUnion()) return toOneOf(context, source, target, node);
  if (target.flags & context.shapes.compiler.TypeFlags.TypeParameter)
    return toParameter(context, source, target, node);
  if (
    !(
      source.flags &
      (context.shapes.compiler.TypeFlags.Object | context.shapes.compiler.TypeFlags.Intersection)
    )
  )
    return;
  const [sourceItem, targetItem] = [context.shapes.itemOf(source), context.shapes.itemOf(target)];
  if (sourceItem !== undefined && targetItem !== undefined)
    return context.relate(sourceItem, targetItem, node);
  if (byArguments(context, source, target, node)) return;
  bySignatures(context, source, target, node);
  byProperties(context, source, target, node);
};

/** The alternative that takes the value; all of them where only together they do. */
const toOneOf = (context: RelateContext, source: Ts.Type, target: Ts.UnionType, node: Ts.Node): void => {
  const parts = target.types.filter((part) => !isNothing(context, part));
  if (parts.includes(source)) return;
  const fitting = parts.filter((part) => context.shapes.checker.isTypeAssignableTo(source, part));
  const [first] = fitting.length > 0 ? fitting : parts;
  if (fitting.length === 1 || parts.length === 1)
    return first === undefined ? undefined : context.relate(source, first, node);
  whole(context, source, node);
};

const toParameter = (context: RelateContext, source: Ts.Type, target: Ts.Type, node: Ts.Node): void => {
  const constraint = context.shapes.checker.getBaseConstraintOfType(target);
  if (constraint !== undefined && !context.shapes.isAnything(constraint))
    context.relate(source, constraint, node);
};

const argumentsOf = (context: RelateContext, type: Ts.Type): readonly Ts.Type[] => {
  const { target } = type as Ts.TypeReference;
  return target === undefined ? [] : context.shapes.checker.getTypeArguments(type as Ts.TypeReference);
};

/** Two of one generic type differ by what they are given. */
const byArguments = (context: RelateContext, source: Ts.Type, target: Ts.Type, node: Ts.Node): boolean => {
  const wanted =
    source.symbol !== undefined && source.symbol === target.symbol ? argumentsOf(context, target) : [];
  for (const [index, one] of argumentsOf(context, source).entries()) {
    const other = wanted[index];
    if (other !== undefined) context.relate(one, other, node);
  }
  return wanted.length > 0;
};

const bySignatures = (context: RelateContext, source: Ts.Type, target: Ts.Type, node: Ts.Node): void => {
  const [given] = source.getCallSignatures();
  const [wanted] = target.getCallSignatures();
  if (given === undefined || wanted === undefined) return;
  for (const [index, parameter] of given.parameters.entries()) {
    const other = wanted.parameters[index];
    if (other !== undefined)
      context.relate(
        context.shapes.checker.getTypeOfSymbol(other),
        context.shapes.checker.getTypeOfSymbol(parameter),
        node,
      );
  }
  context.relate(given.getReturnType(), wanted.getReturnType(), node);
};

const byProperties = (context: RelateContext, source: Ts.Type, target: Ts.Type, node: Ts.Node): void => {
  const targets = context.shapes.checker.getPropertiesOfType(target);
  const isWeak = targets.length > 0 && targets.every((one) => isOptional(context, one));
  const shared = targets.filter(
    (wanted) => context.shapes.checker.getPropertyOfType(source, wanted.name) !== undefined,
  );
  for (const wanted of shared) {
    const given = context.shapes.checker.getPropertyOfType(source, wanted.name);
    if (given !== undefined)
      byProperty(context, [source, given], [target, wanted], isWeak && shared.length === 1, node);
  }
  // What is done with the whole of the one is done with the other.
  if (isOfOthers(context, source, target)) whole(context, source, node);
  if (targets.some((wanted) => context.shapes.locationsOf(wanted).length > 0))
    build(context, source, target, node);
  byIndex(context, source, target, node);
};

/** Whether what is read of one object is read of models that the other is not of. */
const isOfOthers = ({ shapes }: RelateContext, source: Ts.Type, target: Ts.Type): boolean => {
  const known = new Set(shapes.compositionsOf(source).flatMap((of) => of ?? []));
  return shapes.compositionsOf(target).some((of) => of?.some((model) => !known.has(model)) === true);
};

const byProperty = (
  context: RelateContext,
  [giver, given]: readonly [Ts.Type, Ts.Symbol],
  [taker, wanted]: readonly [Ts.Type, Ts.Symbol],
  isNeeded: boolean,
  node: Ts.Node,
): void => {
  const [from, to] = [context.shapes.locationsOf(given), context.shapes.locationsOf(wanted)];
  const [source, target] = [
    context.shapes.checker.getTypeOfSymbol(given),
    context.shapes.checker.getTypeOfSymbol(wanted),
  ];
  const isSame = sameLocations(from, to);
  if (!isSame || isOfOthers(context, giver, taker)) {
    const taken = context.questions.accepts(target);
    const left = isOptional(context, wanted)
      ? only("absent", ...(isNeeded ? [] : (["gone"] as const)))
      : nothing;
    addComposed(context, "read", giver, from, node, { accepts: either(taken, left) });
  }
  if (!isSame) context.uses.add("send", to, node, context.questions.sent(source, target));
  context.relate(source, target, node);
};

/** A value of a model is made of something else: what it always has decides whether a new property is missing. */
const build = (context: RelateContext, source: Ts.Type, target: Ts.Type, node: Ts.Node): void => {
  const models = context.shapes.modelsOf(target);
  if (sameLocations(context.shapes.modelsOf(source), models)) return;
  const gives = context.shapes.checker.getPropertiesOfType(source).filter((one) => !isOptional(context, one));
  context.uses.add("build", models, node, { gives: gives.map(({ name }) => name) });
};

/** `Record<string, string>` wants the same of every property. */
const byIndex = (context: RelateContext, source: Ts.Type, target: Ts.Type, node: Ts.Node): void => {
  const index = target.getStringIndexType();
  if (index === undefined) return;
  const models = context.shapes.modelsOf(source);
  if (models.length === 0 || context.shapes.modelsOf(target).length > 0) return;
  addComposed(context, "keys", source, models, node);
  const accepts = either(context.questions.accepts(index), only("gone"));
  for (const property of context.shapes.checker.getPropertiesOfType(source))
    addComposed(context, "read", source, context.shapes.locationsOf(property), node, { accepts });
};

export const createRelate = (shapes: Shapes, questions: TypeQuestions, uses: Uses): Relate => {
  const open = new Map<Ts.Type, Set<Ts.Type>>();
  let depth = 0;
  const relate: Relate = (source, target, node) => {
    if (source === target || open.get(source)?.has(target) === true) return;
    if (!shapes.involves(source) && !shapes.involves(target)) return;
    if (depth > deepest) return whole(context, source, node);
    const inside = open.get(source) ?? new Set();
    open.set(source, inside.add(target));
    depth += 1;
    try {
      apart(context, source, target, node);
    } finally {
      depth -= 1;
      inside.delete(target);
    }
  };
  const context: RelateContext = { shapes, questions, uses, relate };
  return relate;
};
