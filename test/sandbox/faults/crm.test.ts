import { describeFaults } from "./describe-faults.ts";
import { onlyTheSandboxShows } from "./only-the-sandbox-shows.ts";

describeFaults(
  "the CRM and of what all interfaces share",
  (fact) => /^(GEN|CRM)-/.test(fact) && !onlyTheSandboxShows(fact),
);
