import { visibleTop } from "../../list/visible-top";

/** On phones, where a message's tools are as wide as its text: puts those of the focused message above it, or below. */
const placeTools = ({ target }: FocusEvent): void => {
  const row = target instanceof Element ? target.closest("article") : null;
  const tools = row?.querySelector(".actions");
  const text = row?.querySelector(".message")?.getBoundingClientRect();
  const scroller = row?.closest(".scroller");
  if (!row || !tools || !text || !scroller) return;
  const { height } = tools.getBoundingClientRect();
  const hasRoomAbove = text.top - height >= visibleTop(scroller);
  row.toggleAttribute(
    "data-tools-below",
    !hasRoomAbove && text.bottom + height <= scroller.getBoundingClientRect().bottom,
  );
};

/** Keeps the tools of the focused message in sight, and off its text, until the returned function is called. */
export const keepToolsInSight = (): (() => void) => {
  document.addEventListener("focusin", placeTools);
  return () => document.removeEventListener("focusin", placeTools);
};
