/** An id that no record has: beyond any count of records, but within 32 bits so that it is a valid id everywhere. */
export const unknownId = 2_147_483_600;
