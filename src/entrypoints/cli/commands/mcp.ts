import { liveFolder } from "../../../core/config/state-folder.ts";
import { codeOf } from "../../../core/model/error-code.ts";
import { UsageError } from "../../../core/model/usage-error.ts";
import { command } from "../command.ts";

const load = async () => {
  try {
    return await import("../../mcp/serve.ts");
  } catch (error) {
    if (codeOf(error) !== "ERR_MODULE_NOT_FOUND") throw error;
    throw new UsageError("the server for coding agents needs the package @modelcontextprotocol/sdk", {
      hint: "npm install --save-dev @modelcontextprotocol/sdk",
    });
  }
};

/** `tripact mcp`: serves checks, explanations and sandboxes to a coding agent. */
export const mcpCommand = command({
  name: "mcp",
  summary: "serve checks and sandboxes to coding agents",
  description:
    "Serves the commands as tools of the Model Context Protocol over standard input and output, for coding agents. " +
    "Reads configurations as tripact check does, and writes to a target only if its configuration has safety.writes.",
  async run(_, io) {
    const { createLineTransport, serveMcp } = await load();
    await serveMcp(
      createLineTransport(io.stdin, (text) => io.stdout.write(text)),
      { ...io, stateFolder: liveFolder(io.env), after: (milliseconds) => AbortSignal.timeout(milliseconds) },
    );
    return 0;
  },
});
