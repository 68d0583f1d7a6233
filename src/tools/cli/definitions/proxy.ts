import { interfaceNames } from "../../../contract/interface-name.ts";
import { failingSeverities } from "../../../harness/model/verdict.ts";
import { defineCommand, type OptionsOf } from "../definition.ts";
import { configOption } from "./shared-options.ts";

export const proxyCommand = defineCommand({
  name: "proxy",
  summary: "judge the traffic of any client as it goes by",
  description:
    `Serves ${interfaceNames.map((name) => `/${name}`).join(", ")} on this machine, passes every request on to the configured target as it came, ` +
    "and judges each exchange by every fact that a single exchange can show. Ctrl+C prints the summary. Shows and " +
    "keeps no value of a record.",
  options: [
    configOption("configuration with the addresses of the targets"),
    { flags: "--sandbox", text: "put the embedded sandbox behind the proxy" },
    { flags: "--port <number>", text: "port to listen on (default: a free one)" },
    { flags: "--host <address>", text: "address to listen on", default: "127.0.0.1" },
    {
      flags: "--ports",
      text: "also serve each interface on a port of its own: those after --port, or free ones",
    },
    {
      flags: "--record <file>",
      text: "add the exchanges to this file, masked, for tripact observe: NDJSON, or HAR where it ends in .har",
    },
    {
      flags: "--report <format=path>",
      text: "also write a report at the end, as in tripact check",
      many: true,
    },
    {
      flags: "--fail-on <severity>",
      text: "the least severity of a finding that makes the exit code 1",
      choices: failingSeverities,
      default: "error",
    },
    { flags: "--inject", text: "add the configured credential to requests that have none" },
    { flags: "--read-only", text: "refuse requests that the OpenAPI documents call a write, with 403" },
    { flags: "--latency <time>", text: "let requests wait: 50ms, or at random between 20ms..200ms" },
    { flags: "--fault-rate <share>", text: "break the connections of this share of requests, such as 0.05" },
    {
      flags: "--status <status:share>",
      text: "answer this share of requests with a status, such as 503:0.05",
      many: true,
    },
    { flags: "--seed <number>", text: "seed of what is disturbed", default: "1" },
  ],
});

export type ProxyOptions = OptionsOf<typeof proxyCommand>;
