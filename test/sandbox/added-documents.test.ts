import { describe, expect, it, onTestFinished } from "vitest";
import { UsageError } from "../../src/core/model/usage-error.ts";
import { readDocumentText } from "../../src/documents/read-document.ts";
import { createSandbox } from "../../src/sandbox/sandbox.ts";
import { prepareDocument } from "../../src/serving/prepare-document.ts";

const answers = {
  responses: { "200": { description: "", content: { "application/json": { example: { total: 0 } } } } },
};

/** A document that adds two operations to the CRM, one of them for those who may read contacts. */
const added = (permission: string) =>
  prepareDocument(
    "crm",
    readDocumentText(
      "added.json",
      JSON.stringify({
        openapi: "3.1.0",
        info: { title: "Added", version: "1" },
        paths: {
          "/api/Stamp": { get: { ...answers, "x-permission": permission } },
          "/api/Weather": { get: answers },
        },
      }),
    ),
  );

describe("a document that adds to an interface", () => {
  it("states by a permission who may call an operation", async () => {
    const sandbox = createSandbox({ scale: 1, openapi: [await added("contact.read")] });
    onTestFinished(() => sandbox.close());
    const { baseUrl, credentials } = sandbox.config().interfaces.crm;
    const statusOf = async (path: string, key: string): Promise<readonly [number, string | null]> => {
      const authorization = `Bearer ${String(credentials[key])}`;
      const response = await sandbox.fetch(new Request(`${baseUrl}${path}`, { headers: { authorization } }));
      return [response.status, response.headers.get("x-tripact-rule")];
    };
    expect(await statusOf("/api/Stamp", "apiKey")).toEqual([200, null]);
    expect(await statusOf("/api/Stamp", "limitedApiKey")).toEqual([403, "permission"]);
    expect(await statusOf("/api/Stamp", "nothing")).toEqual([401, "credential"]);
    expect(await statusOf("/api/Weather", "limitedApiKey")).toEqual([200, null]);
  });

  it("cannot state a permission that there is not", async () => {
    const document = await added("contact.raed");
    expect(() => createSandbox({ scale: 1, openapi: [document] })).toThrow(UsageError);
    expect(() => createSandbox({ scale: 1, openapi: [document] })).toThrow(
      "contact.raed is no permission of crm",
    );
  });
});
