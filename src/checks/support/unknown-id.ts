/** An id that no record has: beyond any count of records, within 32 bits so that it is still an id everywhere. */
export const unknownId = 2_147_483_600;
