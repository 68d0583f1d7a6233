import { request as httpRequest } from "node:http";
import axios from "axios";
import got from "got";
import nodeFetch from "node-fetch";
import { Agent, fetch as undiciFetch, request as undiciRequest } from "undici";

export interface Sent {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface Got {
  readonly status: number;
  readonly text: string;
}

/** Sends a request and reads the answer. */
export type Client = (sent: Sent) => Promise<Got>;

const viaHttp: Client = ({ method, url, headers, body = "" }) =>
  new Promise((resolve, reject) => {
    const request = httpRequest(url, { method, headers }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (piece: string) => (text += piece));
      response.on("end", () => resolve({ status: response.statusCode ?? 0, text }));
    });
    request.on("error", reject);
    // In two pieces, and the last with end.
    request.write(body.slice(0, 3));
    request.end(Buffer.from(body.slice(3)));
  });

const textOf = async (response: { status: number; text(): Promise<string> }): Promise<Got> => ({
  status: response.status,
  text: await response.text(),
});

const own = new Agent();

/** Clients as teams use them, each by its default way of sending. */
export const clients: Readonly<Record<string, Client>> = {
  "global fetch": async ({ url, ...init }) => textOf(await fetch(url, init)),
  "undici's fetch": async ({ url, ...init }) => textOf(await undiciFetch(url, init)),
  "undici's request with a dispatcher of its own": async ({ url, method, ...init }) => {
    const { statusCode, body } = await undiciRequest(url, { method, dispatcher: own, ...init });
    return { status: statusCode, text: await body.text() };
  },
  "node:http": viaHttp,
  axios: async ({ url, method, headers, body }) => {
    const { status, data } = await axios.request<string>({
      url,
      method,
      headers: { ...headers },
      data: body,
      responseType: "text",
      transformResponse: (text: string) => text,
      validateStatus: () => true,
    });
    return { status, text: data };
  },
  "axios by its fetch adapter": async ({ url, method, headers, body }) => {
    const { status, data } = await axios.request<string>({
      adapter: "fetch",
      url,
      method,
      headers: { ...headers },
      data: body,
      responseType: "text",
      transformResponse: (text: string) => text,
      validateStatus: () => true,
    });
    return { status, text: data };
  },
  got: async ({ url, method, headers, body }) => {
    const answer = await got(url, {
      method: method === "POST" ? "POST" : method === "PUT" ? "PUT" : "GET",
      headers: { ...headers },
      ...(body === undefined ? {} : { body }),
      throwHttpErrors: false,
      retry: { limit: 0 },
    });
    return { status: answer.statusCode, text: answer.body };
  },
  "node-fetch": async ({ url, ...init }) => textOf(await nodeFetch(url, init)),
};
