/** Controls and marks of direction: all that Unicode calls a bidirectional control. */
const bidirectional = /\p{Bidi_C}/u;

/**
 * Whether the text has bidirectional control characters. In a name they can reorder the text displayed beside
 * it, so that other people's words seem to come from somebody else.
 */
export const reordersText = (text: string): boolean => bidirectional.test(text);

/** The index of the first such character, in UTF-16 units; -1 if there is none. */
export const indexOfReordering = (text: string): number => text.search(bidirectional);

/**
 * Strips bidirectional controls where refusing them is too strict: in a file name they may hide the
 * extension.
 */
export const withoutReordering = (text: string): string => text.replace(/\p{Bidi_C}/gu, "");
