import { responseOf, type Exchange } from "../model/exchange.ts";
import type { InterfaceName } from "../model/interface-name.ts";
import type { RecordingForm } from "./detect.ts";
import type { FindOperation, Found } from "./find-operation.ts";
import { pathTemplate, shownBase } from "./path-template.ts";
import { readJsonEntry } from "./read-entry.ts";
import { createYamlReader, type YamlReader } from "./read-yaml-entry.ts";
import { type Recorded, UnreadableEntry } from "./recorded.ts";
import { isMethod, toExchange } from "./to-exchange.ts";

/** An exchange of a recording, ready to be judged. */
export interface ReadExchange {
  readonly exchange: Exchange;
  /** The number of its entry, from 1, through all recordings. */
  readonly number: number;
}

export interface Trouble {
  /** The recording, counted from 0. */
  readonly recording: number;
  readonly position: number;
  readonly message: string;
}

/** What was taken in so far, as plain values: counts of parts of a recording add up. */
export interface Taken {
  readonly judged: number;
  readonly unanswered: number;
  readonly withoutBody: number;
  readonly leftOut: number;
  readonly unmatched: number;
  readonly troubles: number;
  readonly interfaces: Readonly<Partial<Record<InterfaceName, number>>>;
  /** Base addresses, each with its interface: `crm https://crm.example.org`. */
  readonly bases: readonly string[];
  /** By method and masked path: `GET /api/Gift/{…}`. */
  readonly unmatchedRequests: readonly (readonly [request: string, exchanges: number])[];
  readonly troublePlaces: readonly Trouble[];
}

export interface EntryPlace {
  readonly recording: number;
  readonly form: RecordingForm;
  readonly position: number;
  readonly number: number;
}

/** Takes the entries of recordings one by one and hands on what is to be judged. */
export interface Intake {
  entry(bytes: Uint8Array, place: EntryPlace): void;
  trouble(trouble: Trouble): void;
  taken(): Taken;
}

export interface IntakeOptions {
  readonly find: FindOperation;
  readonly interfaces: readonly InterfaceName[];
  readonly onExchange: (read: ReadExchange) => void;
}

const mostTroubles = 20;
const mostTemplates = 1000;
const mostBases = 60;

const byPlace = (left: Trouble, right: Trouble): number =>
  left.recording - right.recording || left.position - right.position;

const increment = <Key>(counts: Map<Key, number>, key: Key, by: number): void =>
  void counts.set(key, (counts.get(key) ?? 0) + by);

const merged = (all: readonly Taken[]): Taken => {
  const sum = (key: "judged" | "unanswered" | "withoutBody" | "leftOut" | "unmatched" | "troubles"): number =>
    all.reduce((total, taken) => total + taken[key], 0);
  const requests = new Map<string, number>();
  const interfaces = new Map<string, number>();
  for (const taken of all) {
    for (const [request, count] of taken.unmatchedRequests) increment(requests, request, count);
    for (const [name, count] of Object.entries(taken.interfaces)) increment(interfaces, name, count);
  }
  return {
    judged: sum("judged"),
    unanswered: sum("unanswered"),
    withoutBody: sum("withoutBody"),
    leftOut: sum("leftOut"),
    unmatched: sum("unmatched"),
    troubles: sum("troubles"),
    interfaces: Object.fromEntries(interfaces),
    bases: [...new Set(all.flatMap(({ bases }) => bases))].toSorted().slice(0, mostBases),
    unmatchedRequests: [...requests],
    troublePlaces: all
      .flatMap(({ troublePlaces }) => troublePlaces)
      .toSorted(byPlace)
      .slice(0, mostTroubles),
  };
};

/** Adds up what several intakes took of the same recordings. */
export const addTaken = merged;

export const createIntake = ({ find, interfaces, onExchange }: IntakeOptions): Intake => {
  const wanted = new Set(interfaces);
  const counts = { judged: 0, unanswered: 0, withoutBody: 0, leftOut: 0, unmatched: 0, troubles: 0 };
  const ofInterface = new Map<InterfaceName, number>();
  /** As they are shown, by what they are. */
  const bases = new Map<string, string>();
  const unmatched = new Map<string, number>();
  const places: Trouble[] = [];
  let yaml: { readonly recording: number; readonly read: YamlReader } | undefined;

  const trouble = (one: Trouble): void => {
    counts.troubles += 1;
    if (places.length < mostTroubles) places.push(one);
  };

  const miss = ({ method, url }: Recorded): void => {
    counts.unmatched += 1;
    const shown = /^[A-Z]{1,10}$/.test(method) ? method : "…";
    const request = `${shown} ${pathTemplate(url)}`;
    increment(unmatched, unmatched.has(request) || unmatched.size < mostTemplates ? request : "… /…", 1);
  };

  const note = ({ interface: name, base }: Found): void => {
    const key = `${name} ${base}`;
    if (bases.has(key) || bases.size >= mostBases) return;
    bases.set(key, `${name} ${shownBase(base)}`);
  };

  const take = (recorded: Recorded, found: Found, number: number): void => {
    const exchange = toExchange(recorded, found);
    const response = responseOf(exchange);
    if (response === undefined) {
      counts.unanswered += 1;
      return;
    }
    counts.judged += 1;
    if (response.body.kind === "unknown") counts.withoutBody += 1;
    increment(ofInterface, found.interface, 1);
    note(found);
    onExchange({ exchange, number });
  };

  const sort = (recorded: Recorded, number: number): void => {
    if (!URL.canParse(recorded.url)) throw new UnreadableEntry("an entry whose request has no whole address");
    const found = isMethod(recorded.method)
      ? find(recorded.method, recorded.url, recorded.interface)
      : undefined;
    if (found === undefined) return miss(recorded);
    if (!wanted.has(found.interface)) {
      counts.leftOut += 1;
      return;
    }
    // Judged by what every request to the address is held to, and told as unmatched all the same.
    if (found.operation === undefined) miss(recorded);
    take(recorded, found, number);
  };

  const read = (bytes: Uint8Array, { form, recording }: EntryPlace): readonly Recorded[] => {
    if (form !== "yaml") return readJsonEntry(bytes);
    if (yaml?.recording !== recording) yaml = { recording, read: createYamlReader() };
    return yaml.read(bytes);
  };

  return {
    entry(bytes, place) {
      try {
        for (const recorded of read(bytes, place)) sort(recorded, place.number);
      } catch (error) {
        if (!(error instanceof UnreadableEntry)) throw error;
        trouble({ recording: place.recording, position: place.position, message: error.message });
      }
    },
    trouble,
    taken: () => ({
      ...counts,
      interfaces: Object.fromEntries(ofInterface),
      bases: [...new Set(bases.values())],
      unmatchedRequests: [...unmatched],
      troublePlaces: places,
    }),
  };
};
