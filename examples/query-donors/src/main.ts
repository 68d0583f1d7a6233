import { lapsedDonors, QueryRefused } from "./lapsed-donors.ts";

const { DONATION_URL: baseUrl, DONATION_TOKEN: token } = process.env;

const yearAgo = new Date(Date.now() - 365 * 86_400_000);

const main = async (): Promise<void> => {
  if (baseUrl === undefined || token === undefined)
    throw new QueryRefused("set DONATION_URL and DONATION_TOKEN");
  for await (const donor of lapsedDonors({ baseUrl, token }, yearAgo)) {
    const last = donor.lastGiftDate?.slice(0, 10);
    process.stdout.write(
      `${donor.id}: ${donor.giftCount} gifts, ${donor.lifetimeGiving} in all, last ${last}\n`,
    );
  }
};

try {
  await main();
} catch (error) {
  if (!(error instanceof QueryRefused)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
