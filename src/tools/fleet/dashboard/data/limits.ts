/** Rows of one table on a page; what is beyond them is counted. */
export const mostRows = 200;

/** Days that a chart shows. */
export const chartDays = 30;
