import { own } from "./json-object.ts";
import type { Check } from "./check.ts";
import type { FileRules } from "./file-rules.ts";
import type { ContractSchemas } from "./contract-schemas.ts";
import type { FieldNames } from "./field-names.ts";
import type { Fact, Unknown } from "./fact.ts";
import type { KeyProposal, OutOfReach } from "./key-proposal.ts";
import type { Observer } from "./observer.ts";
import type { PublicTerms } from "./public-terms.ts";
import type { WireRequest } from "./transport.ts";
import type { SchemeCredential } from "./exchange.ts";
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
  /** Dotted config path of the object with `appKey` and `secret`. */
  readonly credential: string;
  sign(input: SigningInput): string;
  /** Placeholder for the signature in evidence. */
  readonly shown: string;
}

/** An account whose access token replaces a missing main credential (OAuth 2, RFC 6749). */
export interface TokenAccount {
  /** Issues tokens by the grants `password` and `refresh_token`. */
  readonly tokenOperation: string;
  /** Dotted config path of the object with `username` and `password`. */
  readonly credential: string;
  /** A dotted config path that no file may contain; `has` returns true for it if the target uses the account. */
  readonly flag: string;
  /** Explanations for statuses that issue no token. */
  readonly withoutToken: Readonly<Record<number, string>>;
}

/** A POST that issues a token. */
export interface Login {
  /** Without parameters, below the base address. */
  readonly path: string;
  /** Default `application/json`. */
  readonly mediaType?: string;
  /** As the configuration has it: its texts may be variables. */
  readonly body?: unknown;
  /** JSON pointer (RFC 6901) to the token in its answer. */
  readonly token: string;
}

/** What the OpenAPI documents do not say about an interface. */
export interface InterfaceDescription {
  /** For headings: `Shop interface`. */
  readonly title: string;
  /** Dotted config path of the credential with all permissions that the interface's checks need. */
  readonly mainCredential: string;
  /** Prefix of all documented paths, which a base address may end with: `/v1`. */
  readonly versionPrefix?: string;
  readonly account?: TokenAccount;
  /** What an ordinary call of an operation presents, if security schemes say so. */
  credentialsOf?(operation: string): readonly SchemeCredential[];
  /** Where tokens are issued by client credentials, by the dotted config path of these. */
  readonly tokenAddresses?: Readonly<Record<string, string>>;
  /** Operations that issue tokens, by the dotted config path of what they are issued for. */
  readonly logins?: Readonly<Record<string, Login>>;
  readonly signing?: RequestSigning;
  /** How required records are read, by the dotted config path of the id that the parameter takes. */
  readonly records?: Readonly<Record<string, { readonly operation: string; readonly parameter: string }>>;
  /** The records that no run can work with as configured. */
  outOfReach?(): readonly OutOfReach[];
  /** Of a run that finds out what can be declared: the checks that do, and the keys that state what they have found. */
  readonly inference?: {
    readonly checks: readonly string[];
    /** @param judged whether each judged fact holds */
    found(judged: ReadonlyMap<string, boolean>): readonly KeyProposal[];
  };
  /** The error formats stated in the OpenAPI documents; absent if they state none. */
  readonly errorForms?: readonly string[];
}

/** Which records a write may change, by dotted config paths. */
export type ScratchRule =
  | {
      /** The record named by a path parameter and, if `body` is set, the one named by a property of the body. */
      readonly kind: "path";
      readonly parameter: string;
      /** Any of them. */
      readonly settings: readonly string[];
      readonly body?: { readonly property: string; readonly settings: readonly string[] };
    }
  /** The record whose id is the same in the declared and the sent body. */
  | { readonly kind: "body"; readonly declared: string }
  /** A new record; one declared body is enough. */
  | { readonly kind: "creation"; readonly declared: readonly string[] }
  /** What the contract itself knows to be the run's own: a creation, or a record that the run has created. */
  | { readonly kind: "own"; allows(request: WireRequest): boolean };

/**
 * Everything the engine knows about a platform: generated from its documents, registered beside them, plus the few
 * rules that neither expresses.
 */
export interface Contract extends ContractSchemas {
  /** By interface. */
  readonly described: Readonly<Record<string, InterfaceDescription>>;
  readonly facts: readonly Fact[];
  readonly unknowns: readonly Unknown[];
  readonly checks: readonly Check[];
  readonly observers: readonly Observer[];
  /** Interface, or another heading, under which reports list a fact, by the part of its id before the dash. */
  readonly factGroups: Readonly<Record<string, string>>;
  readonly publicTerms: PublicTerms;
  readonly fieldNames: FieldNames;
  /** Loaded on first use. */
  readonly config: FileRules;
  /** Loads the validators, so that no run waits for them; absent if they are there. */
  load?(): Promise<void>;
  /** The same without what its checks have learnt from answers; absent if they learn nothing. */
  anew?(): Promise<Contract>;
  /** By operation. A write without a rule is never sent to a live target. */
  readonly scratch: Readonly<Record<string, ScratchRule>>;
  /** @throws Error for an operation without a plan. */
  undoPlanOf(request: WireRequest, setting: (path: string) => unknown): UndoPlan;
}

/** @throws Error for an interface that the contract lacks. */
export const describedAs = (contract: Pick<Contract, "described">, name: string): InterfaceDescription => {
  const found = own(contract.described, name);
  if (found === undefined) throw new Error(`there is no interface ${name}`);
  return found;
};
