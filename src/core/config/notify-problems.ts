import type { FileProblem } from "../model/file-rules.ts";
import { type AddressProblem, readHttpsAddress } from "../model/https-address.ts";
import { readMailServer } from "../model/mail-server.ts";
import { dotted, type Path, valueAt } from "../source/path.ts";

const messages: Readonly<Record<AddressProblem, string>> = {
  unreadable: "is not an address",
  credentials: "must not hold credentials before its host",
  query: "must not have a fragment",
  "plain-http": "must be an https address",
};

const problem = (path: Path, message: string, hint: string): FileProblem => ({
  path,
  part: "value",
  message: `${dotted(path)} ${message}`,
  hint,
});

const hookProblems = (value: unknown, path: Path, mayHaveQuery: boolean): readonly FileProblem[] => {
  const text = valueAt(value, path);
  const url = typeof text === "string" ? readHttpsAddress(text, mayHaveQuery) : undefined;
  if (typeof url !== "string") return [];
  const message = url === "query" && !mayHaveQuery ? "must not have a query or a fragment" : messages[url];
  return [problem(path, message, "write it as https://host/path; plain http is for loopback addresses only")];
};

const serverProblems = (value: unknown, path: Path): readonly FileProblem[] => {
  const text = valueAt(value, path);
  return typeof text !== "string" || readMailServer(text) !== undefined
    ? []
    : [problem(path, "is not the address of an SMTP server", "write it as smtps://smtp.example.org:465")];
};

const passwordProblems = (value: unknown, path: Path): readonly FileProblem[] => {
  const has = (key: string): boolean => valueAt(value, [...path, key]) !== undefined;
  return has("username") === has("password")
    ? []
    : [problem(path, "has one of username and password", "give both or neither")];
};

const receiversAt = (value: unknown, kind: string): readonly Path[] => {
  const receivers = valueAt(value, ["notify", kind]);
  return Array.isArray(receivers) ? receivers.map((_, at) => ["notify", kind, String(at)]) : [];
};

/** Rules for alert receivers that the schema cannot express. Shows no value: an address may be a secret. */
export const notifyProblems = (value: unknown): readonly FileProblem[] => [
  ...["slack", "webhook", "heartbeat"].flatMap((kind) =>
    receiversAt(value, kind).flatMap((path) => hookProblems(value, [...path, "url"], true)),
  ),
  ...["alertmanager", "gitlab"].flatMap((kind) =>
    receiversAt(value, kind).flatMap((path) => hookProblems(value, [...path, "url"], false)),
  ),
  ...receiversAt(value, "email").flatMap((path) => [
    ...serverProblems(value, [...path, "server"]),
    ...passwordProblems(value, path),
  ]),
];
