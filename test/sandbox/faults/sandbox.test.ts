import { describeFaults } from "./describe-faults.ts";
import { onlyTheSandboxShows } from "./only-the-sandbox-shows.ts";

describeFaults("what only the sandbox can show", onlyTheSandboxShows);
