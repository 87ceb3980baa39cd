/** Replaces a part of a field's text, by default what is selected. Ctrl+Z takes it back in the field that has the focus. */
export const insertText = (
  field: HTMLTextAreaElement,
  text: string,
  from = field.selectionStart,
  to = field.selectionEnd,
): void => {
  field.setSelectionRange(from, to);
  // Browsers can undo only what `execCommand` inserts, and it needs the focus.
  const isDone = document.activeElement === field && document.execCommand("insertText", false, text);
  if (!isDone) field.setRangeText(text, from, to, "end");
};
