import type { InterfaceName } from "../model/interface-name.ts";
import type { Stop } from "../model/tally.ts";

/** Whether a stopped run may be resumed: a safety rule ends it for good. */
export const isResumable = (stop: Stop | undefined): boolean =>
  stop?.reason === "budget" || stop?.reason === "interrupted";

export type RunProblems = ReturnType<typeof createRunProblems>;

export const createRunProblems = () => {
  const silent = new Map<InterfaceName, Set<string>>();
  const lesser: Stop[] = [];
  const refusals = new Map<InterfaceName, string>();
  const absences: { readonly name: InterfaceName; readonly message: string }[] = [];
  const crashed: string[] = [];
  let halt: Stop | undefined;
  let isDown = false;
  let hasOutage = false;

  const silences = (names: readonly InterfaceName[]): string[] =>
    names.flatMap((name) => [...(silent.get(name) ?? [])].map((message) => `${name}: ${message}`));

  return {
    /** A safety rule, a spent budget or the user ended the run. @param waitsTooLong the target asked to wait too long */
    halted(stop: Stop, waitsTooLong = false) {
      if (halt === undefined) isDown = waitsTooLong;
      halt ??= stop;
    },
    /** @param at the request in words: the first one of a kind is named */
    unanswered(name: InterfaceName, message: string, at: string) {
      const known = silent.get(name) ?? new Set();
      if (!known.has(message))
        lesser.push({ reason: "unreachable", message: `${name}: ${message}, first at ${at}` });
      silent.set(name, known.add(message));
    },
    outage(name: InterfaceName, message: string) {
      lesser.unshift({ reason: "unreachable", message: `${name}: ${message}` });
      hasOutage = true;
    },
    /** Every interface that was asked failed: that has ended the run, not a spent budget. */
    downForAll() {
      if (halt?.reason === "budget" && (isDown || hasOutage)) halt = { ...halt, reason: "unreachable" };
    },
    refused(name: InterfaceName, message: string) {
      refusals.set(name, message);
      lesser.push({ reason: "credential", message });
    },
    absent(name: InterfaceName, message: string) {
      absences.push({ name, message });
      lesser.push({ reason: "record", message });
    },
    unread(message: string) {
      lesser.push({ reason: "recording", message });
    },
    crashes: (): readonly string[] => crashed,
    crashed(check: string) {
      crashed.push(check);
      lesser.push({ reason: "crashed", message: `${check} crashed` });
    },
    /** Why a check of these interfaces may have missed what it needed; undefined if it did not. */
    missed(interfaces: readonly InterfaceName[]): string | undefined {
      if (halt?.reason === "budget")
        return "not reached: the budget is spent (safety.maxRequests, safety.perHour)";
      if (halt !== undefined) return `not reached: ${halt.message}`;
      const [refusal] = interfaces.flatMap((name) => refusals.get(name) ?? []);
      if (refusal !== undefined) return refusal;
      const silent = silences(interfaces);
      if (silent.length > 0) return `no answer: ${silent.join(", ")}`;
      const absent = absences.filter(({ name }) => interfaces.includes(name)).map(({ message }) => message);
      return absent.length === 0 ? undefined : `no exchange showed it: ${absent.join(", ")}`;
    },
    /** Why the whole run was cut short; undefined if it was not. */
    stop(): Stop | undefined {
      const [first] = lesser;
      if (halt !== undefined || first === undefined) return halt;
      const messages = new Set(lesser.map(({ message }) => message));
      return { reason: first.reason, message: [...messages].join("; ") };
    },
  };
};
