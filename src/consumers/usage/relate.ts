import type * as Ts from "typescript";
import { either, acceptsNothing, acceptedOnly, type TypeQuestions } from "./accepting.ts";
import type { Uses } from "./collect-uses.ts";
import type { TypeRelations } from "./shapes.ts";
import type { Location } from "./use.ts";

/** Types nested more deeply rarely belong to the consumer. */
const deepest = 12;

const sameLocations = (left: readonly Location[], right: readonly Location[]): boolean =>
  left.some((one) => right.includes(one));

export const createRelate = (shapes: TypeRelations, questions: TypeQuestions, uses: Uses) => {
  const { compiler, checker } = shapes;
  const open = new Map<Ts.Type, Set<Ts.Type>>();
  let depth = 0;

  const isNothing = ({ flags }: Ts.Type): boolean =>
    (flags &
      (compiler.TypeFlags.Undefined |
        compiler.TypeFlags.Null |
        compiler.TypeFlags.Void |
        compiler.TypeFlags.Never)) !==
    0;

  const whole = (type: Ts.Type, node: Ts.Node): void => uses.addModels("whole", type, node);

  const apart = (source: Ts.Type, target: Ts.Type, node: Ts.Node): void => {
    if (shapes.isAnything(target)) return whole(source, node);
    if (shapes.isAnything(source) || isNothing(source)) return;
    if (source.isUnion()) {
      for (const part of source.types) relate(part, target, node);
      return;
    }
    if (target.isUnion()) return toOneOf(source, target, node);
    if (target.flags & compiler.TypeFlags.TypeParameter) return toParameter(source, target, node);
    if (!(source.flags & (compiler.TypeFlags.Object | compiler.TypeFlags.Intersection))) return;
    const [sourceItem, targetItem] = [shapes.itemOf(source), shapes.itemOf(target)];
    if (sourceItem !== undefined && targetItem !== undefined) return relate(sourceItem, targetItem, node);
    if (byArguments(source, target, node)) return;
    bySignatures(source, target, node);
    byProperties(source, target, node);
  };

  /** The alternative that accepts the value; all of them if only their combination does. */
  const toOneOf = (source: Ts.Type, target: Ts.UnionType, node: Ts.Node): void => {
    const parts = target.types.filter((part) => !isNothing(part));
    if (parts.includes(source)) return;
    const fitting = parts.filter((part) => checker.isTypeAssignableTo(source, part));
    const [first] = fitting.length > 0 ? fitting : parts;
    if (fitting.length === 1 || parts.length === 1)
      return first === undefined ? undefined : relate(source, first, node);
    whole(source, node);
  };

  const toParameter = (source: Ts.Type, target: Ts.Type, node: Ts.Node): void => {
    const constraint = checker.getBaseConstraintOfType(target);
    if (constraint !== undefined && !shapes.isAnything(constraint)) relate(source, constraint, node);
  };

  /** Two instances of one generic type differ by their arguments. */
  const byArguments = (source: Ts.Type, target: Ts.Type, node: Ts.Node): boolean => {
    const wanted =
      source.symbol !== undefined && source.symbol === target.symbol ? shapes.argumentsOf(target) : [];
    for (const [index, one] of shapes.argumentsOf(source).entries()) {
      const other = wanted[index];
      if (other !== undefined) relate(one, other, node);
    }
    return wanted.length > 0;
  };

  const bySignatures = (source: Ts.Type, target: Ts.Type, node: Ts.Node): void => {
    const [given] = source.getCallSignatures();
    const [wanted] = target.getCallSignatures();
    if (given === undefined || wanted === undefined) return;
    for (const [index, parameter] of given.parameters.entries()) {
      const other = wanted.parameters[index];
      if (other !== undefined)
        relate(checker.getTypeOfSymbol(other), checker.getTypeOfSymbol(parameter), node);
    }
    relate(given.getReturnType(), wanted.getReturnType(), node);
  };

  const byProperties = (source: Ts.Type, target: Ts.Type, node: Ts.Node): void => {
    const targets = checker.getPropertiesOfType(target);
    const isWeak = targets.length > 0 && targets.every((one) => shapes.isOptional(one));
    const shared = targets.filter((wanted) => checker.getPropertyOfType(source, wanted.name) !== undefined);
    for (const wanted of shared) {
      const given = checker.getPropertyOfType(source, wanted.name);
      if (given !== undefined)
        byProperty([source, given], [target, wanted], isWeak && shared.length === 1, node);
    }
    // A use of one as a whole is a use of the other.
    if (isOfOthers(source, target)) whole(source, node);
    if (targets.some((wanted) => shapes.locationsOf(wanted).length > 0)) build(source, target, node);
    byIndex(source, target, node);
  };

  /** Whether what is read from one object belongs to models that the other does not have. */
  const isOfOthers = (source: Ts.Type, target: Ts.Type): boolean => {
    const known = new Set(shapes.compositionsOf(source).flatMap((of) => of ?? []));
    return shapes.compositionsOf(target).some((of) => of?.some((model) => !known.has(model)) === true);
  };

  const byProperty = (
    [giver, given]: readonly [Ts.Type, Ts.Symbol],
    [taker, wanted]: readonly [Ts.Type, Ts.Symbol],
    isNeeded: boolean,
    node: Ts.Node,
  ): void => {
    const [from, to] = [shapes.locationsOf(given), shapes.locationsOf(wanted)];
    const [source, target] = [checker.getTypeOfSymbol(given), checker.getTypeOfSymbol(wanted)];
    const isSame = sameLocations(from, to);
    if (!isSame || isOfOthers(giver, taker)) {
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
  const build = (source: Ts.Type, target: Ts.Type, node: Ts.Node): void => {
    const models = shapes.modelsOf(target);
    if (sameLocations(shapes.modelsOf(source), models)) return;
    uses.addBuild(source, models, node);
  };

  /** `Record<string, string>` requires the same of every property. */
  const byIndex = (source: Ts.Type, target: Ts.Type, node: Ts.Node): void => {
    const index = target.getStringIndexType();
    if (index === undefined) return;
    const models = shapes.modelsOf(source);
    if (models.length === 0 || shapes.modelsOf(target).length > 0) return;
    uses.addComposed("keys", source, models, node);
    const accepts = either(questions.accepts(index), acceptedOnly("gone"));
    for (const property of checker.getPropertiesOfType(source))
      uses.addComposed("read", source, shapes.locationsOf(property), node, { accepts });
  };

  /** Records what it takes from two types to give a value of one where the other is wanted. */
  const relate = (source: Ts.Type, target: Ts.Type, node: Ts.Node): void => {
    if (source === target || open.get(source)?.has(target) === true) return;
    if (!shapes.involves(source) && !shapes.involves(target)) return;
    if (depth > deepest) return whole(source, node);
    const inside = open.get(source) ?? new Set();
    open.set(source, inside.add(target));
    depth += 1;
    try {
      apart(source, target, node);
    } finally {
      depth -= 1;
      inside.delete(target);
    }
  };

  return relate;
};
