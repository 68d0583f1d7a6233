import { type Exchange, responseOf } from "../../core/model/exchange.ts";
import type { InterfaceName } from "../../core/model/interface-name.ts";
import type { RecordingForm } from "./detect.ts";
import type { FindOperation, Found } from "./find-operation.ts";
import { createReadCounter, type ReadProblem } from "./read-counts.ts";
import { readJsonEntry, readValue } from "./read-entry.ts";
import { type Recorded, UnreadableEntry } from "./recorded.ts";
import { isMethod, toExchange } from "./to-exchange.ts";
import { createYamlReader, type YamlReader } from "./yaml-reader.ts";

export interface EntryLocation {
  readonly recording: number;
  readonly form: RecordingForm;
  readonly position: number;
  readonly number: number;
  /** What is before the entries of a recording, with its first one. */
  readonly head?: Uint8Array | undefined;
}

/** Limit for URLs, in characters: longer than servers accept, short enough for every scan. */
const longestUrl = 65_536;

/** Reads the entries of recordings one by one and passes on those to judge. */
export const createRecordingReader = ({
  find,
  pathWords,
  interfaces,
  onExchange,
}: {
  readonly find: FindOperation;
  /** Lowercase words that may appear in a URL. */
  readonly pathWords: ReadonlySet<string>;
  readonly interfaces: readonly InterfaceName[];
  /** Receives each exchange to judge, with the number of its entry, from 1, across all recordings. */
  readonly onExchange: (exchange: Exchange, number: number) => void;
}) => {
  const wanted = new Set(interfaces);
  const counter = createReadCounter(pathWords);
  let yaml: { readonly recording: number; readonly reader: YamlReader } | undefined;

  const take = (recorded: Recorded, found: Found, number: number): void => {
    const exchange = toExchange(recorded, found);
    counter.exchange(exchange, found);
    if (responseOf(exchange) !== undefined) onExchange(exchange, number);
  };

  const sort = (recorded: Recorded, number: number): void => {
    if (recorded.url.length > longestUrl)
      throw new UnreadableEntry(`an entry whose address has more than ${longestUrl} characters`);
    if (!URL.canParse(recorded.url))
      throw new UnreadableEntry("an entry whose request has no complete address");
    const found = isMethod(recorded.method)
      ? find(recorded.method, recorded.url, recorded.interface)
      : undefined;
    if (found === undefined) return counter.unmatched(recorded, undefined);
    if (!wanted.has(found.interface)) return counter.leftOut();
    // Judged by what holds for every request to the address, and reported as unmatched as well.
    if (found.operation === undefined) counter.unmatched(recorded, found.interface);
    take(recorded, found, number);
  };

  const read = (bytes: Uint8Array, { form, recording, head }: EntryLocation): readonly Recorded[] => {
    if (form !== "yaml") return readJsonEntry(bytes);
    if (yaml?.recording !== recording) yaml = { recording, reader: createYamlReader() };
    if (head !== undefined) yaml.reader.head(head);
    return readValue(yaml.reader.interaction(bytes));
  };

  const attempt = (location: Pick<EntryLocation, "recording" | "position">, work: () => void): void => {
    try {
      work();
    } catch (error) {
      if (!(error instanceof UnreadableEntry)) throw error;
      counter.problem({ recording: location.recording, position: location.position, message: error.message });
    }
  };

  return {
    entry: (bytes: Uint8Array, location: EntryLocation) =>
      attempt(location, () => {
        for (const recorded of read(bytes, location)) sort(recorded, location.number);
      }),
    /** Takes observed traffic that needs no parsing. */
    recorded: (recorded: Recorded, number: number) =>
      attempt({ recording: 0, position: number }, () => sort(recorded, number)),
    problem: (problem: ReadProblem) => counter.problem(problem),
    counts: () => counter.counts(),
  };
};
