import { loadPageAssets } from "../../../harness/reporters/html/assets.ts";

const own = `
.cards { display: flex; flex-wrap: wrap; gap: .5rem 2rem; margin: 0 0 1.5rem; padding: 0; list-style: none; }
.cards b { display: block; font-size: 1.6rem; font-variant-numeric: tabular-nums; color: var(--tint, var(--text)); }
main h2 { margin-top: 2rem; }
.number { font-variant-numeric: tabular-nums; white-space: nowrap; }
@media (min-width: 46rem) { .number { text-align: right; } }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem; margin: 0 0 1.5rem; }
dt { color: var(--dim); } dd { margin: 0; overflow-wrap: anywhere; }
nav a[aria-current="page"] { background: var(--raised); font-weight: 600; }
@media (max-width: 40rem) { dl { grid-template-columns: 1fr; gap: 0 1rem; } dd { margin-bottom: .5rem; } }
`;

/** The style sheet that the pages load. */
export const dashboardStyle = (): string => `${loadPageAssets().style}\n${own}`;
