import { validatorKeys } from "../contracts/checks/api.ts";
import { isJsonType } from "../contracts/checks/input.ts";
import type { ApiMedia, ApiOperation, ApiResponse } from "../documents/document.ts";

/** The response of a status: its own, that of its range, or the one for all others. */
export const statedResponse = ({ responses }: ApiOperation, status: number): ApiResponse | undefined =>
  responses.find((one) => one.status === String(status)) ??
  responses.find((one) => one.status.toUpperCase() === `${Math.floor(status / 100)}XX`) ??
  responses.find((one) => one.status === "default");

/** Whether a status is documented, by itself or by its range. */
export const isListed = ({ responses }: ApiOperation, status: number): boolean =>
  responses.some(
    (one) => one.status === String(status) || one.status.toUpperCase() === `${Math.floor(status / 100)}XX`,
  );

/** The content in JSON, or else the first one. */
export const mediaOf = (response: ApiResponse | undefined): ApiMedia | undefined =>
  response?.content.find(({ mediaType }) => isJsonType(mediaType)) ?? response?.content[0];

/** How an operation answers a success. */
export interface Success {
  readonly status: number;
  readonly response: ApiResponse | undefined;
  readonly media: ApiMedia | undefined;
  /** Of the content. */
  readonly validator: string;
}

const usual: Readonly<Record<string, readonly number[]>> = {
  POST: [201, 200, 202, 204],
  DELETE: [204, 200, 202],
};

/** The documented success; a POST is 201 and a DELETE 204 where several are. Nothing stated: 200, or `default`. */
export const successOf = (operation: ApiOperation): Success => {
  const listed = operation.responses.flatMap(({ status }) =>
    /^2\d\d$/.test(status) ? [Number(status)] : /^2XX$/i.test(status) ? [200] : [],
  );
  const wanted = usual[operation.method] ?? [200, 201, 202, 204];
  const redirects = operation.responses.flatMap(({ status }) =>
    /^3\d\d$/.test(status) ? [Number(status)] : [],
  );
  const status = wanted.find((one) => listed.includes(one)) ?? listed[0] ?? redirects[0] ?? 200;
  const response = statedResponse(operation, status);
  const media = mediaOf(response);
  return {
    status,
    response,
    media,
    validator: validatorKeys.response(operation.id, response?.status ?? "", media?.mediaType ?? ""),
  };
};

/** Which statuses express a refusal, the aptest first. */
const statuses = {
  parameters: [400, 422],
  body: [400, 422],
  schema: [422, 400],
  "media type": [415, 400, 422],
  missing: [404, 410],
  conflict: [409, 422, 400],
  condition: [412, 409],
} as const;

export type RefusalKind = keyof typeof statuses;

/** Statuses that mean something else than that the input is wrong. */
const ofTheirOwn = new Set([
  "401",
  "402",
  "403",
  "404",
  "408",
  "409",
  "410",
  "412",
  "415",
  "423",
  "424",
  "428",
  "429",
]);

const aboutInput: ReadonlySet<RefusalKind> = new Set<RefusalKind>([
  "parameters",
  "body",
  "schema",
  "media type",
]);

/** The documented status of a refusal; the usual one if none is. */
export const refusalStatus = (operation: ApiOperation, kind: RefusalKind): number => {
  const listed = statuses[kind].find((status) => isListed(operation, status));
  if (listed !== undefined) return listed;
  if (!aboutInput.has(kind)) return statuses[kind][0];
  // The only refusal that is stated, whatever its status: some documents call it 405.
  const other = operation.responses.find(({ status }) => /^4\d\d$/.test(status) && !ofTheirOwn.has(status));
  return other === undefined ? 400 : Number(other.status);
};

/** Whether the document lets an operation refuse a record that there is already. */
export const mayConflict = (operation: ApiOperation): boolean =>
  isListed(operation, 409) || operation.responses.some(({ status }) => status === "default");
