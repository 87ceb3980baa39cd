/** Controls that turn the text after them, until they are ended. */
const controls = /[\u202a-\u202e\u2066-\u2069]/u;
/** All that Unicode calls a bidirectional control: marks too, which show nothing and turn only what is beside them. */
const controlsAndMarks = /\p{Bidi_C}/u;

/**
 * Whether the text has characters that can reorder the text displayed beside it, so that other people's words seem to come
 * from somebody else. Sentences may have marks of direction, which keyboards for Arabic and Hebrew insert.
 */
export const reordersText = (text: string): boolean => controls.test(text);

/** The index of the first control or mark in a name, in UTF-16 units; -1 if there is none. */
export const indexOfReordering = (name: string): number => name.search(controlsAndMarks);

/**
 * Strips controls and marks where refusing them is too strict: in a file name they may hide the
 * extension.
 */
export const withoutReordering = (name: string): string => name.replace(/\p{Bidi_C}/gu, "");
