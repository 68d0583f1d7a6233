import { html } from "hono/html";
import { interfaceNames, type InterfaceName } from "../../contract/interface-name.ts";
import { interfaces as described, mainCredentialKey } from "../../contract/interfaces.ts";
import type { SandboxConfiguration } from "../configuration.ts";
import type { Endpoint } from "../pipeline/endpoint.ts";

/** Markup whose values are escaped. */
type Page = ReturnType<typeof html>;

const frame = (title: string, head: Page | "", body: Page): Page =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        ${head}
      </head>
      <body>
        ${body}
      </body>
    </html> `;

const style = html`<style>
  :root {
    color-scheme: light dark;
    --ground: #ffffff;
    --text: #222222;
    --dim: #5c5c5c;
    --line: #cccccc;
    --link: #0550ae;
  }
  @media (prefers-color-scheme: dark) {
    :root {
      --ground: #0f1318;
      --text: #e6e9ed;
      --dim: #a4adb8;
      --line: #323a44;
      --link: #7cb7ff;
    }
  }
  body {
    font:
      16px/1.5 system-ui,
      sans-serif;
    color: var(--text);
    background: var(--ground);
    max-width: 56rem;
    margin: 3rem auto;
    padding: 0 1.5rem;
  }
  a {
    color: var(--link);
  }
  h1,
  h2 {
    font-weight: 600;
    line-height: 1.2;
  }
  section {
    border: 1px solid var(--line);
    border-radius: 0.5rem;
    padding: 0.25rem 1.25rem 0.75rem;
    margin: 1.25rem 0;
  }
  dl {
    display: grid;
    grid-template-columns: max-content 1fr;
    gap: 0.25rem 1.25rem;
    margin: 0;
  }
  dt {
    color: var(--dim);
  }
  dd {
    margin: 0;
    overflow-wrap: anywhere;
  }
  ul {
    margin: 0;
    padding: 0;
    list-style: none;
  }
  code {
    font:
      0.9em ui-monospace,
      monospace;
  }
  @media (max-width: 40rem) {
    body {
      margin: 1rem auto;
      padding: 0 1rem;
    }
    dl {
      grid-template-columns: 1fr;
      gap: 0;
    }
    dd {
      margin-bottom: 0.5rem;
    }
  }
</style>`;

const documentLinks = (name: InterfaceName): Page =>
  html`<a href="/openapi/${name}.yaml">${name}.yaml</a>, <a href="/openapi/${name}.json">${name}.json</a>`;

/** What is served without being documented: assumed endpoints, and what a team has added. */
const undocumented = (endpoints: readonly Endpoint[]): Page | "" =>
  endpoints.length === 0
    ? ""
    : html`<dt>Served beyond it</dt>
        <dd>
          <ul>
            ${endpoints.map(({ method, path }) => html`<li><code>${method} ${path}</code></li>`)}
          </ul>
        </dd>`;

const section = (
  name: InterfaceName,
  { interfaces }: SandboxConfiguration,
  endpoints: readonly Endpoint[],
): Page => {
  const { baseUrl, credentials } = interfaces[name];
  const key = mainCredentialKey(name);
  return html`<section>
    <h2>${described[name].title}</h2>
    <dl>
      <dt>Base address</dt>
      <dd><code>${baseUrl}</code></dd>
      <dt>${key}</dt>
      <dd><code>${String(credentials[key])}</code></dd>
      <dt>Reference</dt>
      <dd><a href="/docs/${name}">/docs/${name}</a></dd>
      <dt>OpenAPI document</dt>
      <dd>${documentLinks(name)}</dd>
      ${undocumented(endpoints.filter((one) => one.interface === name && !one.documented))}
    </dl>
  </section>`;
};

/** The page at the root: where everything is, and a credential for each interface. */
export const indexPage = (config: SandboxConfiguration, endpoints: readonly Endpoint[]): Page =>
  frame(
    "tripact sandbox",
    style,
    html`<h1>tripact sandbox</h1>
      <p>All records here are invented. <code>tripact sandbox --json</code> prints every credential.</p>
      ${interfaceNames.map((name) => section(name, config, endpoints))}`,
  );

/** The reference of one interface, drawn by the viewer, with the main credential filled in. */
export const referencePage = (name: InterfaceName, { interfaces }: SandboxConfiguration): Page =>
  frame(
    `${described[name].title} · tripact sandbox`,
    html`<link rel="stylesheet" href="/docs/assets/swagger-ui.css" />
      <script src="/docs/assets/swagger-ui-bundle.js" defer></script>
      <script
        src="/docs/assets/start.js"
        defer
        id="start"
        data-document="/openapi/${name}.json"
        data-token="${String(interfaces[name].credentials[mainCredentialKey(name)])}"
      ></script>`,
    html`<noscript>The reference needs JavaScript; the document itself is ${documentLinks(name)}.</noscript>
      <main id="reference"></main>`,
  );

/** The page that replaces a reference if the viewer is missing. */
export const missingViewerPage = (name: InterfaceName): Page =>
  frame(
    `${described[name].title} · tripact sandbox`,
    style,
    html`<h1>${described[name].title}</h1>
      <p>
        The viewer of the reference is not installed here:
        <code>npm install --save-dev swagger-ui-dist</code> brings it.
      </p>
      <p>The document itself: ${documentLinks(name)}.</p>`,
  );

/** Starts the viewer on the document that the page names. */
export const startScript = `const { document: url, token } = document.getElementById("start").dataset;
const dark = matchMedia("(prefers-color-scheme: dark)");
// The viewer's own name for its dark colours.
const followScheme = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
dark.addEventListener("change", followScheme);
followScheme();
const viewer = SwaggerUIBundle({
  url,
  dom_id: "#reference",
  deepLinking: true,
  defaultModelsExpandDepth: 0,
  showExtensions: true,
  // The viewer would ask a validator on the internet otherwise.
  validatorUrl: null,
  onComplete: () => viewer.preauthorizeApiKey("bearer", token),
});
`;
