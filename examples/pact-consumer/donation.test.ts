import { MatchersV3 } from "@pact-foundation/pact";
import { expect, test } from "vitest";
import { clientsAt } from "./client.ts";
import { pactWith, state } from "./pact.ts";

const { eachLike, integer, like } = MatchersV3;

// The documents leave a donor's fields open; a pact says which of them this application relies on.
const donor = { id: integer(1), firstName: like("Ann") };

test("lists donors by page", () =>
  pactWith("donation")
    .addInteraction({
      states: [state("donors exist")],
      uponReceiving: "a request for the first two donors",
      withRequest: {
        method: "GET",
        path: "/api/Donor/list",
        query: { Take: "2" },
        headers: { authorization: like("Bearer of-this-application") },
      },
      willRespondWith: {
        status: 200,
        headers: { "Content-Type": "application/json" },
        body: { items: eachLike(donor), total: integer(7) },
      },
    })
    .executeTest(async ({ url }) => {
      const { data } = await clientsAt(url, "of-this-application").donation.GET("/api/Donor/list", {
        params: { query: { Take: 2 } },
      });
      expect(data?.total).toBe(7);
    }));
