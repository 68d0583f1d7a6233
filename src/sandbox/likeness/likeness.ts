import { operations, type OperationId } from "../../builtin/generated/operations.ts";
import { isInterfaceName } from "../../builtin/interface-name.ts";
import { latencyBoundsNamed, type LatencyBounds } from "../../core/shapes/latency-class.ts";
import type { ShapeFile } from "../../core/shapes/shape-file.ts";
import { boundsOfNumberClass } from "../../core/shapes/size-class.ts";
import { variantOf } from "../../core/shapes/variant.ts";
import { parseJson } from "../../core/model/json-object.ts";
import type { Operation } from "../../core/model/operation.ts";
import type { Settings } from "../../core/model/settings.ts";
import { UsageError } from "../../core/model/usage-error.ts";
import { didYouMean } from "../../core/output/suggest.ts";
import { parseAssumptions, type Assumptions } from "../assumptions/assumptions.ts";
import type { Answering, Fault, FaultRequest } from "../../builtin/faults/fault.ts";
import type { Random } from "../../serving/random.ts";
import { deviationsOf, type Deviation } from "./deviations.ts";
import { pooledShares } from "./pooled-shares.ts";
import { createStatusDraw, seenStatuses, type SeenStatus } from "./seen-statuses.ts";
import { shapeTreeOf, sumOf, type ShapeNode } from "./shape-node.ts";
import { showAnswer, withStatus, type Answered, type Imitating } from "./show-answer.ts";
import { createWrittenRecords } from "./written-records.ts";

const templates: readonly {
  readonly id: OperationId;
  readonly method: string;
  readonly segments: readonly string[];
}[] = Object.entries<Operation>(operations)
  .filter(([, { path }]) => path.includes("{"))
  .map(([id, { method, interface: name, path }]) => ({
    // These ids are the table's keys.
    id: id as OperationId,
    method,
    segments: `/${name}${path}`.toLowerCase().split("/"),
  }));

const isAt = (segments: readonly string[], path: readonly string[]): boolean =>
  segments.length === path.length &&
  segments.every((segment, index) => segment.startsWith("{") || segment === path[index]);

/**
 * The operation of a request, even if its id has another type than documented: a target refuses it like other requests.
 */
const operationAsked = ({ operation, method, url }: FaultRequest): OperationId | undefined => {
  if (operation !== undefined) return operation;
  const path = url.pathname.toLowerCase().split("/");
  return templates.find((one) => one.method === method && isAt(one.segments, path))?.id;
};

/** Which of the target's behaviour a sandbox reproduces. */
export interface LikeOptions {
  readonly shape: ShapeFile;
  /** Which deviations and statuses are reproduced: none, or those with these ids; default: all. */
  readonly only?: "documented" | readonly string[];
}

/** How a sandbox behaves like a target, computed from its shape. */
export interface Likeness {
  readonly assumptions: Partial<Assumptions>;
  /** Settings that a sandbox does not support, as `KEY=VALUE`. */
  readonly ignored: readonly string[];
  /** The reproduced ones. */
  readonly deviations: readonly Deviation[];
  /** Reproduced statuses, which replace the sandbox's own. */
  readonly statuses: readonly SeenStatus[];
  /** What was seen in the successful answers of an operation, in all variants. */
  treesOf(operation: string): readonly ShapeNode[];
  /** Approximate number of the target's donors, limited for a sandbox; undefined if not seen. */
  readonly donors: number | undefined;
  /** Latencies of the target's answers. */
  readonly latencies: readonly LatencyBounds[];
  /** Changes the answers of a sandbox with this seed to the target's. State lives in the closure. */
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
  return { assumptions: Object.assign({}, ...taken) as Partial<Assumptions>, ignored }; // from parts of these types
};

const seenDeviations = (all: Iterable<Answered>): readonly Deviation[] => {
  const found = [...all].flatMap(({ answer, tree }) =>
    tree === undefined ? [] : deviationsOf(answer, tree),
  );
  // A deviation shown by several variants of a request counts once.
  return [...new Map(found.map((one) => [one.id, one])).values()];
};

/** The ids to reproduce. @throws UsageError for an unknown id. */
const chosenIds = (
  seen: readonly { readonly id: string }[],
  only: LikeOptions["only"],
): ReadonlySet<string> => {
  const ids = seen.map(({ id }) => id);
  if (only === undefined) return new Set(ids);
  if (only === "documented") return new Set();
  for (const id of only)
    if (!ids.includes(id)) {
      const hint = didYouMean(id, ids) ?? "tripact sandbox --like lists them";
      throw new UsageError(`the shape has no deviation ${id}`, { location: "--like-only", hint });
    }
  return new Set(only);
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

/** Filling a store with more takes too long. */
const mostDonors = 5000;

/** From the total of the whole list: the middle of its class. */
const donorsOf = ({ answers }: ShapeFile): number | undefined => {
  const totals = answers.flatMap(({ operation, status, variant = "", locations }) =>
    operation === "listDonors" && status === 200 && !variant.includes("filter")
      ? Object.keys(locations["/total"]?.numbers ?? {})
      : [],
  );
  const classes = totals.flatMap((name) => boundsOfNumberClass(name) ?? []);
  if (classes.length === 0) return undefined;
  const { least, most } = classes.reduce((one, other) => (other.least > one.least ? other : one));
  return Math.max(1, Math.min(mostDonors, Math.round((least + Math.min(most, 2 * least)) / 2)));
};

/**
 * Computes how a sandbox behaves like the target of a shape.
 * @throws UsageError for an id in `only` without a deviation.
 */
export const createLikeness = ({ shape, only }: LikeOptions): Likeness => {
  const answered = answeredOf(shape);
  const anyVariant = new Map(
    [...answered.values()].map((one) => [keyOf(one.answer.operation, one.answer.status), one]),
  );
  const seen = seenDeviations(answered.values());
  const allStatuses = seenStatuses(shape.answers);
  const chosen = chosenIds([...seen, ...allStatuses], only);
  const deviations = seen.filter(({ id }) => chosen.has(id));
  const statuses = allStatuses.filter(({ id }) => chosen.has(id));
  const [allKeys, onKeys] = [keysOf(seen), keysOf(deviations)];
  const isOn: Imitating["isOn"] = ({ answer }, pointer, trait) => {
    const key = traitKey(answer.operation, answer.status, pointer, trait);
    if (!allKeys.has(key)) return "none";
    return onKeys.has(key) ? "on" : "off";
  };
  return {
    ...assumptionsOf(shape.settings),
    deviations,
    statuses,
    donors: donorsOf(shape),
    latencies: latenciesOf(shape),
    treesOf: (operation) =>
      [...answered.values()].flatMap(({ answer, tree }) =>
        answer.operation === operation && answer.status < 300 && tree !== undefined ? [tree] : [],
      ),
    wrap:
      (seed) =>
      (next): Answering => {
        const imitating: Imitating = { seed, isOn, written: createWrittenRecords() };
        const draw = createStatusDraw(statuses, seed);
        return async (incoming) => {
          const operation = operationAsked(incoming);
          if (operation === undefined) return next(incoming);
          const { interface: of, effect } = operations[operation];
          const isWrite = effect === "write";
          if (isWrite) imitating.written.sent(of, incoming);
          const own = await next(incoming);
          if (isWrite && own.status < 300) imitating.written.answered(of, own);
          const status = draw(operation, own.status);
          const variant = variantOf({ url: incoming.url.href, body: parseJson(incoming.body) });
          const found =
            answered.get(keyOf(operation, status, variant)) ??
            (status === own.status ? undefined : anyVariant.get(keyOf(operation, status)));
          const outgoing = status === own.status ? own : withStatus(own, status, found, seed);
          return found === undefined ? outgoing : showAnswer(incoming, outgoing, found, imitating);
        };
      },
  };
};

/** Delay of one answer in milliseconds, drawn from the target's classes. */
export const drawLatency = (latencies: readonly LatencyBounds[], random: Random): number => {
  let left = random.next();
  const found = latencies.find(({ share }) => (left -= share) < 0) ?? latencies.at(-1);
  return found === undefined ? 0 : random.integer(found.minimum, found.maximum);
};
