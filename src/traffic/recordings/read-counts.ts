import type { RecordingSummary } from "../../core/model/report.ts";
import { responseOf, type Exchange } from "../../core/model/exchange.ts";
import type { InterfaceName } from "../../core/model/interface-name.ts";
import type { Found } from "./find-operation.ts";
import { shownBase, shownPath } from "../../core/privacy/shown-address.ts";
import type { Recorded } from "./recorded.ts";

export interface ReadProblem {
  /** Index of the recording, from 0. */
  readonly recording: number;
  readonly position: number;
  readonly message: string;
}

/** What was read so far, as plain values; counts of parts of a recording can be added. */
export interface ReadCounts extends Pick<
  RecordingSummary,
  "judged" | "unanswered" | "withoutBody" | "leftOut" | "unmatched" | "interfaces"
> {
  readonly problems: number;
  /** Base addresses, each as interface name, space, address. */
  readonly bases: readonly string[];
  /** By interface (`-` if none has the address), method and masked path: `shop GET /api/{…}`. */
  readonly unmatchedRequests: readonly (readonly [request: string, exchanges: number])[];
  readonly problemLocations: readonly ReadProblem[];
}

const mostProblems = 20;
const mostTemplates = 1000;
const mostBases = 60;

const byLocation = (left: ReadProblem, right: ReadProblem): number =>
  left.recording - right.recording || left.position - right.position;

const increment = <Key>(counts: Map<Key, number>, key: Key, by: number): void =>
  void counts.set(key, (counts.get(key) ?? 0) + by);

export const addReadCounts = (all: readonly ReadCounts[]): ReadCounts => {
  const sum = (key: "judged" | "unanswered" | "withoutBody" | "leftOut" | "unmatched" | "problems"): number =>
    all.reduce((total, counts) => total + counts[key], 0);
  const requests = new Map<string, number>();
  const interfaces = new Map<string, number>();
  for (const counts of all) {
    for (const [request, count] of counts.unmatchedRequests) increment(requests, request, count);
    for (const [name, count] of Object.entries(counts.interfaces)) increment(interfaces, name, count);
  }
  return {
    judged: sum("judged"),
    unanswered: sum("unanswered"),
    withoutBody: sum("withoutBody"),
    leftOut: sum("leftOut"),
    unmatched: sum("unmatched"),
    problems: sum("problems"),
    interfaces: Object.fromEntries(interfaces),
    bases: [...new Set(all.flatMap(({ bases }) => bases))].toSorted().slice(0, mostBases),
    unmatchedRequests: [...requests],
    problemLocations: all
      .flatMap(({ problemLocations }) => problemLocations)
      .toSorted(byLocation)
      .slice(0, mostProblems),
  };
};

/** `pathWords` are the words shown in URLs. */
export const createReadCounter = (pathWords: ReadonlySet<string>) => {
  const counts = { judged: 0, unanswered: 0, withoutBody: 0, leftOut: 0, unmatched: 0, problems: 0 };
  const ofInterface = new Map<InterfaceName, number>();
  /** Displayed addresses by their actual ones. */
  const bases = new Map<string, string>();
  const requests = new Map<string, number>();
  const locations: ReadProblem[] = [];
  return {
    /** Counts an exchange that is judged, or whose answer cannot be. */
    exchange(exchange: Exchange, { interface: name, base, isNamed }: Found) {
      const response = responseOf(exchange);
      if (response === undefined) {
        counts.unanswered += 1;
        return;
      }
      counts.judged += 1;
      if (response.body.kind === "unknown") counts.withoutBody += 1;
      increment(ofInterface, name, 1);
      const key = `${name} ${base}`;
      if (!bases.has(key) && bases.size < mostBases)
        bases.set(key, `${name} ${shownBase({ base, isNamed }, pathWords)}`);
    },
    /** Counts a request without a documented operation, to the address of an interface or of none. */
    unmatched({ method, url }: Recorded, of: InterfaceName | undefined = "-") {
      counts.unmatched += 1;
      const shown = /^[A-Z]{1,10}$/.test(method) ? method : "…";
      const request = `${of} ${shown} ${shownPath(url, pathWords)}`;
      increment(requests, requests.has(request) || requests.size < mostTemplates ? request : "- … /…", 1);
    },
    /** Counts an exchange of an interface that was not selected. */
    leftOut: () => void (counts.leftOut += 1),
    problem(one: ReadProblem) {
      counts.problems += 1;
      if (locations.length < mostProblems) locations.push(one);
    },
    counts: () => ({
      ...counts,
      interfaces: Object.fromEntries(ofInterface),
      bases: [...new Set(bases.values())],
      unmatchedRequests: [...requests],
      problemLocations: locations,
    }),
  };
};
