import type { NotifySettings } from "../../../harness/model/notify.ts";
import type { FileReference, Safety } from "../../../harness/config/config.ts";

/** Texts by name. */
export type Texts = Readonly<Record<string, string>>;

/** Limits of a run that a fleet may set. */
export type Limits = Partial<Pick<Safety, "perSecond" | "perHour" | "maxRequests">>;

/** A program and its arguments. */
export type Command = readonly string[];

/** One organization, with what the defaults add. */
export interface Organization {
  readonly name: string;
  /** Where it is listed. */
  readonly location: string;
  /** What its environment variables begin with; empty where its secrets come from elsewhere. */
  readonly prefix: string;
  readonly labels: Texts;
  /** Organizations of one account may have the same credential. */
  readonly account?: string | undefined;
  readonly config: FileReference;
  /** Variables of the configuration that are no secrets. */
  readonly variables: Texts;
  readonly safety: Limits;
}

/** An organization as a list has it, and where. */
export interface ListedItem {
  readonly value: unknown;
  readonly location: string;
}

/** Where the list of the organizations is; `location` is where the fleet file says so. */
export type OrganizationSource =
  | { readonly kind: "list"; readonly items: readonly ListedItem[]; readonly location: string }
  | { readonly kind: "file"; readonly file: FileReference }
  | {
      readonly kind: "command";
      readonly command: Command;
      readonly timeoutMs: number;
      readonly location: string;
    };

/** What says where the secrets of every organization are: texts that may hold `{organization}`. */
export type SecretTemplate =
  | { readonly kind: "environment"; readonly template: string }
  | { readonly kind: "files"; readonly template: string }
  | { readonly kind: "sops"; readonly template: string }
  | { readonly kind: "command"; readonly template: Command };

/** Where the secrets of an organization are. */
export type SecretSource = SecretTemplate & {
  readonly location: string;
  readonly timeoutMs: number;
  /** Answers that are waited for at once. */
  readonly concurrency: number;
  /** JSON pointer to the variables in an answer. */
  readonly at: string;
};

/** Where runs are kept. The address of a server may hold a password, so only a call gives it. */
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
  /** Its name as the user knows it. */
  readonly file: string;
  readonly database: DatabaseLocation;
  /** The key under which accounts are counted; undefined where none is given. */
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
  /** Who is alerted; addresses may be secrets. */
  notify(): NotifySettings;
  /** In days. */
  readonly retention: { readonly shapes: number; readonly operations: number };
}
