import { html } from "hono/html";
import { beyondNames } from "../../builtin/beyond.ts";
import { interfaceNames, type BuiltinInterface } from "../../builtin/interface-name.ts";
import { interfaces as described, mainCredentialKey } from "../../builtin/interfaces.ts";
import type { SandboxConfiguration } from "../configuration.ts";
import type { Endpoint } from "../pipeline/endpoint.ts";
import { interfaceOf, type DocumentName } from "./documents.ts";

/** Markup with escaped values. */
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

const documentLinks = (name: DocumentName): Page =>
  html`<a href="/openapi/${name}.yaml">${name}.yaml</a>, <a href="/openapi/${name}.json">${name}.json</a>`;

/** Endpoints beyond the specification: assumed ones, which have their own document, and those added by a team. */
const undocumented = (name: BuiltinInterface, endpoints: readonly Endpoint[]): Page | "" => {
  const beyond = beyondNames.find((one) => interfaceOf(one) === name);
  const reference =
    beyond === undefined
      ? ""
      : html`<dt>Reference of it</dt>
          <dd><a href="/docs/${beyond}">/docs/${beyond}</a>, ${documentLinks(beyond)}</dd>`;
  return endpoints.length === 0
    ? ""
    : html`<dt>Served beyond it</dt>
        <dd>
          <ul>
            ${endpoints.map(({ method, path }) => html`<li><code>${method} ${path}</code></li>`)}
          </ul>
        </dd>
        ${reference}`;
};

/** Interfaces of documents that are served beside the built-in ones. */
const documentSections = ({ interfaces }: SandboxConfiguration): readonly Page[] =>
  Object.entries(interfaces)
    .filter(([name]) => !interfaceNames.some((builtin) => builtin === name))
    .map(
      ([name, { baseUrl, credentials }]) =>
        html`<section>
          <h2>${name}</h2>
          <dl>
            <dt>Base address</dt>
            <dd><code>${baseUrl}</code></dd>
            ${Object.entries(credentials).map(
              ([scheme, value]) =>
                html`<dt>${scheme}</dt>
                  <dd><code>${String(value)}</code></dd>`,
            )}
          </dl>
        </section>`,
    );

const control = html`<section>
  <h2>Control interface</h2>
  <dl>
    <dt>Base address</dt>
    <dd><a href="/control">/control</a></dd>
    <dt>Reference</dt>
    <dd><a href="/docs/control">/docs/control</a></dd>
    <dt>OpenAPI document</dt>
    <dd>${documentLinks("control")}</dd>
  </dl>
</section>`;

const section = (
  name: BuiltinInterface,
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
      ${undocumented(
        name,
        endpoints.filter((one) => one.interface === name && !one.documented),
      )}
    </dl>
  </section>`;
};

/** The root page: all addresses, and a credential for each interface. */
export const indexPage = (
  config: SandboxConfiguration,
  endpoints: readonly Endpoint[],
  hasControl: boolean,
): Page =>
  frame(
    "tripact sandbox",
    style,
    html`<h1>tripact sandbox</h1>
      <p>All records here are invented. <code>tripact sandbox --json</code> prints every credential.</p>
      ${documentSections(config)} ${interfaceNames.map((name) => section(name, config, endpoints))}
      ${hasControl ? control : ""}`,
  );

const titles: Readonly<Record<DocumentName, string>> = {
  crm: described.crm.title,
  donation: described.donation.title,
  volunteer: described.volunteer.title,
  "crm-beyond": "CRM interface, beyond the specification",
  "volunteer-beyond": "Volunteer interface, beyond the specification",
  control: "Control interface",
};

const tokenFor = (name: DocumentName, { interfaces }: SandboxConfiguration): string => {
  const base = interfaceOf(name);
  return base === undefined ? "" : String(interfaces[base].credentials[mainCredentialKey(base)]);
};

/** The reference of one document, rendered by the viewer, with the main credential filled in. */
export const referencePage = (name: DocumentName, config: SandboxConfiguration): Page =>
  frame(
    `${titles[name]} · tripact sandbox`,
    html`<link rel="stylesheet" href="/docs/assets/swagger-ui.css" />
      <script src="/docs/assets/swagger-ui-bundle.js" defer></script>
      <script
        src="/docs/assets/start.js"
        defer
        id="start"
        data-document="/openapi/${name}.json"
        data-token="${tokenFor(name, config)}"
      ></script>`,
    html`<noscript>The reference needs JavaScript; the document itself is ${documentLinks(name)}.</noscript>
      <main id="reference"></main>`,
  );

/** The page that replaces a reference if the viewer is missing. */
export const missingViewerPage = (name: DocumentName): Page =>
  frame(
    `${titles[name]} · tripact sandbox`,
    style,
    html`<h1>${titles[name]}</h1>
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
