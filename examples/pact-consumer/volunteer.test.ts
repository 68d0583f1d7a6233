import { MatchersV3 } from "@pact-foundation/pact";
import { expect, test } from "vitest";
import { clientsAt } from "./client.ts";
import { pactWith, state } from "./pact.ts";

const { eachLike, integer, like } = MatchersV3;

// The documents leave open where the users stand and what a user has; a pact says what this application relies on.
const user = { id: integer(1), email: like("ann@example.org") };

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
        body: { data: eachLike(user), meta: { total: integer(3) } },
      },
    })
    .executeTest(async ({ url }) => {
      const { data } = await clientsAt(url, "of-this-application").volunteer.GET("/v1/users");
      expect(data?.meta.total).toBe(3);
    }));
