import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { resolve } from "node:path";
import { fieldNames } from "../../../contract/documents.ts";
import { createExchangeRecorder, type ExchangeRecorder } from "../../../harness/reporters/exchange-log.ts";
import { contract } from "../../../contract/contract.ts";
import { operationMatcher } from "../../../contract/documents.ts";
import { interfaceNames } from "../../../contract/interface-name.ts";
import { interfaces } from "../../../contract/interfaces.ts";
import type { Finding } from "../../../harness/model/finding.ts";
import type { RunFooter } from "../../../harness/model/run-event.ts";
import { createPalette } from "../../../harness/output/palette.ts";
import { safe } from "../../../harness/output/safe-text.ts";
import { exitCodeOf, exitCodes } from "../../../harness/runner/exit-code.ts";
import { type Observed, observe as observeRun } from "../../../harness/runner/observe.ts";
import { createRandom } from "../../../sandbox/random.ts";
import { createBodyCopies } from "../../proxy/body-copy.ts";
import { createAuthorize } from "../../proxy/credentials.ts";
import { createDisturbances } from "../../proxy/disturbances.ts";
import { createGuard } from "../../proxy/guard.ts";
import { type Addressed, createHandler } from "../../proxy/proxy-handler.ts";
import { type FindDocumented, readOnlyRefusal } from "../../proxy/read-only.ts";
import { recordedOf } from "../../proxy/recorded-exchange.ts";
import { type ServedProxy, startProxy } from "../../proxy/start-proxy.ts";
import { createStatusPage, type ProxyStatus } from "../../proxy/status-page.ts";
import { createTarget } from "../../proxy/target.ts";
import { createTrafficCounter, type TrafficCounter } from "../../proxy/traffic-counts.ts";
import { usesColor } from "../color.ts";
import type { ProxyOptions } from "../definitions/proxy.ts";
import type { CliIo, Output } from "../io.ts";
import { createProxiedTraffic, type ProxiedTraffic } from "../proxied-traffic.ts";
import {
  addressesOf,
  addressJson,
  addressText,
  findingLine,
  shownFinding,
  trafficText,
} from "../proxy-console.ts";
import { openTargets, type ProxiedTargets, type ProxyOrder, takeProxyOrder } from "../proxy-order.ts";
import { personStream, recordingConsole } from "../run-console.ts";
import { deliverReports, showsExchanges } from "../report-files.ts";
import { suite } from "../../../app/suite.ts";
import { version } from "../../../app/version.ts";

/** Bytes of a body that is judged; a longer one passes all the same. */
const judgedBytes = 4 * 1024 * 1024;

/** Bytes of all bodies that are on their way or wait to be judged. */
const copiedBytes = 64 * 1024 * 1024;

/** Findings that the status page shows. */
const mostShown = 100;

const findDocumented: FindDocumented = (of, method, path) =>
  operationMatcher.match({ interface: of, method, path: path.replace(/\?.*$/s, "") })?.operation;

/** Where text for a person goes: standard output is for the address alone with `--json`. */
const streamOf = (options: ProxyOptions, { reports }: ProxyOrder, io: CliIo): Output =>
  options.json === true ? io.stderr : personStream(io, reports);

/** Prints findings as they appear; those of the baseline are known. */
const findingPrinter = (options: ProxyOptions, order: ProxyOrder, io: CliIo) => {
  const stream = streamOf(options, order, io);
  const palette = createPalette(usesColor(options.color, io.env, stream));
  return (finding: Finding): void => {
    if (!finding.known) stream.write(findingLine(finding, palette));
  };
};

interface Serving {
  readonly served: ServedProxy;
  readonly traffic: ProxiedTraffic;
  readonly counter: TrafficCounter;
}

interface Opened {
  readonly options: ProxyOptions;
  readonly order: ProxyOrder;
  readonly targets: ProxiedTargets;
  readonly recorder: ExchangeRecorder | undefined;
  readonly io: CliIo;
}

const openTraffic = async (
  { options, order, targets, recorder, io }: Opened,
  findings: Finding[],
): Promise<ProxiedTraffic> => {
  const print = findingPrinter(options, order, io);
  return createProxiedTraffic({
    setting: {
      baseUrls: targets.baseUrls,
      interfaces: interfaceNames,
      checks: suite.checks.map(({ id }) => id),
      baseline: [...order.baseline],
      shapes: false,
    },
    record: options.record === undefined ? undefined : resolve(io.cwd, options.record),
    now: io.clock.now,
    onTrouble: (message) => io.stderr.write(safe`tripact: ${message}\n`),
    ...(recorder === undefined
      ? {}
      : {
          onJudged: (exchange, number) =>
            recorder.see({ type: "exchange", number, check: "proxy", exchange }),
        }),
    onFinding: (finding) => {
      findings.push(finding);
      if (findings.length > mostShown) findings.shift();
      print(finding);
    },
  });
};

/** What the handler asks of the contract and the configuration. */
const policyOf = ({ options, order, targets, io }: Opened) => {
  const random = createRandom(order.seed, "proxy");
  const find = findDocumented;
  const authorize = createAuthorize({
    described: interfaces,
    secret: targets.secret,
    find,
    now: io.clock.now,
  });
  return {
    guard: createGuard({ listening: options.host, injects: options.inject === true }),
    copies: createBodyCopies({ body: judgedBytes, all: copiedBytes }),
    disturb: createDisturbances(order.disturbances, () => random.next()),
    refuse: (request: IncomingMessage, { target, path }: Addressed) =>
      options.readOnly === true ? readOnlyRefusal(request, target.interface, path, find) : undefined,
    authorize: options.inject === true ? authorize : () => undefined,
  };
};

const serve = async (opened: Opened): Promise<Serving> => {
  const { options, order } = opened;
  const findings: Finding[] = [];
  const traffic = await openTraffic(opened, findings);
  const { baseUrls } = opened.targets;
  const targets = new Map(
    Object.entries(baseUrls).map(([name, baseUrl]) => [name, createTarget(name, baseUrl)]),
  );
  const counter = createTrafficCounter(targets.keys());
  const status = (): ProxyStatus => ({
    targets: baseUrls,
    traffic: counter.counts(),
    judged: traffic.judged(),
    findings: findings.map(shownFinding),
  });
  const handle = createHandler({
    ...policyOf(opened),
    targets,
    page: createStatusPage(status),
    onOwn: counter.own,
    onPassed: (request, addressed, passed) => {
      counter.passed(addressed.target.interface, passed);
      traffic.take({
        read: () => recordedOf(request, addressed, passed),
        size: passed.answer?.body.size() ?? 0,
        done: () => {
          passed.sent.release();
          passed.answer?.body.release();
        },
      });
    },
  });
  const { host, ports = false } = options;
  const served = await startProxy({ host, port: order.port, ports, targets, handle, onOwn: counter.own });
  return { served, traffic, counter };
};

const printAddresses = (opened: Opened, served: ServedProxy): void => {
  const { options, order, targets, io } = opened;
  const addresses = addressesOf({ served, targets, injects: options.inject === true });
  if (options.json === true) return io.stdout.write(addressJson(served.origin, addresses));
  if (options.quiet === true) return undefined;
  const stream = personStream(io, order.reports);
  stream.write(
    addressText(served.origin, addresses, createPalette(usesColor(options.color, io.env, stream))),
  );
  return undefined;
};

/** Serves until it is stopped, and then judges what waits. */
const untilStopped = async (opened: Opened, serving: Serving): Promise<Observed> => {
  const { options, order, io } = opened;
  const { served, traffic, counter } = serving;
  printAddresses(opened, served);
  if (!io.signal.aborted) await once(io.signal, "abort");
  await served.close();
  const observed = await traffic.end();
  if (options.quiet !== true)
    streamOf(options, order, io).write(trafficText(counter.counts(), traffic.dropped()));
  return observed;
};

const footerOf = async (opened: Opened, serving: Serving): Promise<RunFooter | undefined> => {
  const { options, order, io } = opened;
  const write = recordingConsole(options, io, streamOf(options, order, io));
  const events = observeRun({
    contract,
    chosen: suite.checks,
    files: ["the proxied traffic"],
    version: version(),
    clock: io.clock,
    baseline: order.baseline,
    observe: () => untilStopped(opened, serving),
  });
  let footer: RunFooter | undefined;
  for await (const event of events) {
    write(event);
    if (event.type === "run-ended") footer = event;
  }
  return footer;
};

const serveAndJudge = async (opened: Opened): Promise<number> => {
  const { order, options, recorder, io } = opened;
  const serving = await serve(opened);
  const footer = await footerOf(opened, serving).finally(() => serving.served.close());
  if (footer === undefined) {
    io.stderr.write(safe`tripact: the run ended without a report\n`);
    return exitCodes.notJudged;
  }
  const exchanges = recorder === undefined ? {} : { exchanges: recorder.log((text) => text) };
  await deliverReports(order.reports, { report: footer.report, ...exchanges }, io);
  return exitCodeOf(footer, options.failOn);
};

/**
 * `tripact proxy`: passes traffic on until it is stopped, and judges it. Being stopped is how it ends, so that the exit
 * code says what was found.
 * @throws UsageError before anything is served when an option or the configuration is invalid, or a port is taken.
 */
export const proxy = async (options: ProxyOptions, io: CliIo): Promise<number> => {
  const order = await takeProxyOrder(options, io);
  const targets = await openTargets(options, order, io);
  try {
    return await serveAndJudge({
      options,
      order,
      targets,
      recorder: showsExchanges(order.reports) ? createExchangeRecorder(fieldNames) : undefined,
      io,
    });
  } finally {
    await targets.sandbox?.close();
  }
};
