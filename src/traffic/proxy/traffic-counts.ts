import type { InterfaceName } from "../../core/model/interface-name.ts";
import type { Passed } from "./forward.ts";
import type { OwnReason } from "./own-answer.ts";

/** Outcomes of the requests of one interface. */
export interface InterfaceCounts {
  readonly requests: number;
  /** Answers by the first digit of their status: `2xx`. */
  readonly statuses: Readonly<Record<string, number>>;
  /** Requests without an answer, and answers that broke off. */
  readonly failed: number;
  /** Clients that left before the end. */
  readonly aborted: number;
}

/** Only counts, no content. */
export interface TrafficCounts {
  readonly interfaces: Readonly<Record<InterfaceName, InterfaceCounts>>;
  /** Requests that the proxy answered itself, by reason. */
  readonly own: Readonly<Partial<Record<OwnReason, number>>>;
  /** Exchanges with a body that was forwarded without being judged, because it was too long or no memory was left. */
  readonly unjudged: number;
}

const classOf = (status: number): string => `${Math.floor(status / 100)}xx`;

export const createTrafficCounter = (names: Iterable<InterfaceName>) => {
  const own = new Map<OwnReason, number>();
  const interfaces = new Map(
    [...names].map((name) => [
      name,
      { requests: 0, statuses: {} as Record<string, number>, failed: 0, aborted: 0 },
    ]),
  );
  let unjudged = 0;
  return {
    own: (reason: OwnReason) => void own.set(reason, (own.get(reason) ?? 0) + 1),
    passed(of: InterfaceName, { answer, failure, isAborted, sent }: Passed) {
      const counts = interfaces.get(of);
      if (counts === undefined) return;
      counts.requests += 1;
      if (answer !== undefined) {
        const key = classOf(answer.status);
        counts.statuses[key] = (counts.statuses[key] ?? 0) + 1;
      }
      if (failure !== undefined) counts.failed += 1;
      if (isAborted) counts.aborted += 1;
      if (sent.isGivenUp() || answer?.body.isGivenUp() === true) unjudged += 1;
    },
    counts: () => ({
      interfaces: Object.fromEntries(interfaces),
      own: Object.fromEntries(own),
      unjudged,
    }),
  };
};
