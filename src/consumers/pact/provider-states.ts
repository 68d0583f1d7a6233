import { suggestion } from "../../core/output/suggest.ts";
import type { BuiltinInterface } from "../../builtin/interface-name.ts";
import { UsageError } from "../../core/model/usage-error.ts";
import type { PactFile, PactState } from "./pact-file.ts";

/** What a state requires of the sandbox before the interaction. */
export type StateEffect =
  /** A record of this kind exists; the parameter `id` sets its id. */
  | {
      readonly kind: "record";
      readonly record: string;
      readonly organization?: "other";
      readonly absent?: true;
    }
  /** The request carries this credential of the configuration instead of the usual one. */
  | { readonly kind: "credential"; readonly credential: string }
  /** The request is sent without a credential. */
  | { readonly kind: "anonymous" }
  /** Always true in the sandbox. */
  | { readonly kind: "given" };

/** A precondition of a consumer's request. */
export interface ProviderState {
  readonly name: string;
  readonly interface: BuiltinInterface;
  readonly effect: StateEffect;
}

const record = (kind: string, rest: { organization?: "other"; absent?: true } = {}): StateEffect => ({
  kind: "record",
  record: kind,
  ...rest,
});

const credential = (name: string): StateEffect => ({ kind: "credential", credential: name });

const states = {
  crm: {
    "a contact exists": record("contact"),
    "a private contact exists": record("private-contact"),
    "a contact of another organization exists": record("contact", { organization: "other" }),
    "no contact exists": record("contact", { absent: true }),
    "an individual exists": record("individual"),
    "an event exists": record("event"),
    "a note exists": record("note"),
    "a note of another organization exists": record("note", { organization: "other" }),
    "no note exists": record("note", { absent: true }),
    "a webhook exists": record("webhook"),
    "an inactive webhook exists": record("inactive-webhook"),
    "a webhook of another organization exists": record("webhook", { organization: "other" }),
    "no webhook exists": record("webhook", { absent: true }),
    "contact method types are configured": { kind: "given" },
    "note types are configured": { kind: "given" },
    "the credential is valid": { kind: "given" },
    "no credential is sent": { kind: "anonymous" },
    "the credential is revoked": credential("revokedApiKey"),
    "the credential may do nothing": credential("limitedApiKey"),
    "the credential may not see private contacts": credential("noPrivateApiKey"),
    "the credential's hour is used up": credential("exhaustedApiKey"),
  },
  donation: {
    "donors exist": { kind: "given" },
    "gifts exist": { kind: "given" },
    "recurring gifts exist": { kind: "given" },
    "a campaign exists": record("campaign"),
    "no campaign exists": record("campaign", { absent: true }),
    "a project exists": record("project"),
    "no project exists": record("project", { absent: true }),
    "a segment exists": record("segment"),
    "no segment exists": record("segment", { absent: true }),
    "the credential is valid": { kind: "given" },
    "no credential is sent": { kind: "anonymous" },
    "the credential is revoked": credential("revokedToken"),
    "the credential may do nothing": credential("limitedToken"),
  },
  volunteer: {
    "users exist": { kind: "given" },
    "a user exists": record("user"),
    "a user of another organization exists": record("user", { organization: "other" }),
    "no user exists": record("user", { absent: true }),
    "a group exists": record("group"),
    "no group exists": record("group", { absent: true }),
    "a project exists": record("project"),
    "no project exists": record("project", { absent: true }),
    "the credential is valid": { kind: "given" },
    "no credential is sent": { kind: "anonymous" },
    "the credential is revoked": credential("revokedToken"),
    "the credential may do nothing": credential("limitedToken"),
    "the user is suspended": credential("suspendedToken"),
    "the user's access is disabled": credential("accessDisabledToken"),
  },
} as const satisfies Readonly<Record<BuiltinInterface, Readonly<Record<string, StateEffect>>>>;

/**
 * The names of an interface's provider states. Those for a record take its id as `{ "id": N }`; without it, any id will
 * do, and a provider-state generator can inject `id`.
 */
export type ProviderStateName<Name extends BuiltinInterface = BuiltinInterface> = {
  [One in Name]: keyof (typeof states)[One];
}[Name];

/**
 * Every provider state that the sandbox can set up.
 * @example
 * ```ts
 * import { providerStates } from "tripact/pact";
 *
 * console.log(providerStates.filter((state) => state.interface === "donation").map(({ name }) => name));
 * ```
 */
export const providerStates: readonly ProviderState[] = Object.entries(states).flatMap(([name, table]) =>
  Object.entries(table).map(([state, effect]: [string, StateEffect]) => ({
    name: state,
    // The keys of the table are the interfaces.
    interface: name as BuiltinInterface,
    effect,
  })),
);

const normal = (name: string): string => name.trim().toLowerCase();

/** The state of that name, in any case; undefined if there is none. */
export const findState = (interfaceName: string, name: string): ProviderState | undefined =>
  providerStates.find((state) => state.interface === interfaceName && normal(state.name) === normal(name));

const hintFor = (interfaceName: string, name: string): string => {
  const names = providerStates
    .filter((state) => state.interface === interfaceName)
    .map((state) => state.name);
  const nearest = suggestion(name, names);
  return nearest === undefined
    ? "tripact pact states lists those there are"
    : `did you mean “${nearest}”? tripact pact states lists them`;
};

const checkState = (interfaceName: string, state: PactState, location: string): void => {
  if (findState(interfaceName, state.name) === undefined)
    throw new UsageError(`the sandbox has no state “${state.name}”`, {
      location,
      hint: hintFor(interfaceName, state.name),
    });
  const { id } = state.params;
  if (id !== undefined && !(Number.isSafeInteger(id) && Number(id) > 0))
    throw new UsageError(`the id of “${state.name}” is not a positive whole number`, { location });
};

/**
 * Rejects a pact with states that the sandbox cannot set up.
 * @throws UsageError at the interaction, with the most similar state.
 */
export const checkStates = (pact: PactFile, interfaceName: string): void => {
  for (const { states: asked, index } of pact.interactions)
    for (const state of asked) checkState(interfaceName, state, `${pact.location}: interactions[${index}]`);
};
