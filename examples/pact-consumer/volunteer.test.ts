import { MatchersV3 } from "@pact-foundation/pact";
import { expect, test } from "vitest";
import { clientsAt } from "./client.ts";
import { pactWith, state } from "./pact.ts";

const { integer, like } = MatchersV3;

test("counts users", () =>
  pactWith("volunteer")
    .addInteraction({
      states: [state("users exist")],
      uponReceiving: "a request for users",
      withRequest: {
        method: "GET",
        path: "/v1/users",
        headers: { authorization: like("Bearer of-this-application") },
      },
      willRespondWith: {
        status: 200,
        headers: { "Content-Type": "application/json" },
        body: { meta: { total: integer(3) } },
      },
    })
    .executeTest(async ({ url }) => {
      const { data } = await clientsAt(url, "of-this-application").volunteer.GET("/v1/users");
      expect(data?.meta.total).toBe(3);
    }));
