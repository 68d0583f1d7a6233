import { type Markup, markup as html } from "../markup.ts";

export interface FilterChoice {
  readonly name: string;
  readonly label: string;
  readonly values: readonly (readonly [value: string, shown: string])[];
}

const choiceOf = ({ name, label, values }: FilterChoice): Markup =>
  html`<label
    >${label}
    <select name="${name}">
      <option value="">all</option>
      ${values.map(([value, shown]) => html`<option value="${value}">${shown}</option>`)}
    </select></label
  >`;

/** The form by which the page's script filters a list. @param list prefix of the ids: `finding` */
export const filters = (
  list: string,
  label: string,
  choices: readonly FilterChoice[],
  check?: readonly [name: string, label: string],
): Markup =>
  html`<form class="filters" id="${list}-filters" role="search" aria-label="${label}">
      <label class="wide">Search <input type="search" name="text" autocomplete="off" /></label>
      ${choices.map(choiceOf)}
      ${
        check === undefined
          ? ""
          : html`<label class="check"><input type="checkbox" name="${check[0]}" /> ${check[1]}</label>`
      }
    </form>
    <p class="count" id="${list}-count" role="status"></p>`;
