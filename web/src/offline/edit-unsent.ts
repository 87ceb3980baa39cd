import type { Outbox, Unsent } from "./outbox";

/** Whether a message is being edited in this window. */
export const isEditedHere = ({ windowId }: Outbox, one: Unsent): boolean =>
  one.before !== undefined && one.windowId === windowId;

/** Changes what a message says, and holds it back until it is sent again. The edit goes on until it is done. */
export const editUnsent = (outbox: Outbox, one: Unsent, content: string, isDone = false): void => {
  const { before = { content: one.content, isHeld: "problem" in one }, problem = "", ...rest } = one;
  outbox.hold({ ...rest, content, problem, isChanged: true, ...(!isDone && { before }) });
};

/** Makes a message what it was before its edit, and goes on sending it if that was under way. */
export const cancelEdit = (outbox: Outbox, one: Unsent): void => {
  if (one.before === undefined) return;
  editUnsent(outbox, one, one.before.content, true);
  if (!one.before.isHeld) outbox.retry(one.key);
};
