import { describe, expect, expectTypeOf, test } from "vitest";
import type {
  DocumentedStatus,
  Models,
  OperationId,
  PathParameters,
  QueryParameters,
  RequestBodyOf,
  ResponseBodyOf,
} from "../../../src/builtin/generated/operation-types.ts";
import { operationIds, operations } from "../../../src/builtin/generated/operations.ts";
import noteSchema from "../../../src/builtin/generated/schemas/crm/ContactNote.json" with { type: "json" };
import noteRequestSchema from "../../../src/builtin/generated/schemas/crm/ContactNoteRequest.json" with { type: "json" };
import type { webhooks as CrmWebhooks } from "../../../src/builtin/generated/types/crm.ts";
import type { webhooks as DonationWebhooks } from "../../../src/builtin/generated/types/donation.ts";
import { crmEventKinds, type CrmEventKind } from "../../../src/builtin/crm-event-kinds.ts";

type Note = Models["crm"]["ContactNote"];
type NoteRequest = Models["crm"]["ContactNoteRequest"];

describe("CRM-09: a note is sent with other fields than it is returned with", () => {
  test("the request has exactly six fields, all optional since a PUT may leave them out", () => {
    expectTypeOf<NoteRequest>().toEqualTypeOf<{
      type?: string;
      note?: string;
      noteDateTime?: string;
      important?: boolean;
      private?: boolean;
      timeSpent?: number;
    }>();
    expect(Object.keys(noteRequestSchema.properties)).toEqual([
      "type",
      "note",
      "noteDateTime",
      "important",
      "private",
      "timeSpent",
    ]);
    expect(noteRequestSchema.properties.timeSpent.description).toMatch(/minutes/);
  });

  test("the flag is private in the request and isPrivate in the response", () => {
    const request: NoteRequest = { private: true };
    // @ts-expect-error the request has no isPrivate
    const misnamed: NoteRequest = { isPrivate: true };
    expectTypeOf<Note>().not.toHaveProperty("private");
    expectTypeOf<Note["isPrivate"]>().toEqualTypeOf<boolean>();
    expect([request, misnamed]).toHaveLength(2);
    expect(Object.keys(noteSchema.properties)).not.toContain("private");
  });

  test("the operation takes the one and answers with the other", () => {
    expectTypeOf<RequestBodyOf<"replaceContactNote">>().toEqualTypeOf<NoteRequest>();
    expectTypeOf<ResponseBodyOf<"replaceContactNote", 200>>().toEqualTypeOf<Note>();
    expect(operations.replaceContactNote.requestBody.validator).toBe("replaceContactNote.request");
  });
});

describe("what a receiver of deliveries is sent is typed", () => {
  type Payload<Hook> = Hook extends { post: { requestBody?: { content: { "*/*": infer Body } } } }
    ? Body
    : never;

  test("by the kind of event, open where nothing is stated", () => {
    expectTypeOf<keyof CrmWebhooks>().toEqualTypeOf<CrmEventKind>();
    expectTypeOf<keyof DonationWebhooks>().toEqualTypeOf<"donor" | "gift" | "recurringGift">();
    expectTypeOf<Payload<CrmWebhooks["giftCreate"]>>().toEqualTypeOf<unknown>();
    // @ts-expect-error no such kind of event
    expectTypeOf<CrmWebhooks["giftRefund"]>();
    expect(crmEventKinds).toHaveLength(15);
  });
});

describe("what an operation takes and answers is typed", () => {
  test("table and types name the same operations", () => {
    expectTypeOf<keyof typeof operations>().toEqualTypeOf<OperationId>();
    expect(Object.keys(operations)).toEqual([...operationIds]);
  });

  test("a wrong path, parameter or status does not compile", () => {
    expectTypeOf<PathParameters<"getContact">>().toEqualTypeOf<{ readonly contactId: number }>();
    expectTypeOf<PathParameters<"listDonors">>().toEqualTypeOf<Readonly<Record<never, never>>>();
    expectTypeOf<QueryParameters<"listGifts">["Take"]>().toEqualTypeOf<number | undefined>();
    expectTypeOf<QueryParameters<"listGifts">>().not.toHaveProperty("take");
    // @ts-expect-error no such operation
    expectTypeOf<PathParameters<"getContacts">>();
    // @ts-expect-error getContact documents no 201
    expectTypeOf<ResponseBodyOf<"getContact", 201>>();
  });

  test("ranges are spelt out", () => {
    expectTypeOf<DocumentedStatus<"getUser">>().toEqualTypeOf<
      200 | 201 | 202 | 204 | 401 | 403 | 404 | 500 | 502 | 503 | 504
    >();
    expectTypeOf<DocumentedStatus<"replaceCampaign">>().toEqualTypeOf<
      200 | 204 | 400 | 401 | 403 | 404 | 429
    >();
    expectTypeOf<ResponseBodyOf<"listUsers", 200>>().toEqualTypeOf<Models["volunteer"]["UserPage"]>();
  });

  test("where no body is documented there is none", () => {
    expectTypeOf<ResponseBodyOf<"replaceCampaign", 204>>().toEqualTypeOf<undefined>();
    expectTypeOf<RequestBodyOf<"listDonors">>().toEqualTypeOf<undefined>();
    expectTypeOf<RequestBodyOf<"issueToken">>().toEqualTypeOf<Models["crm"]["TokenRequest"]>();
  });

  test("a choice of bodies is a union", () => {
    expectTypeOf<ResponseBodyOf<"getContact", 401>>().toEqualTypeOf<
      Models["crm"]["UnauthenticatedError"] | Models["crm"]["LegacyMessage"]
    >();
  });
});
