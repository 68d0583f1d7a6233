import type { Drift } from "./drift.ts";
import type { Finding } from "./finding.ts";
import type { InterfaceName } from "./interface-name.ts";
import { isFailing } from "./verdict.ts";

/** A fact that an interface breaks: the findings of a run that fail it, as one. */
export interface BrokenFact {
  readonly interface: InterfaceName;
  readonly fact: string;
  /** Of the first finding: one sentence, shapes and masked values only. */
  readonly message: string;
  /** Ids of the operations, sorted. */
  readonly operations: readonly string[];
  /** Fingerprints of its findings, sorted. */
  readonly findings: readonly string[];
}

/** What is kept of a finding until it is known what else its run shows. */
export type FailingFinding = Pick<
  Finding,
  "interface" | "fact" | "message" | "operation" | "request" | "pointer" | "fingerprint"
>;

/** The findings that fail a run of an interface: errors that the baseline does not list. */
export const failingFindings = (
  findings: readonly Finding[],
  name: InterfaceName,
): readonly FailingFinding[] =>
  findings
    .filter((one) => one.interface === name && isFailing(one))
    .map(({ interface: of, fact, message, operation, request, pointer, fingerprint }) => ({
      interface: of,
      fact,
      message,
      operation,
      ...(request === undefined ? {} : { request }),
      pointer,
      fingerprint,
    }));

const patternOf = (pointer: string): string => pointer.replace(/\/\d+(?=\/|$)/g, "/*");

/** Whether a change that somebody is alerted of shows what a finding is about, at its location or around it. */
const isShownBy = ({ operation, pointer }: FailingFinding, drift: readonly Drift[]): boolean =>
  drift.some(
    (one) =>
      ["new", "standing", "back"].includes(one.state) &&
      one.severity !== "info" &&
      one.operation === operation &&
      `${patternOf(pointer)}/`.startsWith(`${one.pointer}/`),
  );

const sorted = (all: readonly string[]): readonly string[] => [...new Set(all)].toSorted();

/**
 * The facts that an interface breaks otherwise than by a change that is open.
 * @param drift what the same run shows of the interface
 */
export const brokenFacts = (
  failing: readonly FailingFinding[],
  drift: readonly Drift[],
): readonly BrokenFact[] => {
  const own = failing.filter((one) => !isShownBy(one, drift));
  return [...Map.groupBy(own, ({ fact }) => fact)].flatMap(([fact, of]) =>
    of.slice(0, 1).map(({ interface: name, message }) => ({
      interface: name,
      fact,
      message,
      operations: sorted(of.map(({ operation, request }) => request ?? operation)),
      findings: sorted(of.map(({ fingerprint }) => fingerprint)),
    })),
  );
};
