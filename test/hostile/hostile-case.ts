import type { Socket } from "node:net";
import type { BuiltinInterface } from "../../src/builtin/interface-name.ts";
import type { Answer } from "./server.ts";

/** One way in which a server may misbehave, and what a run against it must come to. */
export interface HostileCase {
  readonly id: string;
  readonly answer: Answer;
  /** Before anything was asked. */
  readonly greet?: (socket: Socket) => void;
  /** 1: found wanting, 3: could not be judged, 4: stopped by a budget or a safety rule. */
  readonly code: 1 | 3 | 4;
  /** What the report says of it, where that is more than its findings. */
  readonly says?: RegExp;
  /** What is asked; the CRM interface by default. */
  readonly interfaces?: readonly BuiltinInterface[];
  /** Checks that ask; by default a few cheap reads of the interfaces. */
  readonly checks?: readonly string[];
  /** Whether it is a time-out that ends the exchanges: a short one then, else one that is never reached. */
  readonly waits?: true;
  /** Whether it is left to the nightly run, since others show much the same. */
  readonly isNightly?: true;
  /** Whether the run may write. */
  readonly writes?: boolean;
  /** How many requests the server may see at most; 150 by default. */
  readonly mostRequests?: number;
}

type Server = Answer | Pick<HostileCase, "answer" | "greet">;

/** Cases that end alike, by what their servers do. */
export const alike =
  (end: Omit<HostileCase, "id" | "answer" | "greet">) =>
  (servers: Readonly<Record<string, Server>>): readonly HostileCase[] =>
    Object.entries(servers).map(([id, server]) => ({
      id,
      ...end,
      ...(typeof server === "function" ? { answer: server } : server),
    }));

/** How many requests the server may see at most. */
export const mostRequestsOf = ({ mostRequests = 150 }: HostileCase): number => mostRequests;

type Headers = Readonly<Record<string, string>>;

/** An answer in bytes, with a content-length that fits unless the headers say otherwise. */
export const http = (
  status: number | string,
  body: string | Uint8Array = "",
  headers: Headers = {},
): Buffer => {
  const content = Buffer.from(body);
  const all: Headers = {
    "content-type": "application/json",
    "content-length": String(content.byteLength),
    ...headers,
  };
  const lines = Object.entries(all)
    .filter(([, value]) => value !== "")
    .map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.concat([Buffer.from(`HTTP/1.1 ${status}\r\n${lines.join("")}\r\n`), content]);
};

/** Answers everything with the same bytes. */
export const always =
  (bytes: string | Uint8Array): Answer =>
  (_, socket) => {
    socket.write(bytes);
  };

/** Answers everything with the same bytes and goes away. */
export const once =
  (bytes: string | Uint8Array): Answer =>
  (_, socket) => {
    socket.end(bytes);
  };

export const json = (value: unknown): string => JSON.stringify(value);
