import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { useApp } from "../app/app";

const lasts = 5000;
/** Long enough to reconsider. */
const lastsWithAct = 10_000;
const gap = 8;

/** A toast at the bottom of the window, with an optional undo; it stays while it can’t be seen, and while it has the pointer or the focus. */
export const Toasts = () => {
  const { toast, visit } = useApp();
  const element = useRef<HTMLDivElement>(null);
  const shown = toast.value;
  // Above the form in which the user may be writing, also while a preview or more lines make it higher.
  useLayoutEffect(() => {
    const form = document.querySelector(".new-message, .compose");
    const place = () => {
      const top = form?.getBoundingClientRect().top;
      if (element.current)
        element.current.style.insetBlockEnd = top === undefined ? "" : `${window.innerHeight - top + gap}px`;
    };
    place();
    if (shown === undefined || form === null) return;
    const sizes = new ResizeObserver(place);
    sizes.observe(form);
    return () => sizes.disconnect();
  }, [shown, visit.value]);
  useEffect(() => {
    if (shown === undefined) return;
    let timer = 0;
    const end = () => {
      if (document.hidden || element.current?.matches(":hover, :focus-within"))
        timer = window.setTimeout(end, lasts);
      else if (toast.peek() === shown) toast.value = undefined;
    };
    timer = window.setTimeout(end, shown.act ? lastsWithAct : lasts);
    return () => clearTimeout(timer);
  }, [shown, toast]);
  return (
    <div class="toasts" role="status" ref={element}>
      {shown && (
        <div class="toast">
          <span>{shown.text}</span>
          {shown.act && (
            <button
              type="button"
              onClick={() => {
                toast.value = undefined;
                shown.act?.run();
              }}
            >
              {shown.act.label}
            </button>
          )}
        </div>
      )}
    </div>
  );
};
