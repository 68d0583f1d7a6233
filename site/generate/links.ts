export const repository = "https://github.com/tripact/tripact/blob/main/";

const onSite: Readonly<Record<string, string>> = {
  "README.md": "/",
  "SECURITY.md": "/security",
  "SUPPORT.md": "/support",
  "ARCHITECTURE.md": "/architecture",
  "CONTRIBUTING.md": "/contributing",
  "CHANGELOG.md": "/changelog",
  "CODE_OF_CONDUCT.md": "/code-of-conduct",
};

/**
 * Links of a Markdown file, as they are in the repository, led to the site where it has the page, and to the repository
 * where it does not.
 * @param folder The file's folder in the repository: `` or `docs/guides/`.
 */
export const linked = (text: string, folder = ""): string =>
  text
    .replaceAll("{{", "&#123;&#123;")
    .replaceAll(new RegExp(`\\]\\(${repository.replaceAll(".", "\\.")}`, "g"), "](")
    .replaceAll(/\]\((?!https?:|#|mailto:|\/)([^)#\s]+)(#[^)\s]+)?\)/g, (_, path: string, hash = "") => {
      const file = new URL(path, `file:///${folder}`).pathname.slice(1);
      const page = /^docs\/(tutorial|guides|reference|explanation)\/[\w-]+(?=\.md$)/.exec(file)?.[0];
      return `](${page?.slice("docs".length) ?? onSite[file] ?? `${repository}${file}`}${String(hash)})`;
    });
