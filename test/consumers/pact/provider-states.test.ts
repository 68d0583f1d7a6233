import { describe, expect, test } from "vitest";
import { placeableKinds } from "../../../src/sandbox/control/place-record.ts";
import { createSandbox, inProcessOrigin } from "../../../src/sandbox/sandbox.ts";
import { checkStates, providerStates } from "../../../src/consumers/pact/provider-states.ts";
import { sandboxStage } from "../../../src/consumers/pact/stage.ts";
import { parsePact } from "../../../src/consumers/pact/pact-file.ts";
import { sandboxTarget } from "../../sandbox-run.ts";
import { pactOf, reads } from "./kit.ts";

const target = () => {
  const sandbox = createSandbox({ scale: 5, control: true });
  return sandboxTarget(sandbox, inProcessOrigin);
};

const asking = (name: string, params: object = {}) =>
  parsePact(pactOf([reads("one", "/", { providerStates: [{ name, params }] })]), "a.json");

describe("provider states", () => {
  test("every one of them can be set up, and one about a record answers with its id", async () => {
    const opened = target();
    for (const { name, interface: interfaceName, effect } of providerStates) {
      const stage = await sandboxStage(opened, interfaceName);
      const injected = await stage.setUp(name, effect.kind === "record" ? { id: 4711 } : {});
      expect(injected).toEqual(effect.kind === "record" ? { id: 4711 } : {});
      if (effect.kind === "record") expect(placeableKinds).toContain(`${interfaceName}/${effect.record}`);
      if (effect.kind === "credential")
        expect(opened.has(`${interfaceName}.credentials.${effect.credential}`)).toBe(true);
    }
    await opened.close();
  });

  test("what one interaction changed the next does not see", async () => {
    const opened = target();
    const stage = await sandboxStage(opened, "crm");
    await stage.setUp("the credential is revoked", {});
    await stage.setUp("a contact exists", { id: 900 });
    expect(await stage.enter()).toEqual({ credential: "revokedApiKey" });
    expect(await stage.enter()).toEqual({ credential: "apiKey" });
    await opened.close();
  });

  test("an unknown one is refused with the one that was meant", () => {
    expect(() => checkStates(asking("a contct exists"), "crm")).toThrow(
      "the sandbox has no state “a contct exists”",
    );
    expect(() => checkStates(asking("a contact exists", { id: "x" }), "crm")).toThrow(
      "the id of “a contact exists” is not a positive whole number",
    );
    expect(() => checkStates(asking("A Contact Exists", { id: 1 }), "crm")).not.toThrow();
  });
});
