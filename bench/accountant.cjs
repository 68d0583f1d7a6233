// Loaded into every Node process of a measured program: writes its account when it exits.
const { readFileSync, writeFileSync } = require("node:fs");

/** In megabytes. What the system counts for the process itself says the parent's memory too, until the program began. */
const peakMb = () => {
  try {
    return Number(/^VmHWM:\s+(\d+) kB/m.exec(readFileSync("/proc/self/status", "utf8"))[1]) / 1024;
  } catch {
    return process.resourceUsage().maxRSS / 1024;
  }
};

process.on("exit", () => {
  const { userCPUTime, systemCPUTime } = process.resourceUsage();
  const account = { cpuMs: (userCPUTime + systemCPUTime) / 1000, peakMb: peakMb() };
  try {
    writeFileSync(`${process.env.TRIPACT_ACCOUNTS}/${process.pid}.json`, JSON.stringify(account));
  } catch {
    // The measuring process has gone.
  }
});
