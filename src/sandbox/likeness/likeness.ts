import { operations } from "../../contract/generated/operations.ts";
import { isInterfaceName } from "../../contract/interface-name.ts";
import { type LatencyBounds, latencyBoundsNamed } from "../../harness/drift/latency-class.ts";
import type { ShapeFile } from "../../harness/drift/shape-file.ts";
import type { Settings } from "../../harness/model/settings.ts";
import { variantOf } from "../../harness/drift/variant.ts";
import { parseJson } from "../../harness/model/json-object.ts";
import { UsageError } from "../../harness/model/usage-error.ts";
import { didYouMean } from "../../harness/output/suggest.ts";
import { type Assumptions, parseAssumptions } from "../assumptions/assumptions.ts";
import type { Answering, Fault } from "../faults/fault.ts";
import type { Random } from "../random.ts";
import { type Deviation, deviationsOf } from "./deviations.ts";
import { pooledShares } from "./pooled-shares.ts";
import { type ShapeNode, shapeTreeOf, sumOf } from "./shape-node.ts";
import { type Answered, type Imitating, showAnswer } from "./show-answer.ts";
import { createWrittenRecords } from "./written-records.ts";

/** Which of the target's behaviour a sandbox takes over. */
export interface LikeOptions {
  readonly shape: ShapeFile;
  /** Which deviations are reproduced: none, or those with these ids; default: all. */
  readonly only?: "documented" | readonly string[];
}

/** How a sandbox behaves like a target, computed from its shape. */
export interface Likeness {
  readonly assumptions: Partial<Assumptions>;
  /** Settings that no sandbox can take, as `KEY=VALUE`. */
  readonly ignored: readonly string[];
  /** Those that are reproduced. */
  readonly deviations: readonly Deviation[];
  /** What was seen of the successful answers of an operation, whatever the variant. */
  treesOf(operation: string): readonly ShapeNode[];
  /** How long the target's answers took. */
  readonly latencies: readonly LatencyBounds[];
  /** Shows the answers of a sandbox of this seed as the target would. State lives in the closure. */
  wrap(seed: number): Fault["wrap"];
}

const keyOf = (operation: string, status: number, variant = ""): string =>
  `${operation} ${status} ${variant}`;

const answeredOf = ({ answers }: ShapeFile): ReadonlyMap<string, Answered> => {
  const sharesOf = pooledShares(answers);
  return new Map(
    answers.flatMap((answer) => {
      const { interface: name, operation, status, variant } = answer;
      if (!isInterfaceName(name)) return [];
      const answered = { answer, interface: name, tree: shapeTreeOf(answer), shares: sharesOf(answer) };
      return [[keyOf(operation, status, variant), answered] as const];
    }),
  );
};

const assumptionsOf = (settings: Settings): Pick<Likeness, "assumptions" | "ignored"> => {
  const ignored: string[] = [];
  const taken = Object.entries(settings).flatMap(([key, value]) => {
    const setting = `${key}=${value}`;
    try {
      return [parseAssumptions([setting])];
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      ignored.push(setting);
      return [];
    }
  });
  return { assumptions: Object.assign({}, ...taken) as Partial<Assumptions>, ignored }; // of such parts
};

const seenDeviations = (all: Iterable<Answered>): readonly Deviation[] => {
  const found = [...all].flatMap(({ answer, tree }) =>
    tree === undefined ? [] : deviationsOf(answer, tree),
  );
  // One that several variants of a request show is one.
  return [...new Map(found.map((one) => [one.id, one])).values()];
};

const chosenDeviations = (seen: readonly Deviation[], only: LikeOptions["only"]): readonly Deviation[] => {
  if (only === undefined) return seen;
  if (only === "documented") return [];
  for (const id of only)
    if (!seen.some((one) => one.id === id)) {
      const hint =
        didYouMean(
          id,
          seen.map((one) => one.id),
        ) ?? "tripact sandbox --like lists them";
      throw new UsageError(`the shape has no deviation ${id}`, { location: "--like-only", hint });
    }
  return seen.filter(({ id }) => only.includes(id));
};

const traitKey = (operation: string, status: number, pointer: string, trait: string): string =>
  `${operation} ${status} ${pointer} ${trait}`;

const keysOf = (deviations: readonly Deviation[]): ReadonlySet<string> =>
  new Set(
    deviations.map(({ operation, status, pointer, trait }) => traitKey(operation, status, pointer, trait)),
  );

const latenciesOf = ({ answers }: ShapeFile): readonly LatencyBounds[] => {
  const counts = new Map<string, number>();
  for (const { latencies = {} } of answers)
    for (const [name, count] of Object.entries(latencies)) counts.set(name, (counts.get(name) ?? 0) + count);
  const all = sumOf(Object.fromEntries(counts));
  return [...counts].flatMap(([name, count]) => {
    const bounds = latencyBoundsNamed(name);
    return bounds === undefined ? [] : [{ ...bounds, share: count / all }];
  });
};

/**
 * How a sandbox behaves like the target that a shape was counted of.
 * @throws UsageError for an id in `only` that no deviation has.
 */
export const createLikeness = ({ shape, only }: LikeOptions): Likeness => {
  const answered = answeredOf(shape);
  const seen = seenDeviations(answered.values());
  const deviations = chosenDeviations(seen, only);
  const [allKeys, onKeys] = [keysOf(seen), keysOf(deviations)];
  const isOn: Imitating["isOn"] = ({ answer }, pointer, trait) => {
    const key = traitKey(answer.operation, answer.status, pointer, trait);
    if (!allKeys.has(key)) return "none";
    return onKeys.has(key) ? "on" : "off";
  };
  return {
    ...assumptionsOf(shape.settings),
    deviations,
    latencies: latenciesOf(shape),
    treesOf: (operation) =>
      [...answered.values()].flatMap(({ answer, tree }) =>
        answer.operation === operation && answer.status < 300 && tree !== undefined ? [tree] : [],
      ),
    wrap:
      (seed) =>
      (next): Answering => {
        const imitating: Imitating = { seed, isOn, written: createWrittenRecords() };
        return async (incoming) => {
          const { operation } = incoming;
          if (operation === undefined) return next(incoming);
          const { interface: of, effect } = operations[operation];
          const isWrite = effect === "write";
          if (isWrite) imitating.written.sent(of, incoming);
          const outgoing = await next(incoming);
          if (isWrite && outgoing.status < 300) imitating.written.answered(of, outgoing);
          const variant = variantOf({ url: incoming.url.href, body: parseJson(incoming.body) });
          const found = answered.get(keyOf(operation, outgoing.status, variant));
          return found === undefined ? outgoing : showAnswer(incoming, outgoing, found, imitating);
        };
      },
  };
};

/** How long one answer waits, in milliseconds: as often in each class as the target's. */
export const drawLatency = (latencies: readonly LatencyBounds[], random: Random): number => {
  let left = random.next();
  const found = latencies.find(({ share }) => (left -= share) < 0) ?? latencies.at(-1);
  return found === undefined ? 0 : random.integer(found.minimum, found.maximum);
};
