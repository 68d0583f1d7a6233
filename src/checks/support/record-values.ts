import { responseOf, type Exchange } from "../../core/model/exchange.ts";
import { isUnique, type IdentifiedObject } from "./identifying-values.ts";
import { isObject } from "./json.ts";

/** Limit of remembered values and refusals. */
const mostValues = 20_000;
const mostRefusals = 2000;

interface KnownValue {
  readonly ids: Set<string>;
  readonly addresses: Set<string>;
  readonly locations: Set<string>;
  /** Whether its name alone shows that no other record has it. */
  isUnique: boolean;
  /** Whether two records have it at the same location. */
  isShared: boolean;
}

interface Subject {
  readonly interface: string;
  readonly address: string;
  /** Ids in its request. */
  readonly ids: readonly string[];
  /** The kind of its body: texts added to one kind need not be added to another. */
  readonly kind: string;
}

const addressOf = ({ request }: Exchange): string => new URL(request.url).pathname;

const subjectOf = (exchange: Exchange): Subject => {
  const { body } = exchange.request;
  const address = addressOf(exchange);
  const sent = Object.entries(isObject(body) ? body : {}).filter(([name]) => /id$/i.test(name));
  return {
    interface: exchange.interface,
    address,
    ids: [...address.split("/"), ...sent.map(([, value]) => String(value))],
    kind: responseOf(exchange)?.body.kind ?? "",
  };
};

export const createRecordValues = () => {
  const values = new Map<string, KnownValue>();
  /** At each location of the answers to an operation, the first record with each value. */
  const held = new Map<string, Map<string, readonly string[]>>();
  const refusals = new Map<string, { readonly subject: Subject; readonly said: Set<string> }>();

  const knownOf = (key: string): KnownValue | undefined => {
    const known = values.get(key);
    if (known !== undefined || values.size >= mostValues) return known;
    const fresh: KnownValue = {
      ids: new Set(),
      addresses: new Set(),
      locations: new Set(),
      isUnique: false,
      isShared: false,
    };
    values.set(key, fresh);
    return fresh;
  };

  const isAbout = ({ address, ids }: Subject, known: KnownValue): boolean =>
    known.addresses.has(address) || ids.some((id) => known.ids.has(id));

  return {
    /** Takes in an object of an answer. */
    learn({ ids, path, values: found }: IdentifiedObject, exchange: Exchange) {
      const address = addressOf(exchange);
      for (const { name, key } of found) {
        const known = knownOf(key);
        if (known === undefined) continue;
        const location = `${exchange.operation ?? ""} ${path}/${name}`;
        const first = held.get(location) ?? new Map<string, readonly string[]>();
        held.set(location, first);
        known.isShared ||= first.get(key)?.some((id) => ids.includes(id)) === false;
        if (!first.has(key)) first.set(key, ids);
        known.isUnique ||= isUnique(name);
        known.locations.add(location);
        known.addresses.add(address);
        for (const id of ids) known.ids.add(id);
      }
    },
    /** Takes in the content of a refusal. */
    learnRefusal(exchange: Exchange, keys: Iterable<string>) {
      const subject = subjectOf(exchange);
      const id = JSON.stringify(subject);
      const refusal = refusals.get(id) ?? { subject, said: new Set() };
      if (refusals.size < mostRefusals) refusals.set(id, refusal);
      for (const key of keys) if (refusal.said.size < mostValues) refusal.said.add(key);
    },
    /**
     * Whether a value belongs to one record alone: no other record has it at the same location, and others have other
     * values there. A text that is the same everywhere belongs to nobody.
     */
    isOwn(key: string): boolean {
      const known = values.get(key);
      if (known === undefined || known.isShared) return false;
      return known.isUnique || [...known.locations].some((location) => (held.get(location)?.size ?? 0) > 1);
    },
    /**
     * Whether a refusal contains a value because of its record: other refusals of the same interface exist and do not
     * contain it.
     */
    isSaidOfRecord(key: string, exchange: Exchange): boolean {
      const known = values.get(key);
      if (known === undefined) return false;
      const { kind, interface: name } = subjectOf(exchange);
      const others = [...refusals.values()].filter(({ subject }) => !isAbout(subject, known));
      const isComparable = ({ subject }: { readonly subject: Subject }): boolean =>
        subject.kind === kind && subject.interface === name;
      return others.some(isComparable) && !others.some(({ said }) => said.has(key));
    },
  };
};

/** Determines from all answers of a run which values belong to one record alone. */
export type RecordValues = ReturnType<typeof createRecordValues>;
