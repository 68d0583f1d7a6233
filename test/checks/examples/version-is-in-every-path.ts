import type { PassiveExamples } from "../kit/example.ts";

export const examples: PassiveExamples = {
  passes: [
    {
      operation: "listUsers",
      path: "/api/v1/users?per_page=2",
      body: { data: [], links: { next: "/api/v1/users?per_page=2&page=2" } },
    },
    {
      operation: "createGroup",
      status: 201,
      headers: { location: "https://volunteer.example.org/v1/groups/7" },
    },
  ],
  fails: [
    {
      what: "A link to the next page leaves out the version",
      blames: "VOL-10",
      pointer: "/links/next",
      changes: { "/links/next": "/api/users?per_page=2&page=2" },
    },
    { what: "The list is answered without the version as well", blames: "VOL-10", path: "/api/users" },
  ],
};
