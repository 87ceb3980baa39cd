/**
 * Whether text has characters that turn the direction of what follows, also of what is written beside it: in a
 * name, they make others' words look as if somebody else had written them.
 */
export const reordersText = (text: string): boolean => /[\u202a-\u202e\u2066-\u2069]/u.test(text);
