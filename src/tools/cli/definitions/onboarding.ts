import { defineCommand, type OptionsOf } from "../definition.ts";
import { configOption } from "./shared-options.ts";

export const initCommand = defineCommand({
  name: "init",
  summary: "write tripact.config.yaml from an address and a token",
  description:
    "Asks a target, with at most 40 reads, what it serves and which records it has, and writes a configuration: what " +
    "was found, and every further key as a comment that says how many facts it adds. Asks for addresses and tokens " +
    "that it is not given; tokens come from CRM_KEY, DONATION_TOKEN and VOLUNTEER_TOKEN, and the file only names " +
    "these variables. A file that is there is extended: its keys, values and comments stay as they are.",
  options: [
    { flags: "--config <file>", text: "file to write or extend (default: tripact.config.yaml)" },
    { flags: "--crm <url>", text: "base address of the CRM" },
    { flags: "--donation <url>", text: "base address of the donation interface" },
    { flags: "--volunteer <url>", text: "base address of the volunteer interface" },
    {
      flags: "--yes",
      text: "ask nothing: extend a file that is there, and refuse where an address differs from it",
    },
    { flags: "--then-check", text: "then check the target; the exit code is that of tripact check" },
  ],
});

export type InitOptions = OptionsOf<typeof initCommand>;

export const doctorCommand = defineCommand({
  name: "doctor",
  summary: "say what a configuration can judge, and what is wrong",
  description:
    "Asks each configured interface, by reads alone: is it reachable, does it take its credentials, are the named " +
    "records there, which operations does it serve; and says how many facts can be judged and what each missing key " +
    "would add. Exit code 0 when all is as the configuration says; 2 when a named record or credential is not what " +
    "its key says; 3 when an interface cannot be judged.",
  options: [configOption()],
});

export type DoctorOptions = OptionsOf<typeof doctorCommand>;
