/** Maximum rows of one table on a page; the rest is only counted. */
export const mostRows = 200;

/** Number of days in a chart. */
export const chartDays = 30;
