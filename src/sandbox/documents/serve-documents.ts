import { createRandom } from "../../serving/random.ts";
import type { DocumentAnswer, DocumentServer, ServedDocument } from "../../serving/served-document.ts";
import type { DocumentFault } from "../../serving/faults/document-fault.ts";
import type { Fault } from "../../builtin/faults/fault.ts";
import type { InterfaceConfiguration } from "../../builtin/configured-interfaces.ts";
import type { SandboxState } from "../environment.ts";
import type { AnswerBeyond, AnswerInterface } from "../interfaces.ts";
import { mountOf } from "../../serving/mounts.ts";
import { authenticate } from "../pipeline/authenticate.ts";
import { refusalAnswer } from "../errors/errors.ts";
import { UsageError } from "../../core/model/usage-error.ts";
import { printable } from "../../core/output/escape.ts";
import { suggestionHint } from "../../core/output/suggest.ts";
import { permissionsOf } from "../permissions.ts";
import { isRefusal, refuse, type SandboxRefusal, refusedBy } from "../refusal.ts";
import { type BuiltinInterface, interfaceNames } from "../../builtin/interface-name.ts";
import type { Incoming, Outgoing } from "../pipeline/message.ts";
import { largestBody } from "../pipeline/parse-body.ts";
import { readMeta, writeMeta } from "../store/meta.ts";
import { recordTable } from "./record-table.ts";

/** The served documents of one sandbox. */
export interface DocumentServers {
  /** As that of the built-in interfaces. */
  readonly answer: AnswerInterface;
  /** Answers as a document that adds to a built-in interface. */
  readonly answerBeyond: AnswerBeyond;
  /** Creates the first records of each document that the store does not know yet. */
  fill(): void;
  faults(): readonly Fault[];
  credentialsOf(name: string): Readonly<Record<string, unknown>>;
}

/** What a run needs to know of served documents at an origin. */
export const describeDocuments = (
  documents: readonly ServedDocument[],
  servers: DocumentServers,
  origin: string,
  root: string | undefined,
): Readonly<Record<string, InterfaceConfiguration>> =>
  Object.fromEntries(
    // One that adds to a built-in interface has its address and its credentials.
    documents
      .filter(({ name }) => !isInterfaceName(name))
      .map(({ name, file, resources }) => [
        name,
        {
          openapi: file,
          baseUrl: name === root ? origin : `${origin}/${name}`,
          credentials: servers.credentialsOf(name),
          ...(resources === undefined ? {} : { resources }),
        },
      ]),
  );

const faultOf = (name: string, { id, operation, title, wrap }: DocumentFault): Fault => ({
  id: `${name}/${id}`,
  fact: `${name}/${operation}`,
  grade: "behavioural",
  title,
  wrap: (next, { config }) => {
    const { pathname = "" } = URL.parse(config.interfaces[name]?.baseUrl ?? "") ?? {};
    return wrap(next, pathname.replace(/\/$/, ""));
  },
});

const isInterfaceName = (name: string): boolean => interfaceNames.some((one) => one === name);

const failed: Outgoing = {
  status: 500,
  headers: { "content-type": "application/problem+json", "x-tripact-rule": "bug" },
  text: JSON.stringify({ title: "Internal Server Error", status: 500 }),
};

const outgoingOf = ({ status, headers, text, reason }: DocumentAnswer): Outgoing => ({
  status,
  headers,
  ...(text === undefined ? {} : { text }),
  ...(reason === undefined ? {} : { reason }),
});

type Parts = Pick<SandboxState, "database" | "clock" | "assumptions" | "seed" | "onBug">;

/**
 * A 401 to a request without an accepted credential of a built-in interface, and a 403 to one whose credential lacks the
 * permission that the operation states; undefined if it has both.
 */
const refusalWithout = (
  name: BuiltinInterface,
  request: Incoming,
  permission: string | undefined,
  environment: Parts,
): SandboxRefusal | undefined => {
  const credential = authenticate(request, { interface: name, security: "bearer" }, environment);
  if (isRefusal(credential)) return refusedBy("credential", credential);
  const isAllowed = permission === undefined || credential.permissions.some((one) => one === permission);
  return isAllowed
    ? undefined
    : refusedBy("permission", refuse(403, "The permission group does not allow this."));
};

/** @throws UsageError for a permission that the interface, to which a document adds, does not have */
const assertPermissions = (documents: readonly ServedDocument[]): void => {
  for (const { name, permissions } of documents) {
    const builtin = interfaceNames.find((one) => one === name);
    const known: readonly string[] = builtin === undefined ? permissions : permissionsOf[builtin];
    const unknown = permissions.find((one) => !known.includes(one));
    if (unknown !== undefined)
      throw new UsageError(`${printable(unknown)} is no permission of ${name}`, {
        location: "x-permission",
        hint: suggestionHint(unknown, known) ?? `known: ${known.join(", ")}`,
      });
  }
};

/** Serves documents below their names, and one perhaps at the root. */
export const createDocumentServers = (
  documents: readonly ServedDocument[],
  environment: Parts,
  root: string | undefined,
): DocumentServers => {
  const { database, clock, seed, onBug } = environment;
  assertPermissions(documents);
  const servers = new Map(
    documents.map((document): [string, DocumentServer] => [
      document.name,
      document.serve({
        store: recordTable(database, document.name, () => clock.now()),
        now: () => clock.now(),
        seed,
        token: (name, length) => createRandom(seed, name).token(length),
      }),
    ]),
  );
  const mounts = { names: [...servers.keys()].filter((name) => !isInterfaceName(name)), root };
  const atRoot = root === undefined ? undefined : servers.get(root);

  const answerAt = (
    server: DocumentServer,
    basePath: string,
    isAuthenticated: boolean,
    ...[request, path, send]: Parameters<AnswerInterface>
  ): void => {
    const { method, search, origin } = request;
    const inner = path.slice(basePath.length) || "/";
    const respond = (read: () => Uint8Array | undefined): void => {
      let outgoing = failed;
      try {
        const asked = { method, path: inner, search, header: request.header, body: read() };
        outgoing = outgoingOf(server.answer({ ...asked, baseUrl: `${origin}${basePath}`, isAuthenticated }));
      } catch (thrown) {
        onBug(thrown);
      }
      send(outgoing);
    };
    if (server.readsBody(method, inner)) request.readBody(largestBody, respond);
    else respond(() => undefined);
  };

  const answer: AnswerInterface = (request, path, send) => {
    // What a document at the root has comes before the sandbox's own pages.
    const mount =
      atRoot?.has(request.method, path) === true ? { name: root ?? "", basePath: "" } : mountOf(mounts, path);
    const server = mount && servers.get(mount.name);
    if (mount === undefined || server === undefined) return false;
    answerAt(server, mount.basePath, false, request, path, send);
    return true;
  };

  const answerBeyond: AnswerBeyond = ({ name, basePath }, request, path, send) => {
    const server = servers.get(name);
    if (server?.has(request.method, path.slice(basePath.length)) !== true) return false;
    const permission = server.permissionFor(request.method, path.slice(basePath.length));
    const refused = refusalWithout(name, request, permission, environment);
    if (refused === undefined) answerAt(server, basePath, true, request, path, send);
    else send(refusalAnswer(name, refused, undefined, environment.assumptions));
    return true;
  };

  return {
    answer,
    answerBeyond,
    fill: () => {
      for (const [name, server] of servers) {
        const key = `document ${name}`;
        if (readMeta(database, key) !== undefined) continue;
        database.transaction(() => {
          server.fill();
          writeMeta(database, key, "filled");
        });
      }
    },
    faults: () =>
      [...servers].flatMap(([name, server]) => server.faults.map((fault) => faultOf(name, fault))),
    credentialsOf: (name) => servers.get(name)?.credentials ?? {},
  };
};
