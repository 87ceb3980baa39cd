import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { useApp } from "../app/app";
import type { Toast } from "../app/toasts";

const lasts = 5000;
/** Long enough to reconsider. */
const lastsWithAct = 10_000;
const gap = 8;

interface ItemProps {
  readonly toast: Toast;
  /** Whether toasts have the pointer or the focus. */
  readonly areInUse: () => boolean;
}

/** A toast, with an optional undo; it stays while it can’t be seen, and while toasts are in use. */
const ToastItem = ({ toast, areInUse }: ItemProps) => {
  const { withdrawToast } = useApp();
  const { text, act } = toast;
  useEffect(() => {
    let timer = 0;
    const end = () => {
      if (document.hidden || areInUse()) timer = window.setTimeout(end, lasts);
      else withdrawToast(toast);
    };
    timer = window.setTimeout(end, act ? lastsWithAct : lasts);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div class="toast">
      <span>{text}</span>
      {act && (
        <button
          type="button"
          onClick={() => {
            withdrawToast(toast);
            act.run();
          }}
        >
          {act.label}
        </button>
      )}
    </div>
  );
};

/** The toasts at the bottom of the window. */
export const Toasts = () => {
  const { toasts, visit } = useApp();
  const element = useRef<HTMLDivElement>(null);
  const areAny = toasts.value.length > 0;
  // Above the form in which the user may be writing, also while a preview or more lines make it higher.
  useLayoutEffect(() => {
    const form = document.querySelector(".new-message, .compose");
    const place = () => {
      const top = form?.getBoundingClientRect().top;
      if (element.current)
        element.current.style.insetBlockEnd = top === undefined ? "" : `${window.innerHeight - top + gap}px`;
    };
    place();
    if (!areAny || form === null) return;
    const sizes = new ResizeObserver(place);
    sizes.observe(form);
    return () => sizes.disconnect();
  }, [toasts.value, visit.value]);
  const areInUse = () => element.current?.matches(":hover, :focus-within") === true;
  return (
    <div class="toasts" role="status" aria-atomic="false" ref={element}>
      {toasts.value.map((one) => (
        <ToastItem key={one} toast={one} areInUse={areInUse} />
      ))}
    </div>
  );
};
