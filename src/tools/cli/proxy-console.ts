import { interfaceNames } from "../../contract/interface-name.ts";
import { interfaces, mainCredentialKey } from "../../contract/interfaces.ts";
import type { Finding } from "../../harness/model/finding.ts";
import type { Palette } from "../../harness/output/palette.ts";
import { plural } from "../../harness/output/plural.ts";
import { safe, safeJson, type SafeText } from "../../harness/output/safe-text.ts";
import { baseUrlsAt } from "../../sandbox/configuration.ts";
import type { ServedProxy } from "../proxy/start-proxy.ts";
import type { TrafficCounts } from "../proxy/traffic-counts.ts";
import type { ProxiedTargets } from "./proxy-order.ts";

const whereOf = ({ interface: name, request, operation, pointer }: Finding): string =>
  `${name} ${request ?? operation}${pointer === "" ? "" : ` ${pointer}`}`;

/** A finding as the status page shows it. */
export const shownFinding = (finding: Finding) => {
  const { fact, severity, message, fingerprint } = finding;
  return { fact, severity, where: whereOf(finding), message, fingerprint };
};

/** A finding in a line. */
export const findingLine = (finding: Finding, palette: Palette): SafeText => {
  const { severity, fact, message, fingerprint } = finding;
  const mark = severity === "error" ? palette.bad("✗") : palette.warn("!");
  return safe`${mark} ${palette.strong(fact)} ${whereOf(finding)}: ${message} ${palette.dim(fingerprint)}\n`;
};

/** An interface as a client reaches it through the proxy. */
interface Address {
  readonly name: string;
  readonly baseUrl: string;
  /** Where it has a port of its own. */
  readonly ownOrigin: string | undefined;
  readonly target: string;
  /** The sandbox's invented credential, where clients need one. */
  readonly credential?: { readonly key: string; readonly value: string };
}

/** What a served proxy passes on to. */
export interface Serves {
  readonly served: ServedProxy;
  readonly targets: ProxiedTargets;
  /** Whether clients need no credential. */
  readonly injects: boolean;
}

export const addressesOf = ({ served, targets, injects }: Serves): readonly Address[] => {
  const baseUrls = baseUrlsAt(served.origin);
  const showsCredentials = targets.sandbox !== undefined && !injects;
  return interfaceNames.flatMap((name) => {
    const target = targets.baseUrls[name];
    if (target === undefined) return [];
    const value = showsCredentials ? targets.secret(interfaces[name].mainCredential) : undefined;
    const credential = value === undefined ? {} : { credential: { key: mainCredentialKey(name), value } };
    return [{ name, baseUrl: baseUrls[name], ownOrigin: served.origins.get(name), target, ...credential }];
  });
};

/** The addresses on one line, for programs. */
export const addressJson = (origin: string, addresses: readonly Address[]): SafeText =>
  safeJson({
    origin,
    interfaces: Object.fromEntries(
      addresses.map(({ name, baseUrl, ownOrigin, credential }) => [
        name,
        {
          baseUrl,
          ...(ownOrigin === undefined ? {} : { ownOrigin }),
          ...(credential === undefined ? {} : { credentials: { [credential.key]: credential.value } }),
        },
      ]),
    ),
  });

/** The addresses for a person. */
export const addressText = (origin: string, addresses: readonly Address[], palette: Palette): SafeText => {
  const width = Math.max(...addresses.map(({ baseUrl }) => baseUrl.length));
  const lines = addresses.map(({ name, baseUrl, ownOrigin, target, credential }) => {
    const own = ownOrigin === undefined ? "" : ` · ${ownOrigin}`;
    const secret = credential === undefined ? "" : palette.dim(` · ${credential.key} ${credential.value}`);
    return safe`  ${palette.strong(name.padEnd(9))}  ${baseUrl.padEnd(width)} → ${target}${own}${secret}\n`;
  });
  return safe`${lines}  ${palette.dim("status")}     ${origin}/__tripact\n\nPassing on. Press Ctrl+C to stop and to see the summary.\n\n`;
};

/** What the summary of the judged exchanges cannot show. */
export const trafficText = ({ own, unjudged }: TrafficCounts, dropped: number): SafeText => {
  const answers = Object.entries(own);
  const sum = answers.reduce((all, [, count]) => all + count, 0);
  const reasons = answers.map(([reason, count]) => `${count} ${reason}`).join(", ");
  const parts = [
    ...(answers.length === 0 ? [] : [`${sum} answered by the proxy (${reasons})`]),
    ...(unjudged === 0 ? [] : [`${plural(unjudged, "exchange")} with a body too long to be judged`]),
    ...(dropped === 0 ? [] : [`${plural(dropped, "exchange")} too fast to be judged`]),
  ];
  return parts.length === 0 ? safe`` : safe`proxy      ${parts.join(" · ")}\n`;
};
