import { useEffect } from "preact/hooks";

/** The target of files dropped on the current view: its compose box. */
const formUnder = (event: DragEvent): HTMLFormElement | null =>
  (event.target as Element).closest("main, .new-message") &&
  document.querySelector<HTMLFormElement>("form.compose");

/** Whether files are dragged over something that doesn't accept them anyway. */
const isForUs = (event: DragEvent): boolean =>
  !event.defaultPrevented &&
  event.dataTransfer?.types.includes("Files") === true &&
  !(event.target as Element).matches("input[type=file]");

/** Files dropped on messages go to the compose box; without one the browser would leave the client to open them. */
export const DropTarget = () => {
  useEffect(() => {
    /** Pictures of the page itself count as files, too. */
    let isFromPage = false;
    const onStart = () => {
      isFromPage = true;
    };
    const onEnd = () => {
      isFromPage = false;
    };
    const onOver = (event: DragEvent) => {
      if (isFromPage || !isForUs(event)) return;
      event.preventDefault();
      if (event.dataTransfer && formUnder(event) === null) event.dataTransfer.dropEffect = "none";
    };
    const onDrop = (event: DragEvent) => {
      if (isFromPage || !isForUs(event)) return;
      event.preventDefault();
      const { dataTransfer } = event;
      formUnder(event)?.dispatchEvent(new DragEvent("drop", { cancelable: true, dataTransfer }));
    };
    window.addEventListener("dragstart", onStart);
    window.addEventListener("dragend", onEnd);
    window.addEventListener("dragover", onOver);
    window.addEventListener("drop", onDrop);
    return () => {
      window.removeEventListener("dragstart", onStart);
      window.removeEventListener("dragend", onEnd);
      window.removeEventListener("dragover", onOver);
      window.removeEventListener("drop", onDrop);
    };
  }, []);
  return null;
};
