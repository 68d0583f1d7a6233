/** A name in any spelling: `Gift Date` and `gift_date` are `giftDate`. */
export const plainName = (name: string): string => name.toLowerCase().replaceAll(/[^a-z\d]/g, "");
