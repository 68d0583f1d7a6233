import type { DriftTarget } from "./drift.ts";
import type { Severity } from "./check.ts";

/**
 * Reasons for alerts: a confirmed or likely breaking change, its end, a failed run; for a fleet also a release of the
 * platform, whatever it breaks.
 */
export const alertKinds = ["breaking", "likely", "release", "gone", "failed"] as const;

export type AlertKind = (typeof alertKinds)[number];

/** The subject of an alert in one run. Field names, shapes and counts; never a value of a record. */
export interface AlertSubject {
  /** The same in every run. */
  readonly id: string;
  /** Ids that earlier runs used for it, or for parts of it. */
  readonly aliases?: readonly string[];
  /** For a fleet, address and organization are `*`. */
  readonly target: DriftTarget;
  /** How widely a fleet shows a change. */
  readonly breadth?: {
    /** Organizations that show it, and organizations that sampled its location. */
    readonly organizations: number;
    readonly sampledBy: number;
    /** Whether it counts as a release of the platform. */
    readonly isRelease: boolean;
  };
  readonly severity: Severity;
  /** One line. */
  readonly title: string;
  /** What happened and what to do, as lines without markup. */
  readonly text: string;
}

/** An alert as stored until it is sent. */
export interface Alert extends AlertSubject {
  /** Unique to this alert, and stable across repeated attempts to send it. */
  readonly alert: string;
  readonly kind: AlertKind;
  /** The original kind of what is gone; absent for other kinds. */
  readonly was?: AlertKind;
  /** Start of the run, ISO 8601. */
  readonly at: string;
  /** First alert on the subject, ISO 8601. */
  readonly since: string;
}

interface Subscription {
  /** All kinds if absent. */
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

/** Who is alerted, as configured. Holds secrets: never write it anywhere. */
export interface NotifySettings {
  readonly slack?: readonly SlackSettings[];
  readonly webhook?: readonly WebhookSettings[];
  readonly email?: readonly EmailSettings[];
  readonly alertmanager?: readonly AlertmanagerSettings[];
  readonly gitlab?: readonly GitlabSettings[];
  readonly heartbeat?: readonly { readonly url: string }[];
}
