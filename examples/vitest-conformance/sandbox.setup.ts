import { sandboxSetup } from "tripact/vitest/sandbox";

// One sandbox for the whole run, on a free port, with fifty donors.
export default sandboxSetup({ scale: 50 });
