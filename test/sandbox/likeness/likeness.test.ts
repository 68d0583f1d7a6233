import { writeFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, it, onTestFinished } from "vitest";
import { printShapeFile, type ShapeFile } from "../../../src/core/shapes/shape-file.ts";
import { describeDeviation } from "../../../src/sandbox/likeness/deviations.ts";
import { createLikeness } from "../../../src/sandbox/likeness/likeness.ts";
import { readLikeness, readShapeFile } from "../../../src/sandbox/likeness/read-likeness.ts";
import { createSandbox } from "../../../src/sandbox/sandbox.ts";
import type { SandboxOptions } from "../../../src/sandbox/options.ts";
import { temporaryFolder } from "../../entrypoints/cli/temporary-folder.ts";
import { type Bench, bench, type Received } from "../support.ts";
import { shapeOf, shapeOfBodies } from "./kit.ts";
import { json } from "../../monitoring/drift/support.ts";
import type { Body } from "../../../src/core/model/exchange.ts";
import { tries } from "../../nightly.ts";

const contact = {
  id: 1,
  contactType: "Household",
  isPrivate: false,
  name: "x",
  lastGiftDate: "2024-01-02T03:04:05Z",
};

const times = (count: number, body: (index: number) => unknown): readonly unknown[] =>
  Array.from({ length: count }, (_, index) => body(index));

const contactsOf = async ({ ask, credential }: Bench): Promise<readonly Record<string, unknown>[]> => {
  const token = credential("crm", "apiKey");
  const answers = await Promise.all(
    times(40, (index) => index + 1).map((id) => ask(`/crm/api/Contact/${String(id)}`, { token })),
  );
  // The contacts that there are; a private one is hidden from nobody who holds the main key.
  return answers.filter(({ status }) => status === 200).map(({ json }) => json as Record<string, unknown>);
};

const withField = (body: Record<string, unknown>, name: string, value: unknown) => ({
  ...body,
  [name]: value,
});

describe("deviations", () => {
  it("are what the documents exclude, with how often and the facts that it breaks", () => {
    const shape = shapeOf(
      times(100, (id) => ({ ...contact, id, ...(id < 3 ? { lastGiftDate: "2024-01-02" } : {}) })),
    );
    const { deviations } = createLikeness({ shape });
    expect(deviations.map(describeDeviation)).toEqual([
      "lastGiftDate is text (date) in 3 % of getContact 200: GEN-02",
    ]);
  });

  it("are none where a target does what the documents leave open", () => {
    const shape = shapeOf(
      times(40, (id) => ({
        ...contact,
        id,
        ...(id % 2 === 0 ? { website: null } : { website: "https://example.org/a" }),
        nickname: "nobody documents it",
      })),
    );
    expect(createLikeness({ shape }).deviations).toEqual([]);
  });

  it("are reproduced, or switched off one by one", async () => {
    const shape = shapeOf(
      times(40, (id) => ({ ...contact, id: String(id), isPrivate: id % 2 === 0 ? 0 : 1 })),
    );
    const all = createLikeness({ shape });
    expect(all.deviations.map(({ pointer, trait }) => `${pointer} ${trait}`)).toEqual([
      "/id string decimal",
      "/isPrivate integer",
    ]);
    const flag = all.deviations.find(({ pointer }) => pointer === "/isPrivate");
    const typesOf = async (like: typeof all): Promise<readonly string[]> => {
      const found = await contactsOf(bench({ like }));
      return [...new Set(found.map(({ isPrivate }) => typeof isPrivate))];
    };
    expect(await typesOf(all)).toEqual(["number"]);
    expect(await typesOf(createLikeness({ shape, only: [flag?.id ?? ""] }))).toEqual(["number"]);
    expect(await typesOf(createLikeness({ shape, only: "documented" }))).toEqual(["boolean"]);
    expect(() => createLikeness({ shape, only: ["ffffffffffff"] })).toThrow("no deviation ffffffffffff");
  });
});

describe("a sandbox like a target", () => {
  it("shows fields that nobody documents, leaves out those that never come, and shows the rest as often", async () => {
    const shape = shapeOf(
      times(60, (id) => ({
        ...contact,
        id,
        nickname: "abc",
        ...(id % 4 === 0 ? { website: null } : { website: "https://a.example" }),
      })),
    );
    const found = await contactsOf(bench({ like: createLikeness({ shape }), scale: 200 }));
    expect(found.length).toBeGreaterThan(20);
    for (const one of found) {
      expect(typeof one["nickname"]).toBe("string");
      expect(Object.hasOwn(one, "passion")).toBe(false);
      expect(Object.hasOwn(one, "informalName")).toBe(false);
    }
    const empty = found.filter(({ website }) => website === null).length / found.length;
    expect(empty).toBeGreaterThan(0.02);
    expect(empty).toBeLessThan(0.6);
  });

  it("writes amounts and dates as the target does", async () => {
    const shape = shapeOf(
      times(40, (id) => ({
        ...contact,
        id,
        lifeToDateGiving: "$250.00",
        lastGiftDate: "11/29/2026",
      })),
    );
    const plain = await contactsOf(bench());
    const found = await contactsOf(bench({ like: createLikeness({ shape }) }));
    const given = ({ lifeToDateGiving }: Record<string, unknown>) =>
      Number(String(lifeToDateGiving).replaceAll(/[$,]/g, ""));
    expect(found.map(given)).toEqual(plain.map(given));
    for (const { lifeToDateGiving, lastGiftDate } of found) {
      expect(lifeToDateGiving).toMatch(/^\$[\d,]+\.\d\d$/);
      expect(lastGiftDate).toMatch(/^\d{1,2}\/\d{1,2}\/\d{4}$/);
    }
    const exact = await contactsOf(bench({ like: createLikeness({ shape, only: "documented" }) }));
    expect(exact.map(({ lifeToDateGiving }) => lifeToDateGiving)).toEqual(
      plain.map(({ lifeToDateGiving }) => lifeToDateGiving),
    );
  });

  it.each<readonly [Body, unknown]>([
    [{ kind: "empty" }, ""],
    [{ kind: "text", text: "No such contact." }, expect.stringMatching(/^[a-z ]+$/)],
  ])("refuses with a body that is $kind as the target always does", async (body, shown) => {
    const missing = async (bodies: readonly Body[]): Promise<Received> => {
      const like = createLikeness({ shape: shapeOfBodies(bodies, { status: 404 }) });
      const { ask, credential } = bench({ like });
      return ask("/crm/api/Contact/987654321", { token: credential("crm", "apiKey") });
    };
    const { status, text, headers } = await missing([body, body]);
    expect([status, text]).toEqual([404, shown]);
    expect(headers.get("content-type")).not.toBe("application/json");
    const sometimes = await missing([body, json({ message: "x" })]);
    expect(typeof sometimes.json).toBe("object");
  });

  it("has lists of the target's sizes within its records, and whole pages of them", async () => {
    const parts = (count: number) => times(count, (id) => ({ id, firstName: "x", isPrimary: id === 0 }));
    const shape = shapeOf(
      times(60, (id) => ({ ...contact, id, contactIndividuals: parts(id % 2 === 0 ? 1 : 5) })),
    );
    const sandbox = bench({ like: createLikeness({ shape }), scale: 200 });
    const found = await contactsOf(sandbox);
    const lists = found.map(
      (one) => one["contactIndividuals"] as readonly { id: number; isPrimary: boolean }[],
    ); // as shown
    const sizes = lists.map(({ length }) => length).filter((length) => length > 0);
    expect(sizes.every((size) => size === 1 || (size >= 4 && size <= 7))).toBe(true);
    expect(sizes.filter((size) => size === 1).length / sizes.length).toBeCloseTo(0.5, 0);
    for (const list of lists) {
      expect(new Set(list.map(({ id }) => id)).size).toBe(list.length);
      expect(list.filter(({ isPrimary }) => isPrimary).length).toBeLessThanOrEqual(1);
    }
    const { ask, credential } = sandbox;
    const page = await ask("/donation/api/Donor/list?Take=9", { token: credential("donation", "token") });
    expect(page.at("/items")).toHaveLength(9);
    expect(await contactsOf(sandbox)).toEqual(found);
  });

  it("has about as many donors as the target, unless a number is given", async () => {
    const shape = shapeOf([{ items: [], total: 700 }], {
      interface: "donation",
      operation: "listDonors",
      url: "https://d.example.org/api/Donor/list",
    });
    const like = createLikeness({ shape });
    expect(like.donors).toBe(768);
    const totalOf = async (options: SandboxOptions): Promise<unknown> => {
      const sandbox = createSandbox({ like, ...options });
      onTestFinished(() => sandbox.close());
      const { baseUrl, credentials } = sandbox.config().interfaces.donation;
      const headers = { authorization: `Bearer ${String(credentials["token"])}` };
      return (await sandbox.fetch(new Request(`${baseUrl}/api/Donor/list?Take=1`, { headers }))).json();
    };
    expect(await totalOf({})).toMatchObject({ total: 768 });
    expect(await totalOf({ scale: 20 })).toMatchObject({ total: 20 });
  });

  it("answers alike for one seed, and a record shows the same in every answer", async () => {
    const shape = shapeOf(
      times(60, (id) => withField({ ...contact, id }, "website", id % 2 === 0 ? null : "https://a.example")),
    );
    const like = createLikeness({ shape });
    const [one, other] = [await contactsOf(bench({ like })), await contactsOf(bench({ like }))];
    expect(one).toEqual(other);
  });

  it("gives back what was written, whatever the target shows of other records", async () => {
    const note = { id: 1, contactId: 1, type: "Call", note: null, important: false };
    const shape = shapeOf(
      times(40, (id) => ({ ...note, id })),
      {
        interface: "crm",
        operation: "replaceContactNote",
        url: "https://crm.example.org/api/ContactNote/1",
      },
    );
    const { ask, credential, setting } = bench({ like: createLikeness({ shape, only: "documented" }) });
    const sent = {
      type: "Call",
      note: "Kept.",
      noteDateTime: "2024-01-02T03:04:05Z",
      important: true,
      private: false,
    };
    const answer = await ask(`/crm/api/ContactNote/${String(setting("crm", "scratch", "noteId"))}`, {
      method: "PUT",
      token: credential("crm", "apiKey"),
      body: sent,
    });
    expect(answer.at("/note")).toBe("Kept.");
  });

  it("agrees with what conditions find: a null that is shown is one in the store", async () => {
    const page = {
      items: times(60, (id) => ({ id, name: "x", email: id % 2 === 0 ? null : "a@example.org" })),
      total: 60,
    };
    const shape = shapeOf([page], {
      interface: "donation",
      operation: "listDonors",
      url: "https://d.example.org/api/Donor/list",
    });
    const { ask, credential } = bench({ like: createLikeness({ shape }) });
    const token = credential("donation", "token");
    const query = await ask("/donation/api/Donor/query", {
      token,
      body: {
        queryType: 0,
        take: 100,
        groups: [{ conjunct: 0, conditions: [{ parameter: "email", operator: 9 }] }],
      },
    });
    const list = await ask("/donation/api/Donor/list?Take=100", { token });
    const emailsOf = (items: unknown) => (items as { email: string | null }[]).map(({ email }) => email); // of this page
    const empty = emailsOf(list.at("/items")).filter((email) => email === null).length;
    expect(empty).toBeGreaterThan(15);
    expect(query.at("/total")).toBe(empty);
    expect(emailsOf(query.at("/items")).every((email) => email === null)).toBe(true);
  });

  it("takes observed answers to open questions, and reports those that it cannot take", () => {
    const shape: ShapeFile = {
      form: 1,
      tripact: "1",
      settings: { "U-14": "and-is-1", "U-27": 3, "U-99": "x" },
      answers: [],
    };
    const { assumptions, ignored } = createLikeness({ shape });
    expect(assumptions).toEqual({ "U-14": "and-is-1" });
    expect(ignored).toEqual(["U-27=3", "U-99=x"]);
  });
});

describe("a shape file", () => {
  it("is read as it was written, and does not depend on the order of what was seen", () => {
    const bodies = times(5, (id) =>
      withField({ ...contact, id }, "lastGiftDate", id === 0 ? null : "2024-01-02T03:04:05Z"),
    );
    const shape = shapeOf(bodies, {}, { "U-14": "and-is-1", "U-10": "words" });
    const text = printShapeFile(shape);
    expect(readShapeFile(text, "a.json")).toEqual(shape);
    const other = shapeOf(bodies.toReversed(), {}, { "U-10": "words", "U-14": "and-is-1" });
    expect(printShapeFile(other)).toBe(text);
    expect(text).not.toContain("2024");
  });

  it("is refused with the place and the fix", () => {
    const folder = temporaryFolder({});
    const path = join(folder, "bad.json");
    writeFileSync(
      path,
      '{\n "form": 2,\n "tripact": "0",\n "settings": {},\n "answers": [{"operation": "getAll"}]\n}',
    );
    expect(() => readLikeness(path)).toThrow(
      expect.objectContaining({
        message: "form must be 1, the only form there is; use the version of tripact that wrote the file",
        location: expect.stringMatching(/bad\.json:2:10$/),
      }),
    );
    expect(() => readLikeness(join(folder, "none.json"))).toThrow("file not found");
  });

  it("makes a sandbox whose shape is the shape that it was made of, within what the samples allow", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 9 }), fc.nat(1000), async (tenths, seed) => {
        const shape = shapeOf(
          times(200, (id) =>
            withField({ ...contact, id }, "website", id % 10 < tenths ? null : "https://a.example"),
          ),
        );
        const found = await contactsOf(bench({ like: createLikeness({ shape }), seed, scale: 120 }));
        const share = tenths / 10;
        const seen = found.filter(({ website }) => website === null).length / found.length;
        // Five standard deviations.
        expect(Math.abs(seen - share)).toBeLessThan(5 * Math.sqrt((share * (1 - share)) / found.length));
      }),
      tries(3, 6),
    );
  });
});
