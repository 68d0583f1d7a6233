import { describe, expect, it } from "vitest";
import { refuse, sandboxRoute, sql, UsageError, type SandboxRoute } from "../../../src/index.ts";
import { bench, isFamilyError } from "../support.ts";

const search = sandboxRoute({
  interface: "crm",
  method: "GET",
  path: "/api/Contact/Find/{kind}",
  parameters: { name: "string", take: "integer" },
  permission: "contact.read",
  respond: ({ parameters: { kind, name = "", take = 10 } }, { store, caller, ask, clock }) => {
    const found = store.all<{ id: number }>(sql`
      select id from crm_contact
      where organization_id = ${caller.organizationId} and instr(lower(name), ${name.toLowerCase()}) > 0`);
    const contacts = found.map(({ id }) => ask("getContact", { path: { contactId: id } }));
    const list = contacts.flatMap((answer) => ("body" in answer ? [answer.body] : []));
    const body = { list: list.slice(0, take), total: list.length, kind, at: clock.now() };
    return { status: 200, body };
  },
});

const isUndo = (body: unknown): boolean => typeof body === "object" && body !== null && "undo" in body;

const pledges = [
  sandboxRoute({
    interface: "crm",
    method: "POST",
    path: "/api/Pledge",
    permission: "gift.write",
    body: "required",
    respond: ({ body }, { records }) => {
      const added = records("pledge").add({ body });
      return isUndo(body) ? refuse(409, "Not now.") : { status: 201, body: { id: added.id } };
    },
  }),
  sandboxRoute({
    interface: "crm",
    method: "GET",
    path: "/api/Pledge/{pledgeId}",
    parameters: { pledgeId: "integer" },
    respond: ({ parameters: { pledgeId } }, { records }) => {
      const found = records("pledge").get(pledgeId);
      return found === undefined
        ? refuse(404, "There is no such pledge.")
        : { status: 200, body: found.value };
    },
  }),
  sandboxRoute({
    interface: "crm",
    method: "GET",
    path: "/api/Pledge/All",
    respond: (_, { records }) => ({ status: 200, body: { total: records("pledge").list().length } }),
  }),
];

const crm = (extend: readonly SandboxRoute[]) => {
  const made = bench({ extend, control: true });
  const ask = (path: string, key = "apiKey", body?: unknown) =>
    made.ask(`/crm${path}`, { token: made.credential("crm", key), ...(body === undefined ? {} : { body }) });
  return { ...made, root: made.ask, ask };
};

describe("routes of a team's own", () => {
  it("read pages that the database has written", async () => {
    const firstDonor = sandboxRoute({
      interface: "donation",
      method: "GET",
      path: "/api/Donor/first",
      respond: (_, { ask }) => {
        const answer = ask("listDonors", { query: { Take: 1 } });
        return {
          status: 200,
          body: "body" in answer && "items" in answer.body ? answer.body.items[0] : null,
        };
      },
    });
    const made = bench({ extend: [firstDonor] });
    const answer = await made.ask("/donation/api/Donor/first", {
      token: made.credential("donation", "token"),
    });
    expect(answer.at("/id")).toBe(1);
  });

  it("answer by the sandbox's records, behind its credentials, in the sandbox's time", async () => {
    const { ask, sandbox } = crm([search]);
    const all = await ask("/api/Contact/Find/any?name=a");
    expect([all.status, all.at("/kind"), all.at("/at")]).toEqual([200, "any", sandbox.clock.now()]);
    expect(all.at("/total")).toBeGreaterThan(10);
    expect(all.at("/list")).toHaveLength(10);
    expect(all.at("/list/0/contactIndividuals")).toBeInstanceOf(Array);
    expect((await ask("/api/contact/FIND/any?name=a&take=2")).at("/list")).toHaveLength(2);
    expect((await ask("/api/Contact/Find/any?take=x")).status).toBe(400);
    for (const [key, status] of [
      ["revokedApiKey", 401],
      ["limitedApiKey", 403],
      ["exhaustedApiKey", 429],
    ] as const) {
      const refused = await ask("/api/Contact/Find/any", key);
      expect([refused.status, isFamilyError("crm", refused)]).toEqual([status, true]);
    }
    const [seen, unseen, theirs] = await Promise.all(
      ["apiKey", "noPrivateApiKey", "otherOrganizationApiKey"].map((key) =>
        ask("/api/Contact/Find/any", key),
      ),
    );
    expect(Number(unseen?.at("/total"))).toBeLessThan(Number(seen?.at("/total")));
    expect(theirs?.at("/list/0/id")).not.toBe(seen?.at("/list/0/id"));
  });

  it("hide no documented operation", async () => {
    const bySource = sandboxRoute({
      interface: "crm",
      method: "GET",
      path: "/api/Contact/{source}/{id}",
      respond: () => ({ status: 200, body: {} }),
    });
    const { ask } = crm([bySource]);
    expect((await ask("/api/Contact/ByReference/A-1")).status).toBe(401);
    expect((await ask("/api/Contact/ByName/A-1")).status).toBe(200);
  });

  it("know the credential of their caller", async () => {
    const { ask } = crm([
      sandboxRoute({
        interface: "crm",
        method: "GET",
        path: "/api/Caller",
        respond: (_, { caller }) => ({ status: 200, body: { id: caller.credentialId } }),
      }),
    ]);
    const [one, same, other] = await Promise.all(
      ["apiKey", "apiKey", "noPrivateApiKey"].map(async (key) => (await ask("/api/Caller", key)).at("/id")),
    );
    expect([typeof one, same]).toEqual(["number", one]);
    expect(other).not.toBe(one);
  });

  it("keep records that other organizations do not see, all or nothing, and that a reset removes", async () => {
    const { ask, root } = crm(pledges);
    const { at } = await ask("/api/Pledge", "apiKey", { amount: 5 });
    expect((await ask(`/api/Pledge/${String(at("/id"))}`)).json).toEqual({ body: { amount: 5 } });
    expect((await ask(`/api/Pledge/${String(at("/id"))}`, "otherOrganizationApiKey")).status).toBe(404);
    expect((await ask("/api/Pledge", "apiKey", { undo: true })).status).toBe(409);
    expect((await ask("/api/Pledge/All")).json).toEqual({ total: 1 });
    expect((await root("/control/reset", { method: "POST", body: {} })).status).toBeLessThan(300);
    expect((await ask("/api/Pledge/All")).json).toEqual({ total: 0 });
  });

  it("take the place of assumed endpoints, and stand on the index page", async () => {
    const own = sandboxRoute({
      interface: "crm",
      method: "GET",
      path: "/api/Contact",
      respond: () => ({ status: 200, body: { list: [], total: 0, own: true } }),
    });
    const { ask, root } = crm([own]);
    expect((await ask("/api/Contact?search=a")).at("/own")).toBe(true);
    expect((await root("/")).text).toContain("<code>GET /api/Contact</code>");
  });

  it("that fail or answer nonsense are a 500 and a bug, and leave nothing", async () => {
    const bugs: unknown[] = [];
    const broken = (path: string, respond: () => unknown): SandboxRoute =>
      // As a program without types would write it.
      ({ interface: "crm", method: "GET", path, respond }) as unknown as SandboxRoute;
    const { ask, credential } = bench({
      extend: [
        broken("/api/A", () => {
          throw new Error("mine");
        }),
        broken("/api/B", async () => ({ status: 200 })),
        broken("/api/C", () => ({ status: "200" })),
        broken("/api/D", () => undefined),
        broken("/api/E", () => ({ status: 200, headers: { "not a name": "x" } })),
        broken("/api/F", () => ({ status: 200, headers: { "x-line": "a\r\nb: c" } })),
        // As a caller without types writes it.
        broken("/api/G", () => refuse(9999 as 400, "Too high.")),
        broken("/api/H", () => refuse(200 as 400, "Not a refusal.")),
        broken("/api/I", async () => {
          throw new Error("later");
        }),
      ],
      onBug: (bug) => bugs.push(bug),
    });
    for (const path of [..."ABCDEFGHI"].map((letter) => `/api/${letter}`))
      expect((await ask(`/crm${path}`, { token: credential("crm", "apiKey") })).status).toBe(500);
    expect(bugs.map(String)).toEqual([
      "Error: mine",
      expect.stringContaining("respond must not be asynchronous"),
      expect.stringContaining("GET /api/C of the crm interface answers no status"),
      ...[..."DEFGH"].map((letter) =>
        expect.stringContaining(`GET /api/${letter} of the crm interface answers`),
      ),
      expect.stringContaining("respond must not be asynchronous"),
    ]);
  });

  it.each(["__proto__", "constructor", "toString", "hasOwnProperty"])(
    "have parameters of any name, in the path and in the query: %s",
    async (name) => {
      const route = (path: string, more: Partial<SandboxRoute> = {}): SandboxRoute => ({
        interface: "crm",
        method: "GET",
        path,
        respond: ({ parameters }) => ({ status: 200, body: Object.entries(parameters) }),
        ...more,
      });
      const extend = [route(`/api/Own/{${name}}`), route("/api/Own", { required: [name] })];
      const { ask, credential } = bench({ extend });
      const token = credential("crm", "apiKey");
      for (const path of ["/crm/api/Own/seven", `/crm/api/Own?${name}=seven`])
        expect(JSON.parse((await ask(path, { token })).text)).toEqual([[name, "seven"]]);
    },
  );

  it.each([
    [{ path: "api/Tag" }, "has a path that cannot be served"],
    [{ path: "/api//Tag" }, "has a path that cannot be served"],
    [{ path: "/api/Tag?x=1" }, "has a path that cannot be served"],
    [{ path: "/api/Tag/{a}-{b}" }, "has a path that cannot be served"],
    [{ path: "/api/{a}/{a}" }, "names a parameter twice"],
    [{ path: "/api/contact/{any}" }, "is documented, as getContact"],
    [{ path: "/groups", interface: "volunteer" }, "lacks the version"],
  ] as const)("cannot be %j", (route, message) => {
    const one: SandboxRoute = {
      interface: "crm",
      method: "GET",
      respond: () => ({ status: 204 }),
      ...route,
    };
    expect(() => bench({ extend: [one] })).toThrow(UsageError);
    expect(() => bench({ extend: [one] })).toThrow(message);
  });

  it("are there once", () => {
    expect(() => bench({ extend: [search, { ...search, path: "/api/contact/find/{other}" }] })).toThrow(
      "is there twice",
    );
  });
});
