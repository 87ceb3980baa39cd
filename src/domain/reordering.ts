/**
 * Whether text has characters that turn the direction of what follows, also of what is written beside it: in a
 * name, they make others' words look as if somebody else had written them.
 */
export const reordersText = (text: string): boolean => /[\u202a-\u202e\u2066-\u2069]/u.test(text);

/** The text without them, for what isn't worth refusing: the name of a file, whose ending they may hide. */
export const withoutReordering = (text: string): string => text.replace(/[\u202a-\u202e\u2066-\u2069]/gu, "");
