import { describeFaults } from "./describe-faults.ts";

describeFaults("the volunteer interface", (fact) => fact.startsWith("VOL-"));
