type RowKey = Pick<KeyboardEvent, "key"> & { readonly currentTarget: HTMLElement };

/** Where an arrow key leads from a button in a row of them, whose ends meet; undefined for other keys. */
export const stepInRow = ({ key, currentTarget }: RowKey, at: number, count: number): number | undefined => {
  if (key !== "ArrowLeft" && key !== "ArrowRight") return undefined;
  const forward = getComputedStyle(currentTarget).direction === "rtl" ? "ArrowLeft" : "ArrowRight";
  return (at + (key === forward ? 1 : -1) + count) % count;
};
