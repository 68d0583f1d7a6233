import { mainCredentialKey } from "../../../src/builtin/interfaces.ts";
import { documents, operationMatcher } from "../../../src/builtin/documents.ts";
import { afterAll, describe, expect, test } from "vitest";
import type { BuiltinInterface } from "../../../src/builtin/interface-name.ts";
import type { Method } from "../../../src/core/model/operation.ts";
import { createRecorder } from "../../../src/traffic/recorder/recorder.ts";
import { createFindOperation } from "../../../src/traffic/recordings/find-operation.ts";
import { bench } from "../../sandbox/support.ts";

interface Row {
  readonly interface: BuiltinInterface;
  readonly method: Method;
  readonly path: string;
  /** Undefined where no documented operation stands for the path. */
  readonly operation?: string;
}

/** An id has its documented type in every room that asks which operation a path belongs to. */
const rows: readonly Row[] = [
  { interface: "crm", method: "GET", path: "/api/Contact/7", operation: "getContact" },
  { interface: "crm", method: "GET", path: "/api/Contact/-7", operation: "getContact" },
  { interface: "crm", method: "GET", path: "/api/Contact/%37", operation: "getContact" },
  { interface: "crm", method: "GET", path: "/api/Contact/99999999999999999999", operation: "getContact" },
  { interface: "crm", method: "GET", path: "/api/Contact/Kinds" },
  { interface: "crm", method: "GET", path: "/api/Contact/ByReference" },
  { interface: "crm", method: "GET", path: "/api/Contact/7.5" },
  { interface: "crm", method: "GET", path: "/api/Contact/7e1" },
  { interface: "crm", method: "GET", path: "/api/Contact/%207" },
  { interface: "crm", method: "GET", path: "/api/Contact/7%0A" },
  { interface: "crm", method: "GET", path: "/api/Contact/0x7" },
  {
    interface: "crm",
    method: "GET",
    path: "/api/Contact/ByReference/A-1",
    operation: "getContactByReference",
  },
  { interface: "crm", method: "GET", path: "/api/Contact/ByReference/7", operation: "getContactByReference" },
  { interface: "crm", method: "GET", path: "/api/Webhook/Kinds" },
  { interface: "crm", method: "PUT", path: "/api/ContactNote/Latest" },
  { interface: "crm", method: "POST", path: "/api/Event/Upcoming/Contacts" },
  { interface: "donation", method: "GET", path: "/api/Query/options/3", operation: "getQueryOptions" },
  { interface: "donation", method: "GET", path: "/api/Query/options/gift" },
  // The type of a volunteer id is open: any text is one.
  { interface: "volunteer", method: "GET", path: "/v1/users/7", operation: "getUser" },
  { interface: "volunteer", method: "GET", path: "/v1/users/me", operation: "getUser" },
  {
    interface: "volunteer",
    method: "PUT",
    path: "/v1/groups/3f2c-11/members",
    operation: "setGroupMembers",
  },
];

const base = (name: BuiltinInterface): string => `https://${name}.example.org`;

const named = rows.map((row) => [`${row.method} ${row.path}`, row] as const);

describe("a path parameter has its documented type", () => {
  test.each(named)("where a request is matched: %s", (_, { interface: name, method, path, operation }) => {
    expect(operationMatcher.match({ interface: name, method, path })?.operation.id).toBe(operation);
  });

  test.each(named)("where a recording is read: %s", (_, { interface: name, method, path, operation }) => {
    const byAddress = createFindOperation(operationMatcher, { [name]: base(name) });
    const found = byAddress(method, `${base(name)}${path}`);
    // The address is the interface's, whatever is asked there.
    expect([found?.interface, found?.operation?.id]).toEqual([name, operation]);
    const byPath = createFindOperation(operationMatcher);
    expect(byPath(method, `${base(name)}${path}`)?.operation?.id).toBe(operation);
  });

  const recorder = createRecorder(documents, { file: "never-written.ndjson" });
  afterAll(() => recorder.close());

  test.each(named)("where a test run is recorded: %s", (_, { interface: name, method, path, operation }) => {
    expect(recorder.wants(method, `${base(name)}${path}`)).toBe(operation !== undefined);
  });

  test("where the sandbox answers", async () => {
    const made = bench({ scale: 1 });
    const tokenOf = (name: BuiltinInterface): string => made.credential(name, mainCredentialKey(name));
    for (const { interface: name, method, path, operation } of rows) {
      const answer = await made.ask(`/${name}${path}`, { method, token: tokenOf(name) });
      const isServed = !answer.text.includes("does not model");
      expect([path, isServed]).toEqual([path, operation !== undefined]);
      expect(answer.text).not.toContain("must be an integer");
      if (operation !== undefined) continue;
      // Not "another method would do", either.
      const other = await made.ask(`/${name}${path}`, { method: "DELETE", token: tokenOf(name) });
      expect([path, answer.status, other.status]).toEqual([path, 404, 404]);
    }
  });
});
