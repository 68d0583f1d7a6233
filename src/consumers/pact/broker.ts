import { openService, type Service } from "../../core/http/service.ts";
import type { HttpRequest } from "../../core/http/http-client.ts";
import { readHttpsAddress } from "../../core/model/https-address.ts";
import type { ResponseOutcome } from "../../core/model/exchange.ts";
import { isObject } from "../../core/model/json-object.ts";
import { proxiesOf } from "../../core/model/proxy.ts";
import type { Environment } from "../../core/model/environment.ts";
import type { FinalOutcome } from "../../core/model/transport.ts";
import { UsageError } from "../../core/model/usage-error.ts";
import { parsePact, type PactFile } from "./pact-file.ts";

/** The published results of one pact. */
export interface Verification {
  readonly success: boolean;
  readonly providerVersion: string;
  readonly branch: string | undefined;
  readonly verifiedBy: { readonly implementation: string; readonly version: string };
}

/** Maximum number of a provider's pacts at a broker. */
const maxPacts = 500;

/** Enough to list and fetch the pacts of three providers and to publish their results. */
const maxRequests = 3 * maxPacts;

/** The texts of all pacts of a run are kept until the last one is verified. */
const maxKeptBytes = 24 * 1_048_576;

const at = (value: unknown, ...keys: readonly string[]): unknown =>
  keys.reduce<unknown>((parent, key) => (isObject(parent) ? parent[key] : undefined), value);

const hrefAt = (value: unknown, link: string): string | undefined => {
  const href = at(value, "_links", link, "href");
  return typeof href === "string" ? href : undefined;
};

/** Newest on the main branch, and all deployed or released versions, as Pact's documentation recommends. */
const selectors = { consumerVersionSelectors: [{ mainBranch: true }, { deployedOrReleased: true }] };

const addressOf = (text: string): URL => {
  const url = readHttpsAddress(text);
  const hint = "for example https://broker.example.org; PACT_BROKER_TOKEN holds its token";
  if (url === "plain-http")
    throw new UsageError("must be https, because a credential is sent there", {
      location: "--broker",
      hint,
    });
  // Not quoted: it may contain a credential, or be one.
  if (typeof url === "string")
    throw new UsageError("is not the address of a broker, or contains a credential", {
      location: "--broker",
      hint,
    });
  return url;
};

/** A name as one path segment. Rejects names that a client would resolve or cannot encode. */
const segment = (name: string, location: string): string => {
  if (!name.isWellFormed() || /^\.{0,2}$/.test(name))
    throw new UsageError("cannot be part of a broker's address", { location });
  return encodeURIComponent(name);
};

type Ask = (
  method: HttpRequest["method"],
  url: string,
  body?: unknown,
  mayBeMissing?: boolean,
) => Promise<ResponseOutcome & Pick<FinalOutcome, "asSent">>;

const valueOf = ({ status, body }: ResponseOutcome): unknown =>
  status < 300 && body.kind === "json" ? body.value : undefined;

const failed = (base: string, what: string, hint?: string): UsageError =>
  new UsageError(`the broker ${what}`, hint === undefined ? { location: base } : { location: base, hint });

/** Gets a successful answer, or a 404 where that is allowed. */
const asking =
  (service: Service, base: string): Ask =>
  async (method, url, body, mayBeMissing = false) => {
    const answer = await service.send(method, url, body);
    if (answer.kind === "failure") throw new UsageError(answer.message, { location: base });
    const { status } = answer;
    if (mayBeMissing && status === 404) return answer;
    if (status < 200 || status > 299)
      throw failed(
        base,
        `answers ${status}`,
        status === 401 || status === 403
          ? "PACT_BROKER_TOKEN, or PACT_BROKER_USERNAME and PACT_BROKER_PASSWORD, hold its credential"
          : undefined,
      );
    return answer;
  };

/**
 * Opens a broker, without a request.
 * @param authorization the header; undefined for a broker that needs none
 * @throws UsageError for an invalid address or one that would leak the credential, an unusable proxy, and later if the broker cannot be
 * reached, refuses, redirects or exceeds the limits.
 */
export const openBroker = (
  url: string,
  authorization: string | undefined,
  { env, signal }: Pick<Environment, "env" | "signal">,
) => {
  const address = addressOf(url);
  const base = address.href.replace(/\/+$/, "");
  const service = openService({
    name: "the broker",
    address,
    headers: {
      accept: "application/hal+json, application/json",
      ...(authorization === undefined ? {} : { authorization }),
    },
    signal,
    asSent: true,
    maxRequests,
    maxKeptBytes,
    proxyFor: proxiesOf(env),
  });

  const ask = asking(service, base);

  const versionUrl = (pact: PactFile, branch: string, version: string): string =>
    `${base}/pacticipants/${segment(pact.provider, pact.location)}/branches/${segment(branch, "--branch")}/versions/${segment(version, "--publish")}`;

  return {
    /** The pacts of a provider; empty if the broker does not know it. */
    pacts: async (provider: string) => {
      const url = `${base}/pacts/provider/${segment(provider, "--provider")}/for-verification`;
      const listed = at(valueOf(await ask("POST", url, selectors, true)), "_embedded", "pacts");
      const hrefs = (Array.isArray(listed) ? listed : []).flatMap(
        (one: unknown) => hrefAt(one, "self") ?? [],
      );
      if (hrefs.length > maxPacts)
        throw failed(
          base,
          `lists ${hrefs.length} pacts for one provider`,
          `no more than ${maxPacts} can be verified at once`,
        );
      const pacts: PactFile[] = [];
      for (const href of hrefs) {
        const { asSent } = await ask("GET", href);
        pacts.push(parsePact(Buffer.from(asSent?.body ?? []).toString(), href));
      }
      return pacts;
    },
    /** @throws UsageError if the pact came from elsewhere, or the broker refuses. */
    publish: async (pact: PactFile, { success, providerVersion, branch, verifiedBy }: Verification) => {
      const href = hrefAt(pact.document(), "pb:publish-verification-results");
      if (href === undefined)
        throw new UsageError("was not fetched from a broker, so its result cannot be published", {
          location: pact.location,
          hint: "omit --publish, or fetch the pact with --broker",
        });
      if (branch !== undefined) await ask("PUT", versionUrl(pact, branch, providerVersion), {});
      await ask("POST", href, { success, providerApplicationVersion: providerVersion, verifiedBy });
    },
  };
};

/** A Pact broker, accessed through its documented HTTP interface. */
export type Broker = ReturnType<typeof openBroker>;
