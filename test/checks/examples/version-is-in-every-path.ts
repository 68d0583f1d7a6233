import type { PassiveExamples } from "../kit/example.ts";

export const examples: PassiveExamples = {
  pass: {
    operation: "listUsers",
    path: "/api/v1/users?per_page=2",
    body: { data: [], links: { next: "/api/v1/users?per_page=2&page=2" } },
  },
  alsoPasses: [
    {
      operation: "createGroup",
      status: 201,
      headers: { location: "https://volunteer.example.org/v1/groups/7" },
    },
  ],
  otherwise: {
    "every link leads to the interface": {
      "/links/html": "https://portal.example.org/users",
      "/data": [{ url: "/users/1" }],
    },
    "a path that is answered is one of the interface": { path: "/api/users", text: "<html></html>" },
    "what is answered in JSON is an answer of the interface": {
      path: "/api/users",
      body: { message: "There is nothing here." },
    },
    "a location counts from the host": { headers: { location: "/users/7" } },
  },
  fails: {
    "VOL-10: A link to the next page leaves out the version": {
      "/links/next": "/api/users?per_page=2&page=2",
    },
    "VOL-10: The list is answered without the version as well": { path: "/api/users" },
  },
};
