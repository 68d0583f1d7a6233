import type { Check } from "./check.ts";
import type { FileRules } from "./file-rules.ts";
import type { ContractSchemas } from "./contract-schemas.ts";
import type { FieldNames } from "./field-names.ts";
import type { Fact, Unknown } from "./fact.ts";
import type { Observer } from "./observer.ts";
import type { PublicTerms } from "./public-terms.ts";
import type { WireRequest } from "./transport.ts";
import type { UndoPlan } from "./undo-plan.ts";

export interface SigningInput {
  readonly appKey: string;
  readonly secret: string;
  readonly method: string;
  readonly url: string;
  readonly nonce: string;
  /** Seconds since the Unix epoch. */
  readonly timestamp: number;
}

/** How requests to operations with `security: "hmac"` are signed. */
export interface RequestSigning {
  /** Dotted config path of what holds `appKey` and `secret`. */
  readonly credential: string;
  /** The Authorization header. */
  sign(input: SigningInput): string;
  /** Stands for it in evidence. */
  readonly shown: string;
}

/** An account whose access token does what a main credential does, where none is configured (OAuth 2, RFC 6749). */
export interface Account {
  /** Issues tokens by the grants `password` and `refresh_token`. */
  readonly tokenOperation: string;
  /** Dotted config path of what holds `username` and `password`. */
  readonly credential: string;
  /** What `has` answers for a target that works with the account: a dotted config path that no file may hold. */
  readonly flag: string;
  /** Why an answer with this status issues no token. */
  readonly withoutToken: Readonly<Record<number, string>>;
}

/** What no OpenAPI document says of an interface. */
export interface InterfaceDescription {
  /** As a heading: `Shop interface`. */
  readonly title: string;
  /** Dotted config path of the credential that may do everything the interface's checks need. */
  readonly mainCredential: string;
  /** What every documented path begins with, and a base address may end with: `/v1`. */
  readonly versionPrefix?: string;
  readonly account?: Account;
  readonly signing?: RequestSigning;
  /** How records that must be there are read, by the dotted config path of the id that the parameter takes. */
  readonly records?: Readonly<Record<string, { readonly operation: string; readonly parameter: string }>>;
  /** The forms of errors that the OpenAPI documents state; absent where they state none. */
  readonly errorForms?: readonly string[];
}

/** Which record a write may change, by dotted config paths. */
export type ScratchRule =
  | {
      /** The record that a path parameter names, and if `body` is there, the one that a property of the body names. */
      readonly kind: "path";
      readonly parameter: string;
      /** Any of them. */
      readonly settings: readonly string[];
      readonly body?: { readonly property: string; readonly settings: readonly string[] };
    }
  /** The record whose id the declared body and the sent one share. */
  | { readonly kind: "body"; readonly declared: string }
  /** A new one: one declared body is enough. */
  | { readonly kind: "creation"; readonly declared: readonly string[] };

/**
 * Everything the harness knows of a platform: what is generated from its documents, what is registered beside them,
 * and the few rules that neither can say.
 */
export interface Contract extends ContractSchemas {
  /** By interface. */
  readonly described: Readonly<Record<string, InterfaceDescription>>;
  readonly facts: readonly Fact[];
  readonly unknowns: readonly Unknown[];
  readonly checks: readonly Check[];
  readonly observers: readonly Observer[];
  /** The interface under which reports list a fact, or another word, by what is before the dash of its id. */
  readonly factGroups: Readonly<Record<string, string>>;
  readonly publicTerms: PublicTerms;
  readonly fieldNames: FieldNames;
  /** Loaded when first asked for. */
  readonly config: FileRules;
  /** By operation. A write without a rule is never sent to a live target. */
  readonly scratch: Readonly<Record<string, ScratchRule>>;
  /** @throws Error for an operation that has no plan. */
  undoPlanOf(request: WireRequest, setting: (path: string) => unknown): UndoPlan;
}

/** @throws Error for an interface that the contract does not have. */
export const describedAs = (contract: Pick<Contract, "described">, name: string): InterfaceDescription => {
  const found = Object.hasOwn(contract.described, name) ? contract.described[name] : undefined;
  if (found === undefined) throw new Error(`there is no interface ${name}`);
  return found;
};
