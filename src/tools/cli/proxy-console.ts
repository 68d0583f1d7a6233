import type { ProxyAddress, ServedTraffic } from "../proxy/proxy.ts";
import { type Finding, whereOf } from "../../harness/model/finding.ts";
import type { Palette } from "../../harness/output/palette.ts";
import { plural } from "../../harness/output/plural.ts";
import { safe, safeJson, type SafeText } from "../../harness/output/safe-text.ts";

/** A finding on one line. */
export const findingLine = (finding: Finding, palette: Palette): SafeText => {
  const { severity, fact, message, fingerprint } = finding;
  const mark = severity === "error" ? palette.bad("✗") : palette.warn("!");
  return safe`${mark} ${palette.strong(fact)} ${whereOf(finding)}: ${message} ${palette.dim(fingerprint)}\n`;
};

/** The addresses on one line of JSON. */
export const addressJson = (origin: string, addresses: readonly ProxyAddress[]): SafeText =>
  safeJson({
    origin,
    status: `${origin}/__tripact`,
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

/** The addresses for people. */
export const addressText = (
  origin: string,
  addresses: readonly ProxyAddress[],
  palette: Palette,
): SafeText => {
  const width = Math.max(...addresses.map(({ baseUrl }) => baseUrl.length));
  const lines = addresses.map(({ name, baseUrl, ownOrigin, target, credential }) => {
    const own = ownOrigin === undefined ? "" : ` · ${ownOrigin}`;
    const secret = credential === undefined ? "" : palette.dim(` · ${credential.key} ${credential.value}`);
    return safe`  ${palette.strong(name.padEnd(9))}  ${baseUrl.padEnd(width)} → ${target}${own}${secret}\n`;
  });
  return safe`${lines}  ${palette.dim("status")}     ${origin}/__tripact\n\nPassing on. Press Ctrl+C to stop and to see the summary.\n\n`;
};

/** What the summary of the judged exchanges omits. */
export const trafficText = ({ traffic: { own, unjudged }, dropped }: ServedTraffic): SafeText => {
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
