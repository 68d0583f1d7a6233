import { describeFaults } from "./describe-faults.ts";
import { onlyTheSandboxShows } from "./only-the-sandbox-shows.ts";

describeFaults("the donation interface", (fact) => fact.startsWith("DON-") && !onlyTheSandboxShows(fact));
