import { describe, expect, it } from "vitest";
import { serve, type ServedBench } from "./served.ts";

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const content = (schema: object) => ({ content: { "application/json": { schema } } });
const answers = (schema: object) => ({ "200": { description: "ok", ...content(schema) } });
const inPath = (name: string) => ({ name, in: "path", required: true, schema: { type: "integer" } });
const inQuery = (name: string, type = "string") => ({ name, in: "query", schema: { type } });
const page = (name: string) => ({
  type: "object",
  required: ["list", "total"],
  properties: { list: { type: "array", items: ref(name) }, total: { type: "integer" } },
});
const paging = [inQuery("skip", "integer"), inQuery("take", "integer")];
const model = (properties: object) => ({
  type: "object",
  required: ["id"],
  properties: { id: { type: "integer" }, ...properties },
});
const text = { type: "string" };
const anything = content({ type: "object" });
const author = inPath("authorId");

/** A library of authors, their books and shelves, and the books on shelves. */
const library = {
  openapi: "3.1.0",
  info: { title: "Library", version: "1" },
  paths: {
    "/authors": {
      post: { operationId: "createAuthor", requestBody: anything, responses: answers(ref("Author")) },
    },
    "/authors/find": {
      get: {
        operationId: "findAuthor",
        parameters: [inQuery("email"), inQuery("system"), inQuery("number")],
        responses: answers(ref("Author")),
      },
    },
    "/authors/import": {
      post: { operationId: "importAuthor", requestBody: anything, responses: answers(ref("Author")) },
    },
    "/authors/retire/{authorId}": {
      put: { operationId: "retireAuthor", parameters: [author], responses: answers(ref("Author")) },
    },
    "/authors/{authorId}": {
      get: { operationId: "getAuthor", parameters: [author], responses: answers(ref("Author")) },
    },
    "/books": { post: { operationId: "createBook", requestBody: anything, responses: answers(ref("Book")) } },
    "/books/bulk": {
      post: {
        operationId: "createBooks",
        requestBody: anything,
        responses: answers({ type: "array", items: ref("Book") }),
      },
    },
    "/books/search": {
      post: {
        operationId: "searchBooks",
        parameters: paging,
        requestBody: anything,
        responses: answers(page("Book")),
      },
    },
    "/books/query": {
      post: {
        operationId: "queryBooks",
        parameters: paging,
        requestBody: anything,
        responses: answers(page("Book")),
      },
    },
    "/books/options": { get: { operationId: "listBookOptions", responses: answers({ type: "object" }) } },
    "/books/by-author/{authorId}": {
      get: {
        operationId: "listBooksByAuthor",
        parameters: [author, ...paging],
        responses: answers(page("Book")),
      },
    },
    "/books/by-email/{email}": {
      get: {
        operationId: "listBooksByEmail",
        parameters: [{ ...author, name: "email", schema: text }],
        responses: answers(page("Book")),
      },
    },
    "/books/{bookId}": {
      get: { operationId: "getBook", parameters: [inPath("bookId")], responses: answers(ref("Book")) },
    },
    "/shelves/{shelf}/books": {
      get: {
        operationId: "listShelf",
        parameters: [{ ...author, name: "shelf", schema: text }],
        responses: answers({ type: "array", items: ref("Book") }),
      },
    },
    "/shelves/{shelf}/books/{bookId}": {
      parameters: [{ ...author, name: "shelf", schema: text }, inPath("bookId")],
      put: { operationId: "shelve", responses: answers(ref("Place")) },
      delete: { operationId: "unshelve", responses: { "204": { description: "gone" } } },
    },
  },
  components: {
    schemas: {
      Author: model({
        name: text,
        isRetired: { type: "boolean" },
        emails: { type: "array", items: { type: "object", properties: { value: text } } },
        numbers: { type: "array", items: { type: "object", properties: { system: text, number: text } } },
      }),
      Book: model({
        authorId: { type: "integer" },
        authorName: text,
        title: text,
        pages: { type: "integer" },
        price: { type: "number" },
        isLent: { type: "boolean" },
        published: { type: "string", format: "date" },
      }),
      Place: model({ shelf: text, bookId: { type: "integer" } }),
    },
  },
};

const resources = {
  author: {
    model: "Author",
    create: "createAuthor",
    read: "getAuthor",
    operations: {
      findAuthor: {
        does: "read",
        by: { email: "emails.value", system: "numbers.system", number: "numbers.number" },
      },
      importAuthor: { does: "upsert", by: { name: "name" } },
      retireAuthor: { does: "set", values: { isRetired: true } },
    },
  },
  book: {
    model: "Book",
    create: "createBook",
    read: "getBook",
    refers: { authorId: "author" },
    copies: { authorName: "authorId.name" },
    names: { "Number of Pages": "pages" },
    operations: {
      createBooks: { does: "create", items: "/books" },
      searchBooks: { does: "list", text: "text" },
      queryBooks: { does: "query" },
      listBookOptions: { does: "options" },
      listBooksByAuthor: { does: "list", by: { authorId: "authorId" } },
      listBooksByEmail: { does: "list", by: { email: "authorId.emails.value" } },
      listShelf: { does: "list", through: { place: "bookId" }, by: { shelf: "shelf" } },
    },
  },
  place: {
    model: "Place",
    refers: { bookId: "book" },
    operations: {
      shelve: { does: "upsert", by: { shelf: "shelf", bookId: "bookId" } },
      unshelve: { does: "delete", by: { shelf: "shelf", bookId: "bookId" } },
    },
  },
};

const ada = {
  name: "Ada",
  emails: [{ value: "ada@example.org" }, { value: "a@example.org" }],
  numbers: [
    { system: "A", number: "1" },
    { system: "B", number: "2" },
  ],
};
const books = [
  { authorId: 1, title: "Reeds", pages: 90, price: 9.5, isLent: true, published: "2024-02-29" },
  { authorId: 1, title: "Tall Reeds", pages: 300, price: 20, published: "2025-06-01" },
  { authorId: 2, title: "Birds", pages: 120, price: 12, isLent: false, published: "2023-01-01" },
];

const filled = async (): Promise<ServedBench> => {
  const bench = await serve(library, { resources, choices: { records: "0", page: "10" } });
  await bench.ask("POST /authors", { body: ada });
  await bench.ask("POST /authors", { body: { name: "Bo" } });
  await bench.ask("POST /books/bulk", { body: { books } });
  return bench;
};

const titles = (list: unknown): readonly unknown[] =>
  (list as readonly { readonly title?: unknown }[]).map(({ title }) => title);

describe("further operations of a declared resource", () => {
  it("find a record by what it holds, in any case; of a list's item, all together", async () => {
    const { ask } = await filled();
    expect((await ask("GET /authors/find?email=A@EXAMPLE.org")).at("/name")).toBe("Ada");
    expect((await ask("GET /authors/find?system=B&number=2")).at("/id")).toBe(1);
    expect((await ask("GET /authors/find?system=A&number=2")).status).toBe(404);
    expect((await ask("GET /authors/find")).status).toBe(404);
  });

  it("create each of a list, copy what it refers to, and refuse what refers to nothing", async () => {
    const { ask } = await filled();
    expect((await ask("GET /books/3")).at("/authorName")).toBe("Bo");
    const refused = await ask("POST /books", { body: { authorId: 9, title: "Lost" } });
    expect([refused.status, refused.text]).toEqual([
      expect.any(Number),
      expect.stringContaining("no such author"),
    ]);
    expect(refused.status).toBeGreaterThanOrEqual(400);
    // All or nothing.
    await ask("POST /books/bulk", { body: { books: [{ title: "Kept?" }, { authorId: 9 }] } });
    expect((await ask("POST /books/search", { body: { text: "kept" } })).at("/total")).toBe(0);
  });

  it("change the record that a request names, or create it", async () => {
    const { ask } = await filled();
    const known = await ask("POST /authors/import", { body: { name: "ada", isRetired: false } });
    expect([known.at("/id"), known.at("/isRetired"), known.at("/emails/1/value")]).toEqual([
      1,
      false,
      "a@example.org",
    ]);
    expect((await ask("POST /authors/import", { body: { name: "Cy" } })).at("/id")).toBe(3);
    expect((await ask("PUT /authors/retire/3")).at("/isRetired")).toBe(true);
    expect((await ask("GET /authors/3")).at("/isRetired")).toBe(true);
    expect((await ask("PUT /authors/retire/4")).status).toBe(404);
  });

  it("list by a parent, by what it refers to, by a text, and through links", async () => {
    const { ask } = await filled();
    const ofAda = await ask("GET /books/by-author/1?skip=1&take=1");
    expect([ofAda.at("/total"), titles(ofAda.at("/list"))]).toEqual([2, ["Tall Reeds"]]);
    expect((await ask("GET /books/by-email/ada%40example.org")).at("/total")).toBe(2);
    expect(titles((await ask("POST /books/search", { body: { text: "REEDS" } })).at("/list"))).toHaveLength(
      2,
    );
    await ask("PUT /shelves/low/books/1");
    await ask("PUT /shelves/low/books/1");
    await ask("PUT /shelves/low/books/3");
    expect(titles((await ask("GET /shelves/low/books")).json)).toEqual(["Reeds", "Birds"]);
    expect((await ask("DELETE /shelves/low/books/1")).status).toBe(204);
    expect(titles((await ask("GET /shelves/low/books")).json)).toEqual(["Birds"]);
    expect((await ask("DELETE /shelves/low/books/1")).status).toBe(404);
  });

  const asked = (parameter: string, operator: string, ...values: unknown[]) => ({
    parameter,
    operator,
    ...(values.length > 1 ? { values } : { value: values[0] }),
  });

  it.each<readonly [string, object, readonly string[]]>([
    ["no groups", {}, ["Reeds", "Tall Reeds", "Birds"]],
    [
      "Is, by a name with spaces",
      { groups: [{ conditions: [asked("Author Name", "Is", "ada")] }] },
      ["Reeds", "Tall Reeds"],
    ],
    [
      "a declared name",
      { groups: [{ conditions: [asked("number of pages", "GreaterThan", "100")] }] },
      ["Tall Reeds", "Birds"],
    ],
    [
      "IsNot, of what holds nothing too",
      { groups: [{ conditions: [asked("Is Lent", "IsNot", true)] }] },
      ["Tall Reeds", "Birds"],
    ],
    ["IsTrue", { groups: [{ conditions: [asked("isLent", "IsTrue")] }] }, ["Reeds"]],
    [
      "IsAnyOf",
      { groups: [{ conditions: [asked("Title", "IsAnyOf", "birds", "reeds")] }] },
      ["Reeds", "Birds"],
    ],
    ["StartsWith", { groups: [{ conditions: [asked("Title", "StartsWith", "tall")] }] }, ["Tall Reeds"]],
    [
      "a day",
      { groups: [{ conditions: [asked("Published", "OnOrAfter", "2/29/2024")] }] },
      ["Reeds", "Tall Reeds"],
    ],
    [
      "through a day",
      { groups: [{ conditions: [asked("Published", "LessThanOrEqual", "2024-02-29")] }] },
      ["Reeds", "Birds"],
    ],
    [
      "conditions by AND, groups by OR",
      {
        groups: [
          { conditions: [asked("Title", "Contains", "reeds"), asked("Price", "LessThan", "$10.00")] },
          { conditions: [asked("Book Id", "Is", 3)] },
        ],
      },
      ["Reeds", "Birds"],
    ],
    ["an order", { SortBy: "Price", Descending: true }, ["Tall Reeds", "Birds", "Reeds"]],
  ])("query by %s", async (_, body, found) => {
    const { ask } = await filled();
    const answer = await ask("POST /books/query", { body });
    expect([answer.at("/total"), titles(answer.at("/list"))]).toEqual([found.length, found]);
  });

  it.each<readonly [string, object, RegExp]>([
    ["a parameter", asked("Titel", "Is", "x"), /Titel is no parameter.*title/i],
    ["an operator", asked("Title", "IsTruely", "x"), /IsTruely is no operator/],
    ["an operator of another type", asked("Title", "IsTrue"), /IsTrue is no operator for title/],
    ["a value", asked("Pages", "Is", "many"), /value of Is is no integer/],
    ["no value", asked("Pages", "Is"), /Is needs a value/],
  ])("refuse %s that a query does not know, by its name", async (_, condition, message) => {
    const { ask } = await filled();
    const { status, text: said } = await ask("POST /books/query", {
      body: { groups: [{ conditions: [condition] }] },
    });
    expect(status).toBeGreaterThanOrEqual(400);
    expect(said).toMatch(message);
  });

  it("name what queries may ask", async () => {
    const { ask } = await filled();
    const options = await ask("GET /books/options");
    expect(options.at("/options/0/parameter")).toBe("Number of Pages");
    expect(options.text).toContain('"operator":"IsAnyOf","multipleValuesAllowed":true');
  });
});
