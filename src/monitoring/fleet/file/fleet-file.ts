import type { NotifySettings } from "../../../core/model/notify.ts";
import type { FileReference, Safety } from "../../../core/config/config.ts";

/** Texts by name. */
export type Texts = Readonly<Record<string, string>>;

/** Limits of a run that a fleet may set. */
export type Limits = Partial<Pick<Safety, "perSecond" | "perHour" | "maxRequests">>;

/** A program and its arguments. */
export type Command = readonly string[];

/** One organization, completed by the defaults. */
export interface Organization {
  readonly name: string;
  /** Location in the list. */
  readonly location: string;
  /** Prefix of its environment variables; empty if its secrets come from elsewhere. */
  readonly prefix: string;
  readonly labels: Texts;
  /** Organizations of one account may share a credential. */
  readonly account?: string | undefined;
  readonly config: FileReference;
  /** Non-secret variables of the configuration. */
  readonly variables: Texts;
  readonly safety: Limits;
}

/** An organization as listed, with its location. */
export interface ListedItem {
  readonly value: unknown;
  readonly location: string;
}

/** Source of the list of organizations; `location` is where the fleet file states it. */
export type OrganizationSource =
  | { readonly kind: "list"; readonly items: readonly ListedItem[]; readonly location: string }
  | { readonly kind: "file"; readonly file: FileReference }
  | {
      readonly kind: "command";
      readonly command: Command;
      readonly timeoutMs: number;
      readonly location: string;
    };

/** Source of every organization's secrets: texts that may contain `{organization}`. */
export type SecretTemplate =
  | { readonly kind: "environment"; readonly template: string }
  | { readonly kind: "files"; readonly template: string }
  | { readonly kind: "sops"; readonly template: string }
  | { readonly kind: "command"; readonly template: Command };

/** Source of one organization's secrets. */
export type SecretSource = SecretTemplate & {
  readonly location: string;
  readonly timeoutMs: number;
  /** Maximum number of concurrent requests. */
  readonly concurrency: number;
  /** JSON pointer to the variables in an answer. */
  readonly at: string;
};

/** Location of the database. A server's address may contain a password, so it is a function. */
export type DatabaseLocation =
  | { readonly kind: "sqlite"; readonly path: string }
  | { readonly kind: "postgres"; readonly schema: string; address(): string };

export interface Schedule {
  readonly hour: number;
  readonly minute: number;
  readonly windowMs: number;
  readonly timezone: string;
}

/** A valid fleet file. No property holds a secret. */
export interface FleetFile {
  /** Path of the file as the user gave it. */
  readonly file: string;
  readonly database: DatabaseLocation;
  /** The key under which accounts are counted; undefined if there is none. */
  key(): string | undefined;
  readonly schedule: Schedule;
  readonly work: {
    readonly heartbeatSeconds: number;
    readonly retries: number;
    readonly retryDelaySeconds: number;
  };
  readonly defaults: Pick<Organization, "account" | "config" | "variables" | "safety">;
  readonly secrets: SecretSource;
  readonly organizations: OrganizationSource;
  readonly breadth: { readonly share: number; readonly atLeast: number };
  /** Share of a day's runs that may fail. */
  readonly tolerate: number;
  /** Receivers of alerts; addresses may be secrets. */
  notify(): NotifySettings;
  /** In days. */
  readonly retention: { readonly shapes: number; readonly operations: number };
}
