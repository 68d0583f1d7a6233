import { onTestFinished } from "vitest";
import type { InterfaceName } from "../../../../src/core/model/interface-name.ts";
import { createBodyCopies } from "../../../../src/traffic/proxy/body-copy.ts";
import type { Passed } from "../../../../src/traffic/proxy/forward.ts";
import { createGuard } from "../../../../src/traffic/proxy/guard.ts";
import type { OwnReason } from "../../../../src/traffic/proxy/own-answer.ts";
import { createHandler, type HandlerParts } from "../../../../src/traffic/proxy/proxy-handler.ts";
import { type ServedProxy, openProxy } from "../../../../src/traffic/proxy/start-proxy.ts";
import { createTarget } from "../../../../src/traffic/proxy/connection.ts";
import { dial, type React, serveWire } from "./wire.ts";

export interface Proxied extends ServedProxy {
  readonly passed: readonly Passed[];
  readonly own: readonly OwnReason[];
}

/** A proxy in front of servers, until the test is over. */
export const proxied = async (
  baseUrls: Readonly<Record<InterfaceName, string>>,
  parts: Partial<HandlerParts> & { readonly ports?: boolean } = {},
): Promise<Proxied> => {
  const passed: Passed[] = [];
  const own: OwnReason[] = [];
  const targets = new Map(Object.entries(baseUrls).map(([name, url]) => [name, createTarget(name, url)]));
  const handle = createHandler({
    targets,
    guard: createGuard("127.0.0.1", false),
    copies: createBodyCopies({ body: 100_000, all: 1_000_000 }),
    disturb: () => ({ delayMs: 0 }),
    refuse: () => undefined,
    authorize: () => undefined,
    page: (_, outgoing) => outgoing.end("page"),
    onOwn: (reason) => void own.push(reason),
    onPassed: (_, __, one) => void passed.push(one),
    ...parts,
  });
  const served = await openProxy({
    host: "127.0.0.1",
    port: 0,
    ports: parts.ports ?? false,
    targets,
    handle,
    onOwn: (reason) => void own.push(reason),
  });
  onTestFinished(() => served.close());
  return { ...served, passed, own };
};

/** A client of a proxy in front of a server, below a path of its own. */
export const through = async (react: React) => {
  const server = await serveWire(react);
  const proxy = await proxied({ crm: `${server.origin}/base/` });
  const host = server.origin.slice("http://".length);
  return { server, proxy, host, client: await dial(proxy.origin) };
};
