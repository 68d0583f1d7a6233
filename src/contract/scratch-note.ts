/** The six properties of a note as they go in. */
export const noteProperties = ["type", "note", "noteDateTime", "important", "private", "timeSpent"] as const;

export type NoteProperty = (typeof noteProperties)[number];

/**
 * The whole note that a run writes to its scratch note and leaves there. No property stands for nothing, so that a
 * kept one differs from a removed one. Its moment is on the same day from ten hours west of Greenwich to thirteen
 * east.
 */
export const wholeNote = (type: unknown): Readonly<Record<NoteProperty, unknown>> => ({
  type,
  note: "Written by a conformance run on a scratch record.",
  noteDateTime: "2020-02-29T10:30:00Z",
  important: true,
  private: true,
  timeSpent: 25,
});
