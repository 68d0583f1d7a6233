import type { Exchange } from "./exchange.ts";
import type { Finding } from "./finding.ts";
import type { InterfaceName } from "./interface-name.ts";
import type { LoggedExchange } from "./report-input.ts";
import type { Report } from "./report.ts";
import type { Settings } from "./settings.ts";
import type { StopReason, FactVerdict } from "./fact-verdict.ts";

/**
 * Progress events of a run; the last one is its footer. Within the engine exchanges hold whole answers; what leaves it
 * holds them as the exchange log does (`ShownEvent`).
 */
export type RunEvent<Shown = Exchange> =
  | {
      readonly type: "run-started";
      readonly id: string;
      readonly seed: number;
      readonly version: string;
      readonly targets: Readonly<Record<InterfaceName, string>>;
      /** Ids of the checks to come, in order. */
      readonly checks: readonly string[];
      /** ISO 8601. */
      readonly startedAt: string;
    }
  | { readonly type: "check-started"; readonly check: string; readonly title: string }
  /** `number` counts from 1 in the order of the checks, whatever the order of arrival. */
  | {
      readonly type: "exchange";
      readonly number: number;
      readonly check: string;
      readonly exchange: Shown;
    }
  | { readonly type: "finding"; readonly finding: Finding }
  | {
      readonly type: "verdict";
      readonly check: string;
      readonly fact: string;
      readonly verdict: FactVerdict;
      /** Replaces the earlier result: the interface had an outage. Its findings are not in the report. */
      readonly withdrawn?: true;
    }
  | {
      readonly type: "observation";
      readonly unknown: string;
      readonly observed: string;
      readonly evidence: string;
      readonly settings?: Settings;
    }
  | RunFooter;

/** An event that is safe to hand out. */
export type ShownEvent = RunEvent<LoggedExchange>;

/** The last event of every run; a stream without it is a failed run. */
export interface RunFooter {
  readonly type: "run-ended";
  readonly complete: boolean;
  readonly stopped?: { readonly reason: StopReason; readonly message: string };
  /** Interfaces that failed as a whole, with the reason: none of their answers is judged. */
  readonly outages?: Readonly<Record<InterfaceName, string>>;
  readonly report: Report;
}
