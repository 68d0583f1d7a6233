/** `tripact/pact`: the provider states that the sandbox supports in consumers' pacts, as types and as a list. */
export { type ProviderState, type ProviderStateName, providerStates } from "./provider-states.ts";
