import type { Outbox, Unsent } from "./outbox";

/** Whether a message is being edited in this window. */
export const isEditedHere = ({ windowId }: Outbox, one: Unsent): boolean =>
  one.before !== undefined && one.windowId === windowId;

/** Changes a message's text, and holds it back until it is sent again. The edit lasts until it is done. */
export const editUnsent = (outbox: Outbox, one: Unsent, content: string, isDone = false): void => {
  const { before = { content: one.content, isHeld: "problem" in one }, problem = "", ...rest } = one;
  outbox.hold({ ...rest, content, problem, isChanged: true, ...(!isDone && { before }) });
};

/** Restores a message as it was before its edit, and resumes sending it if it was being sent. */
export const cancelEdit = (outbox: Outbox, one: Unsent): void => {
  if (one.before === undefined) return;
  editUnsent(outbox, one, one.before.content, true);
  if (!one.before.isHeld) outbox.retry(one.key);
};
