import { nextTurn } from "../../../../application/next-turn";

/** Rows that one turn of the event loop decodes: about a millisecond of work. */
const rowsAtOnce = 500;

/** Decodes rows that may be thousands: in slices, so that other requests run in between. */
export const decodedInSlices = async <Row, Item>(
  rows: readonly Row[],
  toItem: (row: Row) => Item,
): Promise<readonly Item[]> => {
  const items: Item[] = [];
  for (const row of rows) {
    if (items.length > 0 && items.length % rowsAtOnce === 0) await nextTurn();
    items.push(toItem(row));
  }
  return items;
};
