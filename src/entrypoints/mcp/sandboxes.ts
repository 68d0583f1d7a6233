import type { ServeOptions } from "../../sandbox/options.ts";
import { plantedFaults } from "../../inputs/planted-faults.ts";
import { UsageError } from "../../core/model/usage-error.ts";
import { printable } from "../../core/output/escape.ts";
import { type ServedSandbox, startSandbox } from "../../sandbox/serve.ts";

/** A sandbox that this server serves. */
export interface RunningSandbox {
  /** `tripact://sandbox/1`: a resource with its configuration, which other tools accept as `config`. */
  readonly uri: string;
  readonly served: ServedSandbox;
  /** Ids of the active faults. */
  readonly faults: readonly string[];
}

export type Sandboxes = ReturnType<typeof createSandboxes>;

/** Maximum number: each takes some ten megabytes and a port. */
const most = 5;

/** An empty list is valid here: it turns all faults off. */
const faultsOf = (ids: readonly string[] = []) => plantedFaults(ids.length === 0 ? undefined : ids);

export const createSandboxes = () => {
  const running = new Map<string, RunningSandbox>();
  let started = 0;
  let starting = 0;

  /** @throws UsageError if no running sandbox has the URI */
  const find = (uri: string): RunningSandbox => {
    const found = running.get(uri);
    if (found !== undefined) return found;
    const known = [...running.keys()].join(", ");
    throw new UsageError(`no sandbox runs as ${printable(uri)}`, {
      option: "sandbox",
      hint: known === "" ? "start one" : `known: ${known}`,
    });
  };

  const stop = async (uri: string): Promise<void> => {
    const { served } = find(uri);
    running.delete(uri);
    await served.close();
  };

  return {
    /** @param faults default: none */
    async start(options: Omit<ServeOptions, "faults">, faults?: readonly string[]) {
      if (running.size + starting >= most)
        throw new UsageError(`${most} sandboxes are running`, { hint: "stop one" });
      starting += 1;
      try {
        const planted = await faultsOf(faults);
        const served = await startSandbox({ ...options, faults: planted });
        started += 1;
        const uri = `tripact://sandbox/${started}`;
        const made = { uri, served, faults: planted.map(({ id }) => id) };
        running.set(uri, made);
        return made;
      } finally {
        starting -= 1;
      }
    },
    /** Turns these faults on and all others off. */
    async plant(uri: string, faults: readonly string[]) {
      const { served } = find(uri);
      const planted = await faultsOf(faults);
      served.plant(planted);
      const now = { uri, served, faults: planted.map(({ id }) => id) };
      running.set(uri, now);
      return now;
    },
    stop,
    list: (): readonly RunningSandbox[] => [...running.values()],
    find,
    close: async () => {
      await Promise.all([...running.keys()].map(stop));
    },
  };
};
