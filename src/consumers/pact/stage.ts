import type { FailureOutcome } from "../../core/model/exchange.ts";
import type { Target } from "../../core/run/target.ts";
import type { InterfaceName } from "../../core/model/interface-name.ts";
import { isInterfaceName } from "../../builtin/interface-name.ts";
import { mainCredentialKey } from "../../builtin/interfaces.ts";
import { findState, type StateEffect } from "./provider-states.ts";

/** How to authorize the next request: with a credential of the configuration, or not at all. */
export type PactCaller = { readonly credential: string } | "anonymous";

/** The caller of a request without a state; security schemes have their own credentials. */
const usualCaller = (name: InterfaceName): PactCaller => ({
  credential: isInterfaceName(name) ? mainCredentialKey(name) : "",
});

/** The sandbox as interactions find it: its initial state, plus the provider states they request. */
export interface Stage {
  /**
   * Sets up a provider state and returns values to inject into the request, for example `{ id: 42 }`.
   * @throws StageError if the sandbox refuses.
   */
  setUp(state: string, params: Readonly<Record<string, unknown>>): Promise<Readonly<Record<string, unknown>>>;
  /** Called for every request: returns its caller, and clears what the previous interaction left behind. */
  enter(): Promise<PactCaller>;
}

const snapshot = "/control/snapshots/before-pacts";

/** The sandbox did not do what was requested: it is down, or refuses. */
export class StageError extends Error {
  readonly failure: FailureOutcome;

  constructor(failure: FailureOutcome) {
    super(failure.message);
    this.failure = failure;
  }
}

const controlOf = ({ transport, sandboxOrigin }: Target) => ({
  call: async (path: string, method: "PUT" | "POST", body: unknown = {}) => {
    const answer = await transport({
      interface: "crm",
      operation: "sandbox",
      effect: "write",
      method,
      url: `${sandboxOrigin ?? ""}${path}`,
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
      pathParameters: {},
      asItComes: true,
      toSandbox: true,
    });
    if (answer.kind === "failure") throw new StageError(answer);
    if (answer.status >= 400)
      throw new StageError({
        kind: "failure",
        reason: "not-sent",
        message: `the sandbox refuses ${method} ${path} (${answer.status})`,
      });
    return answer.body.kind === "json" ? answer.body.value : undefined;
  },
});

const dataOf = (answer: unknown): Readonly<Record<string, unknown>> => {
  if (typeof answer !== "object" || answer === null || !("data" in answer)) return {};
  const { data } = answer;
  return typeof data === "object" && data !== null ? { ...data } : {};
};

/** A sandbox with its control interface, in which states can be set up. */
export const sandboxStage = async (target: Target, interfaceName: InterfaceName): Promise<Stage> => {
  const control = controlOf(target);
  const usual = usualCaller(interfaceName);
  let caller: PactCaller = usual;
  let used = false;
  await control.call(snapshot, "PUT");

  const clear = async (): Promise<void> => {
    if (!used) return;
    await control.call(`${snapshot}/restore`, "POST");
    caller = usual;
    used = false;
  };

  const apply = async (effect: StateEffect, id: unknown): Promise<Readonly<Record<string, unknown>>> => {
    switch (effect.kind) {
      case "given":
        return {};
      case "anonymous":
        caller = "anonymous";
        return {};
      case "credential":
        caller = { credential: effect.credential };
        return {};
      case "record": {
        const { record, organization, absent } = effect;
        const path = `/control/records/${interfaceName}/${record}`;
        return dataOf(
          await control.call(id === undefined ? path : `${path}/${String(id)}`, "PUT", {
            organization,
            absent,
          }),
        );
      }
    }
  };

  return {
    setUp: async (name, params) => {
      await clear();
      const state = findState(interfaceName, name);
      if (state === undefined) throw new Error(`no state is called ${name}`);
      return apply(state.effect, params["id"]);
    },
    enter: async () => {
      await clear();
      used = true;
      return caller;
    },
  };
};

/** A live target: its records stay unchanged, only the caller may differ. */
export const liveStage = (interfaceName: InterfaceName): Stage => {
  const usual = usualCaller(interfaceName);
  let caller: PactCaller = usual;
  return {
    setUp: async (name) => {
      const effect = findState(interfaceName, name)?.effect;
      if (effect?.kind === "anonymous") caller = "anonymous";
      if (effect?.kind === "credential") caller = { credential: effect.credential };
      return {};
    },
    enter: async () => {
      const entering = caller;
      caller = usual;
      return entering;
    },
  };
};

/** Whether a state determines the caller. */
export const setsCaller = (interfaceName: InterfaceName, name: string): boolean => {
  const kind = findState(interfaceName, name)?.effect.kind;
  return kind === "anonymous" || kind === "credential";
};

/** Why a live target cannot enter a state; undefined if it can. */
export const whyNotLive = (
  target: Pick<Target, "has">,
  interfaceName: InterfaceName,
  name: string,
): string | undefined => {
  const effect = findState(interfaceName, name)?.effect;
  switch (effect?.kind) {
    case undefined:
    case "record":
      return `nothing is set up at a live target: ${name}`;
    case "credential": {
      const path = `${interfaceName}.credentials.${effect.credential}`;
      return target.has(path) ? undefined : `no credential is configured at ${path}: ${name}`;
    }
    case "given":
    case "anonymous":
      return undefined;
  }
};
