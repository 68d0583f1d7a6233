import { mainCredentialKey } from "../../src/builtin/interfaces.ts";
import type { BuiltinInterface } from "../../src/builtin/interface-name.ts";
import type { Sandbox } from "../../src/sandbox/sandbox.ts";
import { ask, type Received, type Sent } from "./ask.ts";

/** Asks with the credential that may do everything. */
export const askAs = (
  sandbox: Sandbox,
  name: BuiltinInterface,
  path: string,
  sent: Sent = {},
): Promise<Received> => {
  const token = String(sandbox.config().interfaces[name].credentials[mainCredentialKey(name)]);
  return ask(sandbox, `/${name}${path}`, { token, ...sent });
};

export const campaignId = 2;

/** The projects between which recurring gifts go to and fro. */
export const projectIds = [1, 2] as const;

const isOdd = (round: number): boolean => round % 2 === 1;

/** Every property tells of the round, by its value or by not being there. */
export const noteOf = (round: number) => ({
  note: `round ${round}`,
  important: isOdd(round),
  private: !isOdd(round),
  ...(isOdd(round) ? { timeSpent: round } : { type: "Call" }),
});

export const membersOf = (round: number): readonly number[] =>
  Array.from({ length: 1 + (round % 20) }, (_, index) => index + 1);

export const campaignOf = (round: number) => ({
  id: campaignId,
  name: `round ${round}`,
  goal: round,
  ...(isOdd(round) ? { description: "odd" } : {}),
});

/** Writes that are repeated round after round, each in one request. */
export const repeatedWrites: Readonly<
  Record<string, (sandbox: Sandbox, round: number) => Promise<Received>>
> = {
  note: (sandbox, round) =>
    askAs(sandbox, "crm", "/api/ContactNote/1", { method: "PUT", body: noteOf(round) }),
  members: (sandbox, round) =>
    askAs(sandbox, "volunteer", "/v1/groups/1", {
      method: "PUT",
      body: { name: `round ${round}`, members: membersOf(round) },
    }),
  campaign: (sandbox, round) =>
    askAs(sandbox, "donation", "/api/Campaign/replace", { method: "PUT", body: campaignOf(round) }),
  // Puts one project in another's place in many recurring gifts.
  project: (sandbox, round) => {
    const [to, from] = isOdd(round) ? projectIds : projectIds.toReversed();
    const body = { currentProjectId: from, recurringGiftNewProjectId: to };
    return askAs(sandbox, "donation", "/api/Project/replace", { method: "PUT", body });
  },
};
