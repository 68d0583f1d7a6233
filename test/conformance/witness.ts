import { AsyncLocalStorage } from "node:async_hooks";
import type { Fault } from "../../src/builtin/faults/fault.ts";
import type { Variant } from "./variants/variant.ts";

interface Passage {
  asked: string;
  answered: string;
}

const shown = (...parts: readonly unknown[]): string =>
  JSON.stringify(parts.map((part) => (part instanceof Headers ? [...part] : part)));

/** A variant as a wrapper of the sandbox that notes in `seen` when it makes a difference. */
export const witnessed = (variant: Variant, seen: Set<string>): Fault => ({
  id: variant.id,
  fact: "none",
  grade: "gross",
  title: variant.open,
  wrap: (next, environment) => {
    const passages = new AsyncLocalStorage<Passage>();
    const noting: typeof next = async (incoming) => {
      const passage = passages.getStore();
      const outgoing = await next(incoming);
      if (passage !== undefined) {
        passage.asked = shown(incoming.method, incoming.url, incoming.headers, incoming.body);
        passage.answered = shown(outgoing.status, outgoing.headers, outgoing.body);
      }
      return outgoing;
    };
    const wrapped = variant.wrap?.(noting, environment) ?? noting;
    return (incoming) => {
      // Once is enough, and writing down every exchange is dear.
      if (seen.has(variant.id)) return wrapped(incoming);
      const passage = { asked: "", answered: "" };
      return passages.run(passage, async () => {
        const outgoing = await wrapped(incoming);
        const isSame =
          passage.asked === shown(incoming.method, incoming.url, incoming.headers, incoming.body) &&
          passage.answered === shown(outgoing.status, outgoing.headers, outgoing.body);
        if (!isSame) seen.add(variant.id);
        return outgoing;
      });
    };
  },
});
