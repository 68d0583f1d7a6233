import { MatchersV3 } from "@pact-foundation/pact";
import { expect, test } from "vitest";
import { clientsAt } from "./client.ts";
import { pactWith, state } from "./pact.ts";

const { integer, like } = MatchersV3;
const json = { "Content-Type": "application/json" };
const authorization = like("Bearer of-this-application");

test("shows a contact", () =>
  pactWith("crm")
    .addInteraction({
      states: [state("a contact exists", { id: 42 })],
      uponReceiving: "a request for a contact",
      withRequest: { method: "GET", path: "/api/Contact/42", headers: { authorization } },
      willRespondWith: {
        status: 200,
        headers: json,
        body: { id: integer(42), contactType: like("Household"), name: like("The Exemplars") },
      },
    })
    .executeTest(async ({ url }) => {
      const { data } = await clientsAt(url, "of-this-application").crm.GET("/api/Contact/{contactId}", {
        params: { path: { contactId: 42 } },
      });
      expect(data?.contactType).toBe("Household");
    }));

test("is told when its key was revoked", () =>
  pactWith("crm")
    .addInteraction({
      states: [state("the credential is revoked")],
      uponReceiving: "a request with a revoked key",
      withRequest: { method: "GET", path: "/api/ContactMethod/Types", headers: { authorization } },
      willRespondWith: { status: 401 },
    })
    .executeTest(async ({ url }) => {
      const { response } = await clientsAt(url, "of-this-application").crm.GET("/api/ContactMethod/Types");
      expect(response.status).toBe(401);
    }));
