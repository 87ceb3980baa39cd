import type { MessageId } from "../../../../domain/ids";
import type { MessageRow } from "./message-rows";

/** The rows that were found on each side of an anchor, and the anchor's. */
export interface FoundRows {
  readonly before: readonly FoundRow[];
  readonly at: FoundRow | undefined;
  readonly after: readonly FoundRow[];
}

export interface FoundRow extends MessageRow {
  /** The id of the organization's newest message. */
  readonly newest: MessageId;
  /** In a window with a byte limit, the bytes of the part from the anchor up to this message. */
  readonly bytes?: number;
}

/** Whether the messages from the anchor up to this one are as long as the window may be. */
export const reaches =
  (enough: number) =>
  ({ bytes = 0 }: FoundRow): boolean =>
    bytes >= enough;

export const decodedBy = <A>(decode: (row: MessageRow) => A, { before, at, after }: FoundRows) => ({
  before: before.map(decode),
  at: at && decode(at),
  after: after.map(decode),
});

/** Of rows that were read up to a byte limit, the id of the last one, if the limit left out what comes after it. */
export const endOf = (
  rows: readonly { readonly id: MessageId; readonly bytes: number }[],
  enough: number,
): MessageId | undefined => {
  const last = rows.at(-1);
  return last && last.bytes >= enough ? last.id : undefined;
};
