/**
 * Keeps a served sandbox busy: two organizations, six credentials and many parallel clients, reading and writing on all
 * three interfaces. Fails on a wrong status (any 5xx is wrong), on a byte of another organization, on a lost update,
 * and if the server's memory grows. `npx node scripts/soak.ts --seconds 60 --clients 100`
 */
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { Pool } from "undici";
import { createRandom } from "../src/serving/random.ts";
import { createCaller, createTokens, type Caller } from "./soak/caller.ts";
import { createClient, type Account, type Client } from "./soak/client.ts";
import { startServerProcess, type ServerProcess } from "./soak/server-process.ts";
import { surveyOrganization, type Survey } from "./soak/survey.ts";
import { createTally, type Tally } from "./soak/tally.ts";
import { createWitness, organizationIds, otherThan, type OrganizationId } from "./soak/witness.ts";

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "60" },
    clients: { type: "string", default: "100" },
    scale: { type: "string", default: "1000" },
    data: { type: "string" },
  },
});
const [seconds, clientCount, scale] = [values.seconds, values.clients, values.scale].map(Number);
if (seconds === undefined || clientCount === undefined || scale === undefined)
  throw new Error("seconds, clients and scale are numbers");

const megabyte = 1024 * 1024;

/** Hourly limits are not tested here. */
const withoutLimits = ["--set", "U-27=1000000000", "--set", "U-28=0", "--set", "U-29=0"];

const dataOption = values.data === undefined ? [] : ["--data", values.data];

const serverOptions = ["--port", "0", "--scale", String(scale), ...withoutLimits, ...dataOption];

interface Side {
  readonly call: Caller;
  readonly survey: Survey;
}

const prepare = async (server: ServerProcess, pool: Pool, tally: Tally): Promise<readonly Client[]> => {
  const witness = createWitness();
  const side = async (organization: OrganizationId): Promise<Side> => {
    const tokens = await createTokens(server, organization);
    // While it learns, the witness mistakes everything unknown for another organization's data.
    const learning = createCaller({ pool, tally, witness: createWitness() }, organization, tokens);
    const survey = await surveyOrganization(learning, organization, witness, Math.ceil(scale * 1.1) + 50);
    return { call: createCaller({ pool, tally, witness }, organization, tokens), survey };
  };
  const sides = { 1: await side(1), 2: await side(2) };
  // The configuration of a sandbox has an account of the main organization.
  const account = server.config.interfaces.crm.credentials["password"] as Account;
  return Promise.all(
    Array.from({ length: clientCount }, (_, number) => {
      const organization = organizationIds[number % 2] ?? 1;
      const { call, survey } = sides[organization];
      return createClient({
        call,
        organization,
        own: survey,
        foreign: sides[otherThan(organization)].survey,
        replaceable: survey.replaceable[Math.floor(number / 2)],
        account: organization === 1 ? account : undefined,
        witness,
        tally,
        random: createRandom(1, `client ${number}`),
        number,
      });
    }),
  );
};

/** Memory of the server, second by second, until the signal. */
const sample = async (server: ServerProcess, signal: AbortSignal): Promise<readonly number[]> => {
  const samples: number[] = [];
  while (!signal.aborted) {
    samples.push(server.residentBytes());
    await wait(1000, undefined, { signal }).catch(() => undefined);
  }
  return samples;
};

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? Number.NaN;

/** While compiled code and caches grow, in seconds. */
const warmUp = 20;

/** After the warm-up, the second half may not be much above the first. Shorter runs are inconclusive. */
const memoryOf = (samples: readonly number[]): { readonly text: string; readonly isFlat: boolean } => {
  const inMegabytes = samples.map((bytes) => bytes / megabyte);
  const settled = inMegabytes.slice(warmUp);
  const half = Math.floor(settled.length / 2);
  const [early, late] = [median(settled.slice(0, half)), median(settled.slice(half))];
  const sizes = [inMegabytes[0], early, late, Math.max(...inMegabytes)].map((size) => size?.toFixed(0));
  return {
    text: `memory MiB: ${sizes[0]} at first, ${sizes[1]} then ${sizes[2]} after ${warmUp} s, ${sizes[3]} at most`,
    isFlat: half < warmUp / 2 || late <= early * 1.05 + 8,
  };
};

const tally = createTally();
const server = await startServerProcess(serverOptions);
const pool = new Pool(server.origin, { connections: clientCount });
try {
  const clients = await prepare(server, pool, tally);
  const before = tally.count();
  const done = new AbortController();
  const sampled = sample(server, done.signal);
  const deadline = performance.now() + seconds * 1000;
  await Promise.all(
    clients.map(async (client) => {
      while (performance.now() < deadline) await client.step();
    }),
  );
  done.abort();
  const memory = memoryOf(await sampled);
  const requests = tally.count() - before;
  await Promise.all(clients.map((client) => client.verify()));
  if (!memory.isFlat) tally.fail("the memory of the server grows");
  for (const line of server.complaints) tally.fail(`the server complains: ${line}`);
  const report = [
    tally.table(),
    "",
    `${clients.length} clients, ${requests} requests in ${seconds} s (${Math.round(requests / seconds)}/s), ${tally.serverErrors()} of 5xx`,
    memory.text,
    ...[...tally.failures].map(([what, count]) => `FAILED ${count}× ${what}`),
    tally.failures.size === 0 ? "passed" : "failed",
  ];
  process.stdout.write(`${report.join("\n")}\n`);
} finally {
  await pool.close();
  const code = await server.stop();
  if (code !== 0) tally.fail(`the server ended with ${code}`);
}
process.exitCode = tally.failures.size === 0 ? 0 : 1;
