import { type ProxyOptions, proxyOptions } from "./options.ts";
import { environmentOf } from "../../inputs/app-options.ts";
import { once } from "node:events";
import { resolve } from "node:path";
import { contract as builtin } from "../../inputs/contract.ts";
import { catalogueOf } from "../../inputs/catalogue.ts";
import { meaningOf } from "../../inputs/meaning.ts";
import { openTraffic } from "../../inputs/open-traffic.ts";
import { interfaceNames, isInterfaceName } from "../../builtin/interface-name.ts";
import { mainCredentialKey } from "../../builtin/interfaces.ts";
import { withoutVersion } from "../../core/config/base-address.ts";
import { type Contract, describedAs } from "../../core/model/contract.ts";
import { printable } from "../../core/output/escape.ts";
import { suggestionHint } from "../../core/output/suggest.ts";
import type { Finding } from "../../core/model/finding.ts";
import type { InterfaceName } from "../../core/model/interface-name.ts";
import { UsageError } from "../../core/model/usage-error.ts";
import { takesHarEntries } from "../recorder/har-file.ts";
import { createExchangeRecorder } from "../../report/exchange-log.ts";
import { atPath } from "../../core/run/at-path.ts";
import { verdictOf } from "../../core/run/exit-code.ts";
import { judgeRecordings as observeRun } from "../../core/run/observe.ts";
import { baseUrlsAt } from "../../sandbox/configuration.ts";
import { createRandom } from "../../serving/random.ts";
import { type ServedSandbox, startSandbox } from "../../sandbox/serve.ts";
import { createBodyCopies } from "./body-copy.ts";
import { createAuthorize, createGuard, createReadOnly, givesCredential } from "./guard.ts";
import { createDisturbances } from "./disturbances.ts";
import { createHandler } from "./proxy-handler.ts";
import { createProxiedTraffic, type ProxiedTraffic, recordedOf } from "./proxied-traffic.ts";
import { type ServedProxy, openProxy } from "./start-proxy.ts";
import { createStatusPage } from "./status-page.ts";
import { createTarget } from "./connection.ts";
import { createTrafficCounter } from "./traffic-counts.ts";
import { unset } from "../../inputs/config-reading.ts";
import { createRun, type Emit, follow } from "../../core/run/create-run.ts";
import { baselineOf, type OpenedConfig } from "../../inputs/open-config.ts";
import type { Proxy, ProxyAddress, ProxyEvent, ServedTraffic } from "./proxy.ts";
import type { Environment } from "../../core/model/environment.ts";
import { version } from "../../core/model/version.ts";
import { assertWritable } from "../../core/output/write-file.ts";

/** Maximum bytes of a judged body; a longer one is forwarded all the same. */
const judgedBytes = 4 * 1024 * 1024;

/** Maximum bytes of all bodies that are in transit or wait to be judged. */
const copiedBytes = 64 * 1024 * 1024;

/** Maximum number of findings on the status page. */
const mostShown = 100;

/** The targets behind the proxy. */
interface Targets {
  /** Without a trailing slash, and without the version that documented paths begin with. */
  readonly baseUrls: Readonly<Record<InterfaceName, string>>;
  /** The value of a credential at a dotted path. */
  readonly secret: (path: string) => string | undefined;
  readonly sandbox?: ServedSandbox;
}

const { host: unsetHost } = new URL(unset);

const assertTargets = ({ sandbox, openapi }: ProxyOptions, opened: OpenedConfig | undefined): void => {
  if (sandbox === true) return;
  const { config } = opened ?? {};
  if (config === undefined || config.interfaces.length === 0)
    throw new UsageError("there is no target to pass requests on to", {
      option: "config",
      hint: "name a configuration with interfaces, or put the sandbox behind the proxy with `sandbox`",
    });
  const open = config.interfaces.find((name) => config.baseUrls[name]?.includes(unsetHost) === true);
  if (open !== undefined && openapi !== undefined)
    throw new UsageError("the document names no address of its server", {
      option: "url",
      hint: "give the base address, for example --url http://127.0.0.1:3000",
    });
  if (open !== undefined)
    throw new UsageError("takes an environment variable that is not set", {
      location: `interfaces.${open}.baseUrl`,
      hint: "set it, or write the address itself",
    });
};

const assertRecord = async ({ record }: ProxyOptions, { cwd }: Environment): Promise<void> => {
  if (record === undefined) return;
  const path = resolve(cwd, record);
  await assertWritable(path);
  if (path.endsWith(".har") && !takesHarEntries(path))
    throw new UsageError("is no HAR that tripact recorded", { option: "record", hint: "name a new file" });
};

const behindSandbox = async (onTrouble: (message: string) => void): Promise<Targets> => {
  const sandbox = await startSandbox({
    onBug: (bug) => onTrouble(`a handler failed, the caller got a 500: ${String(bug)}`),
  });
  const { interfaces: settings } = sandbox.config;
  return {
    sandbox,
    baseUrls: Object.fromEntries(
      interfaceNames.map((name) => [
        name,
        withoutVersion(settings[name].baseUrl, describedAs(builtin, name).versionPrefix),
      ]),
    ),
    secret: (path) => {
      const value = atPath(settings, path);
      return typeof value === "string" ? value : undefined;
    },
  };
};

const assertCredential = ({ secret }: Targets, contract: Contract): void => {
  if (givesCredential(contract, secret)) return;
  const names = contract.interfaces.map((name) => `interfaces.${describedAs(contract, name).mainCredential}`);
  throw new UsageError("no credential is configured", {
    option: "inject",
    hint:
      contract === builtin
        ? `add ${names.join(", ")}`
        : "give one for a scheme of the Authorization header, by --auth or under credentials",
  });
};

/** @throws UsageError for an interface that there is not */
const rootOf = ({ root, openapi, sandbox }: ProxyOptions, { interfaces }: Contract): string | undefined => {
  const [only] = interfaces;
  if (root === undefined) return openapi === undefined || sandbox === true ? undefined : only;
  if (interfaces.includes(root)) return root;
  throw new UsageError(`${printable(root) || '""'} is no interface here`, {
    option: "root",
    hint: suggestionHint(root, interfaces) ?? `known: ${interfaces.join(", ")}`,
  });
};

/** The options, validated before anything is served. */
type Order = Awaited<ReturnType<typeof takeOrder>>;

/** @throws UsageError for invalid options */
const takeOrder = async (options: ProxyOptions) => {
  const around = environmentOf(options, proxyOptions);
  const { port = 0, seed = proxyOptions.seed.usual } = options;
  if (options.sandbox === true && options.openapi !== undefined)
    throw new UsageError("the sandbox is of the built-in interfaces", {
      option: "sandbox",
      hint: "omit it, or serve the document by `tripact sandbox` and name its address as `url`",
    });
  // Without `inject`, clients have the credentials.
  const needsCredentials = options.inject === true && options.sandbox !== true;
  const config = await openTraffic(options, around, { needsCredentials });
  assertTargets(options, config);
  const contract = options.sandbox === true ? builtin : (config?.contract ?? builtin);
  const root = rootOf(options, contract);
  const baseline = await baselineOf(config?.config, around);
  await assertRecord(options, around);
  return { options, around, port, seed, config, contract, root, baseline };
};

/** The handler's view of the contract and the configuration. */
const policyOf = ({ options, around, seed, contract }: Order, { secret }: Targets) => {
  const { host = proxyOptions.host.usual, inject = false, readOnly = false } = options;
  const random = createRandom(seed, "proxy");
  const { matcher } = meaningOf(contract);
  return {
    guard: createGuard(host, inject),
    copies: createBodyCopies({ body: judgedBytes, all: copiedBytes }),
    disturb: createDisturbances(options, () => random.next()),
    refuse: readOnly ? createReadOnly(matcher) : () => undefined,
    authorize: inject ? createAuthorize(contract, matcher, secret, around.clock.now) : () => undefined,
  };
};

const serve = async (
  order: Order,
  { baseUrls, ...behind }: Targets,
  traffic: ProxiedTraffic,
  findings: readonly Finding[],
) => {
  const { host = proxyOptions.host.usual, ports = false } = order.options;
  const targets = new Map(
    Object.entries(baseUrls).map(([name, baseUrl]) => [name, createTarget(name, baseUrl)]),
  );
  const counter = createTrafficCounter(targets.keys());
  const handle = createHandler({
    ...policyOf(order, { baseUrls, ...behind }),
    targets,
    root: order.root,
    page: createStatusPage(() => ({
      targets: baseUrls,
      traffic: counter.counts(),
      judged: traffic.judged(),
      findings,
    })),
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
  const served = await openProxy({ host, port: order.port, ports, targets, handle, onOwn: counter.own });
  return {
    served,
    counts: (): ServedTraffic => ({ traffic: counter.counts(), dropped: traffic.dropped() }),
  };
};

const addressesOf = (
  { origin, origins }: ServedProxy,
  { baseUrls: behind, sandbox, secret }: Targets,
  { contract, options: { inject }, root }: Order,
): readonly ProxyAddress[] => {
  const baseUrls: Readonly<Record<string, string>> = baseUrlsAt(origin);
  const showsCredentials = sandbox !== undefined && inject !== true;
  return contract.interfaces.flatMap((name) => {
    const target = behind[name];
    if (target === undefined) return [];
    const value = showsCredentials ? secret(describedAs(contract, name).mainCredential) : undefined;
    const credential =
      value === undefined || !isInterfaceName(name)
        ? {}
        : { credential: { key: mainCredentialKey(name), value } };
    const baseUrl = root === name ? origin : (baseUrls[name] ?? `${origin}/${name}`);
    return [{ name, baseUrl, ownOrigin: origins.get(name), target, ...credential }];
  });
};

/** Passes events on to the run, once it has begun; those before it have no reader. */
class EventRelay {
  #emit: Emit<ProxyEvent> | undefined;

  readonly report = (event: ProxyEvent): void => void this.#emit?.(event);

  readonly trouble = (message: string): void => this.report({ type: "trouble", message });

  passTo(emit: Emit<ProxyEvent>): void {
    this.#emit = emit;
  }
}

/** What a proxy keeps while it serves. */
interface Kept {
  readonly relay: EventRelay;
  /** The latest, for the status page. */
  readonly findings: Finding[];
  readonly recorder: ReturnType<typeof createExchangeRecorder> | undefined;
}

const judgedTraffic = (
  { options, around, baseline, contract }: Order,
  { baseUrls }: Targets,
  { relay, findings, recorder }: Kept,
): Promise<ProxiedTraffic> =>
  createProxiedTraffic({
    contract,
    setting: {
      baseUrls,
      interfaces: contract.interfaces,
      checks: contract.checks.map(({ id }) => id),
      baseline: [...baseline],
      shapes: false,
    },
    record: options.record === undefined ? undefined : resolve(around.cwd, options.record),
    now: around.clock.now,
    onTrouble: relay.trouble,
    onJudged: (exchange, number) => recorder?.see({ type: "exchange", number, check: "proxy", exchange }),
    onFinding(finding) {
      findings.push(finding);
      if (findings.length > mostShown) findings.shift();
      relay.report({ type: "finding-seen", finding });
    },
  });

type Serving = Awaited<ReturnType<typeof serve>>;

/** Judges what passes through until the signal aborts. */
const judgeUntil = async (
  { around, baseline, options, contract }: Order,
  { served, counts }: Serving,
  traffic: ProxiedTraffic,
  recorder: Kept["recorder"],
  emit: Emit<ProxyEvent>,
  signal: AbortSignal,
) => {
  const observe = async () => {
    if (!signal.aborted) await once(signal, "abort");
    await served.close();
    const observed = await traffic.end();
    await emit({ type: "served", ...counts() });
    return observed;
  };
  const events = observeRun({
    contract,
    chosen: contract.checks,
    files: ["the proxied traffic"],
    version: version(),
    clock: around.clock,
    baseline,
    observe,
  });
  const footer = await follow(events, emit);
  if (footer === undefined) throw new Error("the run ended without a report");
  return {
    verdict: verdictOf(footer, options.failOn),
    report: footer.report,
    ...(contract === builtin ? {} : { catalogue: catalogueOf(contract) }),
    ...counts(),
    ...(recorder === undefined ? {} : { exchanges: recorder.log((text) => text) }),
  };
};

/** The run of a proxy that serves, and what ends it. */
const runOf = (
  order: Order,
  targets: Targets,
  serving: Serving,
  traffic: ProxiedTraffic,
  { relay, recorder }: Kept,
) => {
  const ended = new AbortController();
  const until = AbortSignal.any([order.around.signal, ended.signal]);
  const run = createRun<ProxyEvent, Awaited<Proxy["run"]["result"]>>(async (emit, signal) => {
    relay.passTo(emit);
    try {
      return await judgeUntil(order, serving, traffic, recorder, emit, signal);
    } finally {
      await serving.served.close();
      await targets.sandbox?.close();
    }
  }, until);
  // A caller that aborts need not have requested the result.
  const end = (): void => void run.result.catch(() => undefined);
  if (until.aborted) end();
  else until.addEventListener("abort", end, { once: true });
  return { run, ended };
};

/** Serves an order. @throws UsageError before anything is served */
export const serveProxy = async (options: ProxyOptions): Promise<Proxy> => {
  const order = await takeOrder(options);
  const kept: Kept = {
    relay: new EventRelay(),
    findings: [],
    recorder: options.exchanges === true ? createExchangeRecorder(order.contract.fieldNames) : undefined,
  };
  const targets: Targets =
    options.sandbox === true || order.config === undefined
      ? await behindSandbox(kept.relay.trouble)
      : { baseUrls: order.config.config.baseUrls, secret: order.config.config.secret };
  try {
    if (options.inject === true) assertCredential(targets, order.contract);
    const traffic = await judgedTraffic(order, targets, kept);
    const serving = await serve(order, targets, traffic, kept.findings).catch(async (error: unknown) => {
      await traffic.end();
      throw error;
    });
    const { run, ended } = runOf(order, targets, serving, traffic, kept);
    return {
      origin: serving.served.origin,
      addresses: addressesOf(serving.served, targets, order),
      run,
      close: () => {
        ended.abort();
        return run.result;
      },
    };
  } catch (error) {
    await targets.sandbox?.close();
    throw error;
  }
};
