import type { Planter } from "./planter.ts";
import type { PlantedTarget } from "./served.ts";

interface Part {
  readonly name: string;
  readonly value: string;
}

const parts = (headers: Iterable<readonly [string, string]>): readonly Part[] =>
  [...headers].map(([name, value]) => ({ name, value }));

export interface Wanted {
  readonly method: string;
  readonly path: string;
  readonly body?: string;
  readonly mediaType?: string;
}

/** What an application of a customer asks, with values of its records in addresses and bodies. */
export const wanted = (plant: Planter): readonly Wanted[] => {
  const inPath = (): string => encodeURIComponent(plant.text());
  const json = (value: unknown) => ({ body: JSON.stringify(value), mediaType: "application/json" });
  const form = (fields: Readonly<Record<string, string>>) => ({
    body: new URLSearchParams(fields).toString(),
    mediaType: "application/x-www-form-urlencoded",
  });
  return [
    { method: "GET", path: "/crm/api/Contact/1" },
    { method: "GET", path: `/crm/api/Contact/${inPath()}` },
    { method: "GET", path: `/crm/api/Contact/ByReference/${inPath()}` },
    { method: "GET", path: `/crm/api/ContactMethod/Types?${inPath()}=${inPath()}` },
    { method: "GET", path: "/crm/api/Webhook/1" },
    {
      method: "POST",
      path: "/crm/Token",
      ...form({ grant_type: "password", username: plant.text(), password: plant.text(), otp: plant.text() }),
    },
    {
      method: "POST",
      path: "/crm/Token",
      ...form({ grant_type: "refresh_token", refresh_token: plant.text() }),
    },
    {
      method: "PUT",
      path: "/crm/api/ContactNote/1",
      ...json({ type: "Call", note: plant.text(), noteDateTime: plant.text(), [plant.name()]: plant.text() }),
    },
    { method: "POST", path: "/crm/api/Event/1/Contacts", ...json({ contactIndividualId: plant.text() }) },
    { method: "GET", path: `/donation/api/Donor/list?Take=5&Filter=${inPath()}&IncludeDetails=true` },
    {
      method: "POST",
      path: "/donation/api/Donor/query",
      ...json({
        queryType: 0,
        take: 5,
        groups: [
          { conjunct: 0, conditions: [{ parameter: plant.text(), operator: 3, values: [plant.text()] }] },
        ],
        selectedColumns: [plant.text()],
      }),
    },
    { method: "POST", path: "/donation/api/Gift/query", ...json({ queryType: 3, take: 5 }) },
    {
      method: "PUT",
      path: "/donation/api/Campaign/replace",
      ...json({ id: 1, name: plant.text(), [plant.name()]: plant.number() }),
    },
    { method: "GET", path: "/donation/api/Query/options/0" },
    { method: "GET", path: "/volunteer/v1/users?per_page=5" },
    { method: "GET", path: `/volunteer/v1/users/${inPath()}` },
    {
      method: "POST",
      path: "/volunteer/v1/groups",
      ...json({ name: plant.text(), [plant.name()]: plant.text() }),
    },
    {
      method: "PUT",
      path: "/volunteer/v1/groups/1",
      body: JSON.stringify({ name: plant.text() }),
      mediaType: `application/${plant.text().replace(/[^\x21-\x7e]/g, "-")}`,
    },
    {
      method: "POST",
      path: "/volunteer/v1/users",
      body: `--x\r\ncontent-disposition: form-data; name="${plant.name()}"\r\n\r\n${plant.text()}\r\n--x--`,
      mediaType: "multipart/form-data; boundary=x",
    },
    { method: "GET", path: `/elsewhere/${inPath()}?${inPath()}` },
  ];
};

/** A HAR of an application's exchanges with a target. */
export const record = async (target: PlantedTarget, plant: Planter): Promise<string> => {
  const entries: unknown[] = [];
  for (const { method, path, body, mediaType } of wanted(plant)) {
    const headers = new Headers({
      authorization: `Bearer ${plant.text().replace(/[^\x21-\x7e]/g, "-")}`,
      cookie: `session=${encodeURIComponent(plant.text())}`,
      "x-customer": encodeURIComponent(plant.text()),
      ...(mediaType === undefined ? {} : { "content-type": mediaType }),
    });
    const url = `${target.origin}${path}`;
    const response = await fetch(url, {
      method,
      headers,
      redirect: "manual",
      ...(body === undefined ? {} : { body }),
    });
    const text = await response.text();
    entries.push({
      startedDateTime: "2025-01-01T00:00:00.000Z",
      time: 1,
      comment: plant.text(),
      request: {
        method,
        url,
        httpVersion: "HTTP/1.1",
        headers: parts(headers),
        queryString: [],
        cookies: [{ name: plant.text(), value: plant.text() }],
        ...(body === undefined ? {} : { postData: { mimeType: mediaType, text: body } }),
      },
      response: {
        status: response.status,
        statusText: response.statusText,
        httpVersion: "HTTP/1.1",
        headers: parts(response.headers),
        cookies: [],
        content: { size: text.length, mimeType: response.headers.get("content-type") ?? "", text },
        redirectURL: plant.text(),
      },
      cache: {},
      timings: { send: 0, wait: 1, receive: 0 },
    });
  }
  return JSON.stringify({
    log: {
      version: "1.2",
      creator: { name: plant.text(), version: "1" },
      pages: [{ title: plant.text() }],
      entries,
    },
  });
};
