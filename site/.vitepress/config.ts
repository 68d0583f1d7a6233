import { existsSync, readFileSync } from "node:fs";
import { defineConfig, type DefaultTheme } from "vitepress";

const read = (file: string): DefaultTheme.SidebarItem[] => {
  const url = new URL(`../pages/${file}`, import.meta.url);
  // Written by npm run site.
  return existsSync(url) ? (JSON.parse(readFileSync(url, "utf8")) as DefaultTheme.SidebarItem[]) : [];
};

export default defineConfig({
  title: "tripact",
  description: "Conformance gate, drift detection, stateful sandbox and types from OpenAPI documents.",
  srcDir: "pages",
  cleanUrls: true,
  lastUpdated: false,
  themeConfig: {
    search: { provider: "local" },
    outline: [2, 3],
    nav: [
      { text: "Guides", link: "/guides/your-own-target" },
      { text: "Interfaces", link: "/interfaces/crm" },
      { text: "Figures", link: "/figures" },
    ],
    sidebar: [
      ...read("sidebar.json"),
      { text: "Public API", collapsed: true, items: read("api/typedoc-sidebar.json") },
    ],
    socialLinks: [{ icon: "github", link: "https://github.com/tripact/tripact" }],
  },
});
