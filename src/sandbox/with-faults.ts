import type { OperationId } from "../builtin/generated/operations.ts";
import { type BuiltinInterface, interfaceNames } from "../builtin/interface-name.ts";
import { operationMatcher } from "../builtin/documents.ts";
import { mountOf } from "../serving/mounts.ts";
import type { Sandbox } from "./sandbox.ts";
import type { Answering, Fault, FaultRequest, FaultAnswer } from "../builtin/faults/fault.ts";

const read = async (request: Request, root: BuiltinInterface | undefined): Promise<FaultRequest> => {
  const url = new URL(request.url);
  const mount = mountOf({ names: interfaceNames, root }, url.pathname);
  const match =
    mount === undefined
      ? undefined
      : operationMatcher.match({
          interface: mount.name,
          method: request.method,
          path: url.pathname,
          basePath: mount.basePath,
        });
  const body = request.body === null ? undefined : await request.text();
  return {
    method: request.method,
    url,
    headers: new Headers(request.headers),
    // These ids are the keys of the matched table.
    operation: match?.unversioned === true ? undefined : (match?.operation.id as OperationId | undefined),
    path: match?.path ?? {},
    body,
  };
};

const ask =
  (sandbox: Sandbox): Answering =>
  async ({ method, url, headers, body }) => {
    const response = await sandbox.fetch(
      new Request(url, { method, headers, ...(body === undefined ? {} : { body }) }),
    );
    return { status: response.status, headers: new Headers(response.headers), body: await response.text() };
  };

const bodiless: ReadonlySet<number> = new Set([204, 205, 304]);

const respond = ({ status, headers, body }: FaultAnswer): Response => {
  headers.delete("content-length");
  return new Response(bodiless.has(status) ? null : body, { status, headers });
};

/** The sandbox with wrappers, such as faults, the first one nearest to the caller. */
export const withFaults = (
  sandbox: Sandbox,
  faults: readonly Pick<Fault, "wrap">[],
  root?: BuiltinInterface,
): Sandbox => {
  if (faults.length === 0) return sandbox;
  const environment = { config: sandbox.config(), now: () => sandbox.clock.now() };
  const answer = faults.reduceRight<Answering>((next, fault) => fault.wrap(next, environment), ask(sandbox));
  return {
    ...sandbox,
    fetch: async (request) => respond(await answer(await read(request, root))),
    // Only fetch is wrapped.
    answerInterface: () => false,
  };
};
