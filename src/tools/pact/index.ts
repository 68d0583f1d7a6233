/** `tripact/pact`: the provider states that a consumer's pacts may ask the sandbox for, as types and as a list. */
export { type ProviderState, type ProviderStateName, providerStates } from "./provider-states.ts";
