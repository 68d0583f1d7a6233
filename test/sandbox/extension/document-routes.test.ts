import { describe, expect, it } from "vitest";
import { UsageError } from "../../../src/core/model/usage-error.ts";
import { readDocumentText } from "../../../src/documents/read-document.ts";
import { documentRoutes } from "../../../src/sandbox/extension/document-routes.ts";
import { bench } from "../support.ts";

const document = `openapi: 3.1.0
info: { title: Contact search, version: "1" }
x-interface: crm
paths:
  /api/Contact/Find:
    parameters:
      - name: email
        in: query
        required: true
        schema: { type: string }
        examples:
          known: { value: mina@quillfeather.example }
          nobody: { value: nobody@quillfeather.example }
      - { $ref: "#/components/parameters/Take" }
      - { name: x-trace, in: header, schema: { type: string } }
    get:
      x-permission: contact.read
      responses:
        "404":
          description: none
          content: { application/json: { examples: { nobody: { $ref: "#/components/examples/Nobody" } } } }
        "2XX":
          description: one
          content:
            application/json:
              examples:
                other: { value: { list: [], total: 0 } }
                known: { value: { list: [{ id: 7 }], total: 1 } }
  /api/Contact/Query:
    summary: by fields
    post:
      requestBody: { required: true, content: { application/json: {} } }
      responses: { default: { description: all, content: { application/json: { schema: { example: [1] } } } } }
    delete:
      responses: { "204": { description: gone } }
  /v1/hours/{hourId}:
    x-interface: volunteer
    get:
      parameters: [{ name: hourId, in: path, required: true, schema: { type: integer } }]
      responses: { "200": { content: { application/json: { example: { data: { id: 1 } } } } } }
components:
  parameters:
    Take: { name: take, in: query, schema: { type: integer } }
  examples:
    Nobody: { value: { error: { code: NOT_FOUND, message: Nobody., details: [] } } }
`;

describe("an OpenAPI document of a team's own", () => {
  it("is served by its examples, behind the credentials of its interface", async () => {
    const made = bench({ extend: documentRoutes(readDocumentText("own.yaml", document)) });
    const crm = made.credential("crm", "apiKey");
    const find = (query: string, token = crm) => made.ask(`/crm/api/contact/find${query}`, { token });
    expect((await find("?email=mina%40quillfeather.example")).json).toEqual({ list: [{ id: 7 }], total: 1 });
    expect((await find("?email=else&take=5")).json).toEqual({ list: [], total: 0 });
    expect((await find("?email=nobody@quillfeather.example")).at("/error/code")).toBe("NOT_FOUND");
    expect((await find("?email=nobody@quillfeather.example")).status).toBe(404);
    expect((await find("")).status).toBe(400);
    expect((await find("?email=a&take=many")).status).toBe(400);
    expect((await find("?email=a", "wrong")).status).toBe(401);
    expect((await find("?email=a", made.credential("crm", "limitedApiKey"))).status).toBe(403);
    const query = (body: unknown) => made.ask("/crm/api/Contact/Query", { token: crm, body });
    expect([(await query({})).status, (await query({})).json]).toEqual([200, [1]]);
    expect((await query("{")).status).toBe(400);
    const gone = await made.ask("/crm/api/Contact/Query", { method: "DELETE", token: crm });
    expect([gone.status, gone.text]).toEqual([204, ""]);
    const hours = (id: string) =>
      made.ask(`/volunteer/v1/hours/${id}`, { token: made.credential("volunteer", "token") });
    expect([(await hours("3")).at("/data/id"), (await hours("x")).status]).toEqual([1, 404]);
  });

  const operation = (more: string): string =>
    `openapi: 3.1.0\nx-interface: crm\npaths:\n  /api/Tag:\n    get:\n${more}`;
  const answered = `      responses: { "200": { content: { application/json: { example: 1 } } } }\n`;

  it.each([
    ["", "own.yaml:1:1: the file is empty"],
    ["{", "own.yaml:1:"],
    ["info: {}", "is not an OpenAPI document (its root needs the key openapi: 3.1.0)"],
    ["openapi: 3.1.0\npaths: {}", "the document has no operation"],
    ["openapi: 3.1.0\npaths: { /api/A: 1 }", "own.yaml:2:10: a path item must be an object"],
    [
      operation(answered).replace("crm", "shop"),
      "own.yaml:2:1: x-interface names no interface (known: crm, donation",
    ],
    [
      operation(answered).replace("x-interface: crm\n", ""),
      "own.yaml:3:3: no interface is named for this path",
    ],
    [operation(answered).replace("get:", "gets:"), "own.yaml:5:5: gets is no method (did you mean get?)"],
    [operation("      responses: {}\n"), "own.yaml:6:7: GET /api/Tag has no example to answer with"],
    [operation("      summary: none\n"), "own.yaml:5:5: GET /api/Tag has no example to answer with"],
    [operation(answered).replace('"200"', "201x"), "201x is not an HTTP status (200, 2XX or default)"],
    [
      operation(answered).replace("example: 1", "examples: { a: { externalValue: x } }"),
      "the example a has no value",
    ],
    [operation(`      parameters: [{ in: query }]\n${answered}`), "the parameter has no name"],
    [
      operation(`      x-permission: contact.rad\n${answered}`),
      "x-permission is no permission of the crm interface",
    ],
    [operation('      responses: { $ref: "#/nowhere" }\n'), "reference #/nowhere points to nothing"],
    [operation('      responses: { $ref: "other.yaml#/a" }\n'), "reference other.yaml#/a points outside"],
    [operation('      responses: { $ref: "#/paths/~1api~1Tag/get/responses" }\n'), "is a cycle"],
  ])("that cannot be served is refused with its place: %j", (text, message) => {
    const read = (): unknown => documentRoutes(readDocumentText("own.yaml", text));
    expect(read).toThrow(UsageError);
    expect(read).toThrow(expect.objectContaining({ line: expect.stringContaining(message) }));
  });
});
