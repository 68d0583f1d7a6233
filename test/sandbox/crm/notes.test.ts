import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isGone } from "../../../src/core/model/json-object.ts";
import type { Received } from "../ask.ts";
import { refused, testRows, type Row } from "../rows.ts";
import { crmBench, errorOf, type CrmBench } from "./crm-bench.ts";
import { tries } from "../../nightly.ts";
import { codePoint } from "../../code-point.ts";

const whole = {
  type: "Call",
  note: "Talked about the spring appeal.",
  noteDateTime: "2024-02-29T23:59:59Z",
  important: true,
  private: true,
  timeSpent: 25,
};

const replacing = "PUT /crm/api/ContactNote/{noteId}";

type Name = keyof typeof whole;

const names: readonly Name[] = ["type", "note", "noteDateTime", "important", "private", "timeSpent"];

/** Where a property shows up in the answer of the assumed read. */
const answerNames: Readonly<Record<Name, string>> = {
  type: "type",
  note: "note",
  noteDateTime: "noteDate",
  important: "important",
  private: "isPrivate",
  timeSpent: "timeSpent",
};

const put = (made: CrmBench, body: unknown, token = made.apiKey): Promise<Received> =>
  made.call("replaceContactNote", { path: [made.scratch("noteId")], body, token });

const read = (made: CrmBench): Promise<Received> => made.crm(`/api/ContactNote/${made.scratch("noteId")}`);

describe("replacing a note", () => {
  it("answers the note as sent, under the names of the answer", async () => {
    const made = crmBench();
    const answer = await put(made, whole);
    expect(answer.json).toMatchObject({
      id: made.scratch("noteId"),
      type: "Call",
      note: whole.note,
      noteDate: "2024-02-29",
      important: true,
      isPrivate: true,
      modifiedDateTimeUtc: "2025-03-01T12:01:00Z",
    });
    expect(answer.json).not.toHaveProperty("private");
    expect((await read(made)).json).toEqual({ ...Object(answer.json), timeSpent: 25 });
  });

  it("keeps who created it and shows who changed it", async () => {
    const made = crmBench();
    const before = await read(made);
    // The configuration's contract.
    const { username, password } = made.sandbox.config().interfaces.crm.credentials["password"] as Record<
      string,
      string
    >;
    const login = await made.call("issueToken", {
      form: { grant_type: "password", username: username ?? "", password: password ?? "" },
    });
    const after = await put(made, whole, String(login.at("/access_token")));
    expect(after.at("/createdByUser")).toBe(before.at("/createdByUser"));
    expect(after.at("/createDateTimeUtc")).toBe(before.at("/createDateTimeUtc"));
    expect(after.at("/modifiedByUser")).toBe("Robin Example");
  });

  it.each(["empty", "null", "absent"] as const)(
    "removes whatever is left out, for every set of properties (removedNoteProperties=%s)",
    async (choice) => {
      const made = crmBench({ assumptions: { removedNoteProperties: choice } });
      await fc.assert(
        fc.asyncProperty(fc.subarray([...names]), async (kept) => {
          await put(made, whole);
          const body = Object.fromEntries(kept.map((name) => [name, whole[name]]));
          const answer = await put(made, body);
          expect(answer.status).toBe(200);
          const stored = await read(made);
          for (const name of names) {
            expect([name, isGone(stored.at(`/${answerNames[name]}`))]).toEqual([name, !kept.includes(name)]);
          }
          expect(stored.json).toMatchObject(Object(answer.json));
        }),
        tries(15, 40),
      );
    },
  );

  it("keeps the reminder, which is no property of the request", async () => {
    const made = crmBench();
    const before = (await read(made)).at("/reminder");
    expect((await put(made, { note: "x" })).at("/reminder")).toEqual(before);
  });

  it("keeps text as it is, whatever it holds", async () => {
    const made = crmBench();
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: codePoint }), async (note) => {
        const answer = await put(made, { note });
        expect(answer.at("/note")).toBe(note);
      }),
      tries(20, 60),
    );
  });

  it.each(["No Such Type", "call", "Call ", "", "Visit"])(
    "refuses the type %j, which is not configured",
    async (type) => {
      const made = crmBench();
      await put(made, whole);
      const answer = await put(made, { ...whole, note: "changed", type });
      expect(errorOf(answer)).toEqual([422, "VALIDATION_FAILED"]);
      expect(answer.at("/error/details")).toEqual([
        {
          field: "type",
          code: "NOT_CONFIGURED",
          message: `There is no note type "${type}" (this organization has Call, Email, Meeting, Letter, Thank You).`,
        },
      ]);
      expect(answer.headers.get("x-tripact-rule")).toBe("handler");
      expect((await read(made)).at("/note")).toBe(whole.note);
    },
  );

  testRows({
    "is refused, and the field at fault is named": refused(replacing, whole, {
      "note INVALID_TYPE": [5],
      "note REQUIRED": [null],
      "important INVALID_TYPE": ["yes"],
      "private INVALID_TYPE": [1],
      "timeSpent INVALID_TYPE": ["25", 2.5],
      "timeSpent OUT_OF_RANGE": [-1],
      "noteDateTime INVALID_FORMAT": ["2024-02-30T00:00:00Z", "2024-02-01", "2024-02-01T00:00:00+02:00"],
    }),
    "answers 400 to what is no JSON": ['{"note": "cut short', "", "[1,", "nonsense"].map((body): Row => [
      replacing,
      body,
      400,
      "BAD_REQUEST",
    ]),
    "answers 422 to what is no note": ["[]", "5", '"text"', "null"].map((body): Row => [
      replacing,
      body,
      422,
      "VALIDATION_FAILED",
    ]),
    "answers 404 to an unknown note, whatever the body says": [
      ["PUT /crm/api/ContactNote/987654321", { type: "No Such Type" }, 404, "NOT_FOUND"],
    ],
  });

  it("answers 400 to another media type", async () => {
    const made = crmBench();
    const answer = await made.crm(`/api/ContactNote/${made.scratch("noteId")}`, {
      method: "PUT",
      body: JSON.stringify(whole),
      headers: { "content-type": "text/plain" },
    });
    expect(errorOf(answer)).toEqual([400, "BAD_REQUEST"]);
  });

  it("loses no update when many come at once: the last one is stored whole", async () => {
    const made = crmBench();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => put(made, { ...whole, note: `n${index}`, timeSpent: index })),
    );
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    const stored = await read(made);
    expect(stored.at("/note")).toBe(`n${String(stored.at("/timeSpent"))}`);
  });
});

const shown = { contactId: "{contactId}", type: "Call", noteDate: "2024-02-29", isPrivate: true };

describe("other operations on notes", () => {
  testRows({
    "create, read and delete": [
      ["GET /crm/api/Contact/{contactId}", 200, { id: "{contactId}" }],
      ["POST /crm/api/ContactNote", { ...whole, contactId: "{contactId}" }, 200, { ...shown, id: "$id" }],
      ["GET /crm/api/ContactNote/$id", 200, { ...shown, id: "$id", timeSpent: 25 }],
      ["DELETE /crm/api/ContactNote/$id", 204, { "": undefined }],
      ["GET /crm/api/ContactNote/$id", 404],
      ["DELETE /crm/api/ContactNote/$id", 404],
    ],
    "refuse to create, and name the field at fault": refused(
      "POST /crm/api/ContactNote",
      { contactId: 1, type: "Call" },
      {
        "contactId REQUIRED": [undefined],
        "contactId NOT_FOUND": [987_654_321],
        "type REQUIRED": [undefined],
        "type NOT_CONFIGURED": ["nope"],
        "noteDateTime INVALID_FORMAT": ["soon"],
      },
    ),
    "delete a note with its reminder": [
      [replacing, { type: "Call" }, 200, { "/reminder/id": "$reminder" }],
      ["DELETE /crm/api/ContactNote/{noteId}", 204],
      ["PUT /crm/api/Reminder/Dismissed/$reminder", 404],
    ],
  });
});

describe("the date of a note", () => {
  const added = (more: object, noteDate: string): Row => [
    "POST /crm/api/ContactNote",
    { contactId: 1, type: "Call", ...more },
    200,
    { noteDate },
  ];
  testRows({
    "is that of its moment, in each form that the document allows": [
      added({ noteDateTime: "20261129T0815Z" }, "2026-11-29"),
      added({ noteDateTime: "2026-11-29T08:15+00" }, "2026-11-29"),
      added({ noteDateTime: "2026-11-29" }, "2026-11-29"),
      [
        "PUT /crm/api/ContactNote/{noteId}",
        { type: "Call", noteDateTime: "20261129T081500+0000" },
        200,
        { noteDate: "2026-11-29" },
      ],
    ],
    "is today's if nothing is said": [added({}, "2025-03-01"), added({ noteDateTime: null }, "2025-03-01")],
  });
});
