import { UsageError } from "../model/usage-error.ts";
import { parsePact, type PactFile } from "./pact-file.ts";
import { isObject } from "../model/json-object.ts";

export interface BrokerOptions {
  readonly url: string;
  /** The Authorization header; undefined for a broker that asks for none. */
  readonly authorization: string | undefined;
  readonly fetch: typeof fetch;
  readonly signal: AbortSignal;
}

/** What is told to a broker of one pact. */
export interface Verification {
  readonly success: boolean;
  readonly providerVersion: string;
  readonly branch: string | undefined;
  readonly verifiedBy: { readonly implementation: string; readonly version: string };
}

/** A Pact broker, through its documented HTTP interface. */
export interface Broker {
  /** The pacts that a provider has to honour; none when the broker does not know it. */
  pacts(provider: string): Promise<readonly PactFile[]>;
  /** @throws UsageError when the pact came from elsewhere, or the broker refuses. */
  publish(pact: PactFile, verification: Verification): Promise<void>;
}

const at = (value: unknown, ...keys: readonly string[]): unknown =>
  keys.reduce<unknown>((parent, key) => (isObject(parent) ? parent[key] : undefined), value);

const hrefAt = (value: unknown, link: string): string | undefined => {
  const href = at(value, "_links", link, "href");
  return typeof href === "string" ? href : undefined;
};

const answerMs = 30_000;

/** Newest on the main branch and whatever is deployed or released: what a broker's own documents recommend. */
const selectors = { consumerVersionSelectors: [{ mainBranch: true }, { deployedOrReleased: true }] };

/**
 * @throws UsageError for an address that is none, and later for a broker that cannot be reached, refuses, or
 * leads elsewhere: its credential goes nowhere else.
 */
export const openBroker = (options: BrokerOptions): Broker => {
  const address = URL.parse(options.url);
  if (
    address === null ||
    !/^https?:$/.test(address.protocol) ||
    address.username !== "" ||
    address.password !== ""
  )
    // Not quoted: it may hold a credential, or be one.
    throw new UsageError("is no address of a broker, or holds a credential", {
      place: "--broker",
      hint: "for example https://broker.example.org; PACT_BROKER_TOKEN holds its token",
    });
  const base = options.url.replace(/\/+$/, "");

  const ask = async (method: string, url: string, body?: unknown): Promise<Response> => {
    if (new URL(url, base).origin !== new URL(base).origin)
      throw new UsageError("the broker leads to another address", { place: base });
    const send = options.fetch(url, {
      method,
      redirect: "error",
      headers: {
        accept: "application/hal+json, application/json",
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(options.authorization === undefined ? {} : { authorization: options.authorization }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.any([options.signal, AbortSignal.timeout(answerMs)]),
    });
    return send.catch(() => {
      throw new UsageError("the broker cannot be reached", { place: base });
    });
  };

  const accepted = async (response: Response): Promise<Response> => {
    if (response.ok) return response;
    throw new UsageError(`the broker answers ${response.status}`, {
      place: base,
      hint: "PACT_BROKER_TOKEN, or PACT_BROKER_USERNAME and PACT_BROKER_PASSWORD, hold its credential",
    });
  };

  const versionUrl = (provider: string, branch: string, version: string): string =>
    `${base}/pacticipants/${encodeURIComponent(provider)}/branches/${encodeURIComponent(branch)}/versions/${encodeURIComponent(version)}`;

  return {
    pacts: async (provider) => {
      const url = `${base}/pacts/provider/${encodeURIComponent(provider)}/for-verification`;
      const response = await ask("POST", url, selectors);
      if (response.status === 404) return [];
      const found: unknown = await (await accepted(response)).json().catch(() => undefined);
      const listed = at(found, "_embedded", "pacts");
      const hrefs = (Array.isArray(listed) ? listed : []).flatMap(
        (one: unknown) => hrefAt(one, "self") ?? [],
      );
      const texts = hrefs.map(async (href) =>
        parsePact(await (await accepted(await ask("GET", href))).text(), href),
      );
      return Promise.all(texts);
    },
    publish: async (pact, { success, providerVersion, branch, verifiedBy }) => {
      const href = hrefAt(pact.document, "pb:publish-verification-results");
      if (href === undefined)
        throw new UsageError("came from no broker, so that its result cannot be published", {
          place: pact.place,
          hint: "leave --publish out, or fetch the pact with --broker",
        });
      if (branch !== undefined)
        await accepted(await ask("PUT", versionUrl(pact.provider, branch, providerVersion), {}));
      await accepted(
        await ask("POST", href, { success, providerApplicationVersion: providerVersion, verifiedBy }),
      );
    },
  };
};
