import type { DriftTarget } from "./drift.ts";
import type { Severity } from "./check.ts";

/**
 * What somebody is alerted of: a breaking change that is confirmed or likely, that it is gone, a run that failed; of a
 * fleet also a release of the platform, whatever it breaks.
 */
export const alertKinds = ["breaking", "likely", "release", "gone", "failed"] as const;

export type AlertKind = (typeof alertKinds)[number];

/** What an alert may be about, as it is in one run. Names of fields, shapes and counts; never a value of a record. */
export interface AlertSubject {
  /** The same in every run. */
  readonly id: string;
  /** Ids by which earlier runs have known it, or parts of it. */
  readonly aliases?: readonly string[];
  /** Of a fleet, address and organization are `*`. */
  readonly target: DriftTarget;
  /** How widely a change shows in a fleet. */
  readonly breadth?: {
    /** Organizations that show it, and those that sampled what it is about. */
    readonly organizations: number;
    readonly sampledBy: number;
    /** Whether it counts as a release of the platform. */
    readonly isRelease: boolean;
  };
  readonly severity: Severity;
  /** One line. */
  readonly title: string;
  /** What happened and what to do, in lines, without markup. */
  readonly text: string;
}

/** An alert as it is kept until it is sent. */
export interface Alert extends AlertSubject {
  /** Unlike that of every other alert, and the same however often this one is sent. */
  readonly alert: string;
  readonly kind: AlertKind;
  /** What is gone; absent for every other kind. */
  readonly was?: AlertKind;
  /** When the run began, ISO 8601. */
  readonly at: string;
  /** When the subject was alerted of first, ISO 8601. */
  readonly since: string;
}

interface Subscription {
  /** All kinds where it is absent. */
  readonly on?: readonly AlertKind[];
}

export interface SlackSettings extends Subscription {
  readonly url: string;
}

export interface WebhookSettings extends Subscription {
  readonly url: string;
  /** `whsec_` and the key in base64. */
  readonly secret: string;
}

export interface EmailSettings extends Subscription {
  readonly server: string;
  readonly username?: string;
  readonly password?: string;
  readonly from: string;
  readonly to: readonly string[];
}

export interface AlertmanagerSettings extends Subscription {
  readonly url: string;
  readonly token?: string;
  readonly resolveAfterHours?: number;
}

export interface GitlabSettings {
  readonly project: string;
  readonly token: string;
  readonly url?: string;
}

/** Who is alerted, as configured. Holds secrets: never to be written anywhere. */
export interface NotifySettings {
  readonly slack?: readonly SlackSettings[];
  readonly webhook?: readonly WebhookSettings[];
  readonly email?: readonly EmailSettings[];
  readonly alertmanager?: readonly AlertmanagerSettings[];
  readonly gitlab?: readonly GitlabSettings[];
  readonly heartbeat?: readonly { readonly url: string }[];
}
