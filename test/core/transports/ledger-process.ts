import { openStore } from "../../../src/core/store/store.ts";
import { createSharedLedger } from "../../../src/core/transports/shared-ledger.ts";

/** A process that takes from a shared budget until it is spent, and prints how many requests it got. */
const [, , path = "", perHour = "0"] = process.argv;
const store = openStore(path);
const ledger = createSharedLedger({
  store,
  accounts: { crm: "account" },
  perSecond: Infinity,
  perHour: Number(perHour),
  now: () => Date.now(),
  monotonic: () => Number(process.hrtime.bigint()) / 1e6,
});
let taken = 0;
while (ledger.take("crm").kind === "taken") taken += 1;
process.stdout.write(String(taken));
store.close();
