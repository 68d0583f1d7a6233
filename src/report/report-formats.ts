import type { ReportInput } from "../core/model/report-input.ts";

type Format = (input: ReportInput) => string;

export interface FormatEntry {
  /** Loads the format's code only when needed. */
  readonly load: () => Promise<Format>;
  readonly extension: string;
  /** `needs`: the format is useless without exchanges; `shows`: it includes them. */
  readonly exchanges?: "needs" | "shows";
}

/** Every format of `--report`, in the order of help and messages. */
const formats = {
  json: {
    load: async () => {
      const { jsonReport } = await import("./json.ts");
      return ({ report }) => jsonReport(report);
    },
    extension: "json",
  },
  junit: {
    load: async () => (await import("./junit.ts")).junitReport,
    extension: "xml",
  },
  sarif: {
    load: async () => (await import("./sarif.ts")).sarifReport,
    extension: "sarif",
  },
  ctrf: {
    load: async () => (await import("./ctrf.ts")).ctrfReport,
    extension: "ctrf.json",
  },
  github: {
    load: async () => (await import("./github.ts")).githubReport,
    extension: "txt",
  },
  gitlab: {
    load: async () => (await import("./gitlab.ts")).gitlabReport,
    extension: "codequality.json",
  },
  har: {
    load: async () => (await import("./har.ts")).harReport,
    extension: "har",
    exchanges: "needs",
  },
  markdown: {
    load: async () => {
      const { markdownReport } = await import("./markdown.ts");
      return (input) => markdownReport(input);
    },
    extension: "md",
  },
  html: {
    load: async () => {
      const { loadPageAssets } = await import("./html/assets.ts");
      const { htmlReport } = await import("./html/html.ts");
      const assets = loadPageAssets();
      return (input) => htmlReport(input, assets);
    },
    extension: "html",
    exchanges: "shows",
  },
} as const satisfies Readonly<Record<string, FormatEntry>>;

/** A format of `report` and `--report`. */
export type ReportFormat = keyof typeof formats;

export const isFormat = (name: unknown): name is ReportFormat =>
  typeof name === "string" && Object.hasOwn(formats, name);

export const formatOf = (name: ReportFormat): FormatEntry => formats[name];

export const reportFormats: readonly ReportFormat[] = Object.keys(formats).filter(isFormat);

/** File extension of a format, without the dot. */
export const extensionOf = (format: ReportFormat): string => formats[format].extension;
