import { contract } from "../../../src/inputs/contract.ts";
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { UsageError } from "../../../src/core/model/usage-error.ts";
import type { FinalOutcome, WireRequest } from "../../../src/core/model/transport.ts";
import { journaled, type JournalOptions } from "../../../src/core/transports/journal.ts";
import { createJournalLog } from "../../../src/core/transports/journal-log.ts";
import { createLock } from "../../../src/core/transports/lock.ts";
import { openSeal } from "../../../src/core/transports/seal.ts";
import type { UndoPlan, UndoWrite } from "../../../src/core/model/undo-plan.ts";
import { temporaryFolder } from "../../entrypoints/cli/temporary-folder.ts";
import { failure, recording, response, wireRequest } from "./kit.ts";
import { createVirtualClock } from "./virtual-clock.ts";

const declared = { type: "Call", note: "as it was" };
const settings: Readonly<Record<string, unknown>> = {
  "crm.scratch.note": declared,
  "volunteer.scratch.updateGroup": { name: "Renamed" },
  "volunteer.readBack.group": "/v1/groups/{id}",
};

const put = (body: unknown, noteId = "10"): WireRequest =>
  wireRequest({
    interface: "crm",
    operation: "replaceContactNote",
    effect: "write",
    method: "PUT",
    url: `https://crm.example.org/api/ContactNote/${noteId}`,
    pathParameters: { noteId },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });

const create: WireRequest = wireRequest({
  ...put({}),
  operation: "createUser",
  interface: "volunteer",
  method: "POST",
});

const rename: WireRequest = wireRequest({
  interface: "volunteer",
  operation: "updateGroup",
  effect: "write",
  method: "PUT",
  url: "https://volunteer.example.org/v1/groups/3",
  pathParameters: { id: "3" },
  body: '{"name":"Renamed"}',
});

interface Parts extends Partial<JournalOptions> {
  readonly folder?: string;
  readonly answer?: (request: WireRequest, before: number) => FinalOutcome | Promise<FinalOutcome>;
  readonly credential?: string;
  readonly isSealInUse?: boolean;
}

/** A run: everything that is sent, in order, and what it leaves in its folder. */
const begin = ({
  folder = temporaryFolder(),
  answer = () => response(200),
  credential = "key",
  isSealInUse = false,
  ...parts
}: Parts = {}) => {
  const target = recording((before, request) => answer(request, before));
  const seal = openSeal(join(folder, "key"), () => isSealInUse);
  const clock = createVirtualClock();
  const held: string[] = [];
  const logs = new Map<string, ReturnType<typeof createJournalLog>>();
  const journal = journaled(target.transport, {
    contract,
    seal,
    lock: createLock(["crm", "volunteer"].map((of) => join(folder, `${of}.lock`))),
    logOf: (of) => {
      const log = logs.get(of) ?? createJournalLog(join(folder, `${of}.ndjson`));
      logs.set(of, log);
      return log;
    },
    credentialOf: (of) => seal.fingerprint(`${of} ${credential}`),
    interfaces: ["crm", "volunteer"],
    setting: (path) => settings[path],
    clock,
    maxWaitMs: 1000,
    budget: {
      hold: (name) => {
        held.push(name);
        return true;
      },
      release: (name) => void held.splice(held.indexOf(name), 1),
    },
    request: (of, { path, ...own }) =>
      wireRequest({ ...own, interface: of, url: `https://${of}.example.org${path}` }),
    restoring: () => target.transport,
    removing: () => target.transport,
    ...parts,
  });
  const lines = (): string =>
    ["crm", "volunteer"]
      .map((name) => join(folder, `${name}.ndjson`))
      .filter((path) => existsSync(path))
      .map((path) => readFileSync(path, "utf8"))
      .join("");
  return { journal, sent: target.sent, folder, lines, clock, held };
};

const bodies = (sent: readonly WireRequest[]): readonly unknown[] =>
  sent.map(({ body, method }) => (body === undefined ? method : JSON.parse(body)));

describe("a write", () => {
  test("is on disk, with what puts it back, when it is sent", async () => {
    let onDisk = "";
    const run = begin({
      answer: () => {
        onDisk = run.lines();
        return response(200);
      },
    });
    await run.journal.transport(put({ note: "changed" }));
    expect(onDisk).toMatch(/"kind":"opened".*contact note 10.*\n.*"kind":"sent".*"write":1,"back":false/);
    // What is put back is a record's value.
    expect(onDisk).not.toContain("as it was");
    expect(run.held).toHaveLength(1);
  });

  test("is not sent when it cannot be written down", async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, "crm.ndjson"));
    const { journal, sent } = begin({ folder });
    expect(await journal.transport(put({}))).toMatchObject({ stop: "safety" });
    expect(sent).toEqual([]);
  });

  test("is not sent when nothing is left to put it back with", async () => {
    const { journal, sent } = begin({ budget: { hold: () => false, release: () => undefined } });
    expect(await journal.transport(put({}))).toMatchObject({ stop: "budget" });
    expect(sent).toEqual([]);
  });

  test("a read goes through without a trace", async () => {
    const { journal, sent, folder } = begin();
    await journal.transport(wireRequest());
    expect([sent.length, readdirSync(folder)]).toEqual([1, ["key"]]);
    expect(await journal.settle()).toEqual({ records: [], left: [] });
  });
});

/** A contract under which users are created, and removed by their ids. */
const creatingAs = (more: Pick<UndoWrite, "readPath">) => ({
  fieldNames: contract.fieldNames,
  undoPlanOf: ({ method }: WireRequest): UndoPlan =>
    method === "DELETE"
      ? { kind: "own" }
      : {
          kind: "creation",
          what: "a user was created",
          created: ({ status, body }) =>
            status === 201 && body.kind === "json"
              ? {
                  record: "user 17",
                  removal: {
                    interface: "volunteer",
                    operation: "deleteUser",
                    method: "DELETE",
                    path: "/v1/users/17",
                    pathParameters: { id: "17" },
                    ...more,
                  },
                }
              : undefined,
        },
});

const creating = creatingAs({});
/** The same, where the document states a read of a user. */
const creatingReadable = creatingAs({ readPath: "/v1/users/17" });

const created = (status: number, id?: number): FinalOutcome => ({
  ...response(status),
  body: id === undefined ? { kind: "empty" } : { kind: "json", value: { id } },
});

const removal = wireRequest({
  interface: "volunteer",
  operation: "deleteUser",
  effect: "write",
  method: "DELETE",
  url: "https://volunteer.example.org/v1/users/17",
  pathParameters: { id: "17" },
});

describe("what a run creates", () => {
  const creation = { ...create, url: "https://volunteer.example.org/v1/users" };

  test("is removed at the end, the last first", async () => {
    const { journal, sent, lines, held } = begin({
      contract: creating,
      answer: ({ method }) => (method === "DELETE" ? response(204) : created(201, 17)),
    });
    await journal.transport(creation);
    expect(lines()).toMatch(/"kind":"leaves".*\n.*"kind":"created".*"record":"user 17"/);
    expect(held).toHaveLength(1);
    expect(await journal.settle()).toMatchObject({
      records: [{ record: "user 17", state: "put back" }],
      left: [],
    });
    expect(sent.map(({ method }) => method)).toEqual(["POST", "DELETE"]);
    expect([lines(), held]).toEqual(["", []]);
  });

  test("and what it has removed itself is not removed again", async () => {
    const { journal, sent, held } = begin({
      contract: creating,
      answer: ({ method }) => (method === "DELETE" ? response(204) : created(201, 17)),
    });
    await journal.transport(creation);
    await journal.transport(removal);
    expect(await journal.settle()).toMatchObject({ left: [] });
    expect(sent.map(({ method }) => method)).toEqual(["POST", "DELETE"]);
    expect(held).toEqual([]);
  });

  test.each([
    ["refused", created(400), []],
    ["answered without a record", created(201), ["a user was created"]],
    ["not answered", failure("timeout"), ["perhaps a user was created: the write got no clear answer"]],
  ] as const)(
    "a creation that is %s keeps no request, and says what it may have left",
    async (_, answer, left) => {
      const { journal, held } = begin({ contract: creating, answer: () => answer });
      await journal.transport(creation);
      expect(held).toEqual([]);
      expect((await journal.settle()).left.map(({ what }) => what)).toEqual(left);
    },
  );

  test("answered twice with one record is one record, to be removed once", async () => {
    const { journal, sent, held } = begin({
      contract: creating,
      answer: ({ method }) => (method === "DELETE" ? response(204) : created(201, 17)),
    });
    await journal.transport(creation);
    await journal.transport(creation);
    await journal.transport(removal);
    expect(await journal.settle()).toMatchObject({ left: [] });
    expect([sent.map(({ method }) => method), held]).toEqual([["POST", "POST", "DELETE"], []]);
    await journal.transport(creation);
    expect((await journal.settle()).records).toMatchObject([{ record: "user 17", state: "put back" }]);
  });

  test.each([
    [403, 200, "not removed", []],
    [409, 200, "not removed", []],
    [400, 404, "put back", []],
    [403, 405, "not put back", ["user 17"]],
    [401, 200, "not put back", ["user 17"]],
  ] as const)(
    "whose removal is answered with %i, and its read with %i, is %s",
    async (refusal, read, state, open) => {
      const folder = temporaryFolder();
      const { journal } = begin({
        folder,
        contract: creatingReadable,
        answer: ({ method }) =>
          method === "DELETE" ? response(refusal) : method === "GET" ? response(read) : created(201, 17),
      });
      await journal.transport(creation);
      expect((await journal.settle()).records).toMatchObject([{ record: "user 17", state }]);
      const later = begin({ folder, contract: creatingReadable, isSealInUse: true }).journal;
      expect(later.openChanges().map(({ record }) => record)).toEqual(open);
    },
  );

  test("a later run removes what a killed one has left, unless its credential is another", async () => {
    const folder = temporaryFolder();
    const first = begin({
      folder,
      contract: creating,
      answer: ({ method }) => (method === "DELETE" ? response(503) : created(201, 17)),
    });
    await first.journal.transport(creation);
    expect((await first.journal.settle()).records).toMatchObject([{ state: "not put back" }]);
    const stranger = begin({ folder, contract: creating, credential: "other", isSealInUse: true });
    expect((await stranger.journal.recover())?.records).toMatchObject([{ state: "not put back" }]);
    const next = begin({ folder, contract: creating, isSealInUse: true });
    expect((await next.journal.recover())?.records).toMatchObject([{ state: "put back" }]);
    expect(next.sent.map(({ method }) => method)).toEqual(["DELETE"]);
  });
});

describe("at the end", () => {
  test("a record is put back, and the journal is gone", async () => {
    const { journal, sent, lines, held } = begin();
    await journal.transport(put({ note: "changed" }));
    const { records } = await journal.settle();
    expect(records).toMatchObject([{ interface: "crm", record: "contact note 10", state: "put back" }]);
    expect(bodies(sent)).toEqual([{ note: "changed" }, declared]);
    expect([lines(), held]).toEqual(["", []]);
  });

  test("nothing is sent for what the run itself has put back, or was refused", async () => {
    const { journal, sent } = begin({ answer: (_, before) => response(before === 0 ? 401 : 200) });
    await journal.transport(put({ note: "refused" }));
    await journal.transport(put({ note: "changed" }, "11"));
    await journal.transport(put({ note: "as it was", type: "Call" }, "11"));
    const { records } = await journal.settle();
    expect(records.map(({ record, state }) => `${record} ${state}`)).toEqual([
      "contact note 10 as it was",
      "contact note 11 as it was",
    ]);
    expect(sent).toHaveLength(3);
  });

  test.each<[string, FinalOutcome]>([
    ["was not answered", failure("timeout")],
    ["broke the server", response(500)],
    ["was taken elsewhere", response(302)],
    ["was refused after it had been tried before", { ...response(409), earlier: [response(502)] }],
  ])("a write that %s may have been done", async (_, answer) => {
    const { journal, sent } = begin({ answer: (__, before) => (before === 0 ? answer : response(200)) });
    await journal.transport(put({ note: "changed" }));
    expect((await journal.settle()).records).toMatchObject([{ state: "put back" }]);
    expect(sent).toHaveLength(2);
  });

  test.each(["unreachable", "not-sent"] as const)(
    "a write that was %s has changed nothing",
    async (reason) => {
      const { journal, sent, lines } = begin({ answer: () => failure(reason) });
      await journal.transport(put({ note: "changed" }));
      await journal.transport(create);
      expect(await journal.settle()).toMatchObject({ records: [{ state: "as it was" }], left: [] });
      expect([sent.length, lines()]).toEqual([2, ""]);
    },
  );

  test("what cannot be read by a server was no change, but is put back if it says so", async () => {
    const { journal, sent } = begin();
    await journal.transport(put('{"note": "cut'));
    expect((await journal.settle()).records).toMatchObject([{ state: "put back" }]);
    expect(sent.at(-1)?.body).toBe(JSON.stringify(declared));
  });

  test("what nothing takes back is reported", async () => {
    const { journal } = begin({ answer: (_, before) => response(before === 1 ? 422 : 201) });
    for (const _ of [1, 2, 3]) await journal.transport(create);
    expect(await journal.settle()).toEqual({ records: [], left: [{ what: "a user was created", times: 2 }] });
  });
});

describe("a record that can be read", () => {
  const group = (name: string, more: object = { size: 4 }): FinalOutcome => ({
    ...response(200),
    body: { kind: "json", value: { data: { id: 3, name, ...more } } },
  });

  /** A server that takes each write, and shows one thing first and another later. */
  const showing =
    (first: FinalOutcome, later: FinalOutcome): NonNullable<Parts["answer"]> =>
    ({ method }, before) => {
      if (method !== "GET") return response(200);
      return before === 0 ? first : later;
    };

  /** A server that keeps the name it was sent, unless it is set to refuse some bodies. */
  const server = (takes: (body: Record<string, unknown>) => boolean = () => true) => {
    let name = "Drivers";
    return (request: WireRequest): FinalOutcome => {
      if (request.method === "GET") return group(name);
      const body = JSON.parse(request.body ?? "{}") as Record<string, unknown>;
      if (!takes(body)) return response(422);
      name = String(body["name"]);
      return response(200);
    };
  };

  test("is read before the first write and before it is put back, and looked at again", async () => {
    const { journal, sent } = begin({ answer: server() });
    await journal.transport(rename);
    await journal.transport(rename);
    expect((await journal.settle()).records).toMatchObject([{ record: "group 3", state: "put back" }]);
    expect(bodies(sent)).toEqual([
      "GET",
      { name: "Renamed" },
      { name: "Renamed" },
      "GET",
      { name: "Drivers", size: 4 },
      "GET",
    ]);
  });

  test("is put back with less when the whole is not taken", async () => {
    const { journal, sent } = begin({ answer: server((body) => !("size" in body)) });
    await journal.transport(rename);
    expect((await journal.settle()).records).toMatchObject([{ state: "put back" }]);
    expect(bodies(sent).slice(-3)).toEqual([{ name: "Drivers", size: 4 }, { name: "Drivers" }, "GET"]);
  });

  test("is not overwritten when somebody else has changed what the run had written", async () => {
    const folder = temporaryFolder();
    const { journal, sent } = begin({ folder, answer: showing(group("Drivers"), group("Cooks")) });
    await journal.transport(rename);
    expect((await journal.settle()).records).toMatchObject([
      {
        state: "not put back",
        reason: "somebody else has changed it since (name), so it was not overwritten",
      },
    ]);
    expect(bodies(sent)).toEqual(["GET", { name: "Renamed" }, "GET"]);
    expect(begin({ folder }).journal.openChanges()).toHaveLength(1);
  });

  test("keeps what somebody else has changed beside it, under no name that may be somebody's", async () => {
    const { journal, sent } = begin({
      answer: showing(group("Drivers", { Alice: 4, size: 5 }), group("Drivers", { Alice: 1, size: 6 })),
    });
    await journal.transport(rename);
    expect((await journal.settle()).records).toMatchObject([
      {
        state: "put back",
        reason: "what somebody else has changed meanwhile was kept: another property, size",
      },
    ]);
    expect(bodies(sent).at(-2)).toEqual({ name: "Drivers", Alice: 1, size: 6 });
  });

  test("is put back where a read shows it a moment late", async () => {
    const shown = [group("Drivers"), group("Renamed"), group("Renamed"), group("Drivers")];
    const { journal, sent, clock } = begin({
      answer: (request) => (request.effect === "write" ? response(200) : (shown.shift() ?? response(500))),
    });
    await journal.transport(rename);
    const { records } = await clock.settle(journal.settle());
    expect(records).toMatchObject([{ state: "put back" }]);
    expect(bodies(sent).slice(-2)).toEqual(["GET", "GET"]);
  });

  test("that a target takes and does not replace is a broken fact, and nothing that stops a later run", async () => {
    const folder = temporaryFolder();
    const { journal, clock } = begin({ folder, answer: showing(group("Drivers"), group("Renamed")) });
    await journal.transport(rename);
    expect((await clock.settle(journal.settle())).records).toMatchObject([
      {
        state: "not replaced",
        reason: "updateGroup was accepted, but a read still shows another value of name",
        fact: "VOL-05",
        operation: "updateGroup",
      },
    ]);
    expect(begin({ folder }).journal.openChanges()).toEqual([]);
  });

  test("of the same name at two interfaces is two records", async () => {
    const replace = wireRequest({
      ...put({ id: 4, name: "Well" }),
      interface: "crm",
      operation: "replaceProject",
    });
    const update = wireRequest({
      ...rename,
      operation: "updateProject",
      pathParameters: { id: "4" },
      url: "https://volunteer.example.org/v1/projects/4",
    });
    const declaredOf: Readonly<Record<string, unknown>> = {
      "donation.scratch.project": { id: 4, name: "As it was" },
      "volunteer.scratch.updateProject": { name: "Renamed" },
    };
    const { journal } = begin({ setting: (path) => declaredOf[path] });
    await journal.transport(replace);
    await journal.transport(update);
    expect((await journal.settle()).records).toMatchObject([
      { interface: "crm", record: "project 4" },
      { interface: "volunteer", record: "project 4" },
    ]);
  });
});

describe("when the disk is full", () => {
  const full = (): never => {
    throw new Error("ENOSPC: no space left on device");
  };

  /** Everything that is written from some moment on fails. */
  const filling = () => {
    const disk = { isFull: false };
    const log = (path: string) => {
      const inner = createJournalLog(path);
      return Object.assign(Object.create(inner) as typeof inner, {
        append: (lines: Parameters<typeof inner.append>[0]) => (disk.isFull ? full() : inner.append(lines)),
      });
    };
    return { disk, log };
  };

  test("nothing more is written, and what was changed is put back all the same", async () => {
    const folder = temporaryFolder();
    const { disk, log } = filling();
    const logs = new Map(["crm", "volunteer"].map((of) => [of, log(join(folder, `${of}.ndjson`))]));
    const { journal, sent } = begin({
      folder,
      logOf: (of) => logs.get(of) ?? full(),
    });
    await journal.transport(put({ note: "changed" }));
    disk.isFull = true;
    expect(await journal.transport(put({ note: "changed again" }))).toMatchObject({
      stop: "safety",
      message: expect.stringContaining("no space left"),
    });
    expect((await journal.settle()).records).toMatchObject([{ state: "put back" }]);
    expect(bodies(sent)).toEqual([{ note: "changed" }, declared]);
    expect(begin({ folder }).journal.openChanges()).toEqual([]);
  });
});

test("a journal whose key is lost stops every run, and says what is left to be done by hand", async () => {
  const folder = temporaryFolder();
  const killed = begin({ folder, answer: () => response(503) });
  await killed.journal.transport(put({ note: "changed" }));
  await killed.journal.settle();
  rmSync(join(folder, "key"));
  const { journal, sent } = begin({ folder, isSealInUse: true });
  expect(existsSync(join(folder, "key"))).toBe(false);
  expect(await journal.transport(wireRequest())).toMatchObject({ stop: "safety" });
  const summary = await journal.recover();
  expect(summary?.records).toMatchObject([
    {
      record: "contact note 10",
      state: "not put back",
      reason: expect.stringMatching(/key .* lost.*by hand/),
    },
  ]);
  expect(sent).toEqual([]);
  expect(journal.forget(summary?.records[0]?.id ?? "")).toBe(true);
  expect(journal.openChanges()).toEqual([]);
});

test.each(["garbage\n", "null\n", "garbage"])("a journal of %j stops every run", async (text) => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "crm.ndjson"), text);
  const { journal, sent } = begin({ folder });
  expect(() => journal.openChanges()).toThrow(UsageError);
  await expect(journal.recover()).rejects.toThrow(UsageError);
  for (const request of [wireRequest(), put({})])
    expect(await journal.transport(request)).toMatchObject({
      stop: "safety",
      message: expect.stringContaining("damaged"),
    });
  expect(sent).toEqual([]);
});

test("writes that get no answer are not tried one after the other when they are put back", async () => {
  const { journal, sent } = begin({
    answer: (_, before) => (before < 4 ? response(200) : failure("timeout")),
  });
  for (const id of ["10", "11", "12", "13"]) await journal.transport(put({ note: "changed" }, id));
  const { records } = await journal.settle();
  expect(records.map(({ reason }) => reason)).toEqual([
    "no answer (timeout)",
    "no answer (timeout)",
    "2 writes in a row got no answer, so no more were sent",
    "2 writes in a row got no answer, so no more were sent",
  ]);
  expect(sent).toHaveLength(6);
});

describe("what could not be put back", () => {
  const failing = (folder: string) =>
    begin({ folder, answer: (_, before) => response(before === 0 ? 200 : 503) });

  const leave = async (folder: string): Promise<string> => {
    const { journal } = failing(folder);
    await journal.transport(put({ note: "changed" }));
    const [record] = (await journal.settle()).records;
    expect(record).toMatchObject({
      state: "not put back",
      reason: "replaceContactNote was answered with 503",
    });
    return record?.id ?? "";
  };

  test("stays in the journal, stops every other run, and is put back later", async () => {
    const folder = temporaryFolder();
    const id = await leave(folder);
    const next = begin({ folder });
    expect(next.journal.openChanges()).toMatchObject([{ id, record: "contact note 10" }]);
    expect(await next.journal.transport(put({}))).toMatchObject({ stop: "safety" });
    expect(await next.journal.transport(wireRequest())).toMatchObject({ stop: "safety" });
    expect(next.sent).toEqual([]);
    expect(await next.journal.recover()).toMatchObject({ records: [{ id, state: "put back" }] });
    expect(bodies(next.sent)).toEqual([declared]);
    expect([next.lines(), next.journal.openChanges()]).toEqual(["", []]);
    const later = begin({ folder });
    expect((await later.journal.transport(put({}))).kind).toBe("response");
    await later.journal.settle();
  });

  test("is taken out by hand", async () => {
    const folder = temporaryFolder();
    const id = await leave(folder);
    const next = begin({ folder });
    expect([next.journal.forget("another"), next.journal.forget(id), next.journal.forget(id)]).toEqual([
      false,
      true,
      false,
    ]);
    expect([next.sent, next.lines()]).toEqual([[], ""]);
  });

  test("is put back by the credential that changed it and no other", async () => {
    const folder = temporaryFolder();
    await leave(folder);
    const other = begin({ folder, credential: "of another organization" });
    expect(other.journal.openChanges()).toHaveLength(1);
    expect(await other.journal.recover()).toMatchObject({
      records: [{ state: "not put back", reason: "the run that changed it had another credential" }],
    });
    expect(other.sent).toEqual([]);
  });
});

test("a run that was killed leaves what the next one puts back: nothing was settled, the lock is free", async () => {
  const folder = temporaryFolder();
  const killed = begin({ folder, answer: () => new Promise(() => undefined) });
  void killed.journal.transport(put({ note: "changed" }));
  while (!killed.lines().includes("sent")) await new Promise((resolve) => setTimeout(resolve, 1));
  // A living process holds its lock: nobody else puts back what it is about to.
  const other = begin({ folder });
  expect([other.journal.openChanges(), await other.journal.recover(), other.journal.forget("x")]).toEqual([
    [],
    undefined,
    false,
  ]);
});

test("two runs write one after the other, and a third does not wait for ever", async () => {
  const folder = temporaryFolder();
  const first = begin({ folder });
  await first.journal.transport(put({ note: "changed" }));
  const second = begin({ folder });
  const waiting = second.journal.transport(put({ note: "changed too" }));
  for (let count = 0; count < 5; count += 1) await new Promise((resolve) => setImmediate(resolve));
  expect(second.sent).toEqual([]);
  await first.journal.settle();
  expect((await second.clock.settle(waiting)).kind).toBe("response");
  const third = begin({ folder });
  expect(await third.clock.settle(third.journal.transport(put({})))).toMatchObject({ stop: "safety" });
  expect(third.sent).toEqual([]);
  await second.journal.settle();
});
