// Loaded into every Node process of a measured program: writes its account when it exits.
const { writeFileSync } = require("node:fs");
process.on("exit", () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  const account = { cpuMs: (userCPUTime + systemCPUTime) / 1000, peakMb: maxRSS / 1024 };
  try {
    writeFileSync(`${process.env.TRIPACT_ACCOUNTS}/${process.pid}.json`, JSON.stringify(account));
  } catch {
    // The measuring process has gone.
  }
});
