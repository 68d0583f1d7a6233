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
  otherwise: [
    {
      assumes: "every link leads to the interface",
      changes: { "/links/html": "https://portal.example.org/users", "/data": [{ url: "/users/1" }] },
    },
    { assumes: "a location counts from the host", headers: { location: "/users/7" } },
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
