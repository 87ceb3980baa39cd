import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { useApp } from "../../app/app";
import { keyOf, placeOf } from "../../store/place";
import { PlaceLinks } from "../../ui/place-heading";
import { TopicActs } from "../places/view-header";
import { DayButton } from "./day-button";

/** The first message at the top of a list, and how far the next conversation pushes its heading out of view. */
interface Top {
  readonly id: number;
  readonly pushed: number;
}

/** The first row that ends below a height. Rows follow each other, so half of them can be left out at each look. */
const firstBelow = (rows: readonly HTMLElement[], height: number): number => {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rows[middle]?.getBoundingClientRect().bottom ?? 0) > height) high = middle;
    else low = middle + 1;
  }
  return low;
};

const headingOf = (row: HTMLElement): HTMLElement | null => row.querySelector(":scope > .place");

/** What is at the top of the list; undefined if its own heading is in view. */
const topOf = (scroller: Element, bar: HTMLElement): Top | undefined => {
  const { top } = scroller.getBoundingClientRect();
  const rows = [...scroller.querySelectorAll<HTMLElement>("[data-id]")];
  // Heights are fractions of pixels.
  const at = firstBelow(rows, top + 1);
  const first = rows[at];
  if (first === undefined) return undefined;
  const box = headingOf(first)?.getBoundingClientRect();
  const height = bar.offsetHeight;
  // Its own heading hands over to the bar where both have their text at the same height.
  if (box && box.top + box.height / 2 >= top + height / 2) return undefined;
  const end = top + height;
  const next = rows.slice(at + 1, firstBelow(rows, end) + 1).find((row) => headingOf(row) !== null);
  const room = next ? next.getBoundingClientRect().top - end : 0;
  return { id: Number(first.dataset.id), pushed: Math.min(0, room) };
};

/** Calls back before the next frame after the list next to an element has scrolled or has other messages. */
const watchList = (beside: HTMLElement, onChange: (scroller: Element) => void): (() => void) => {
  const view = beside.parentElement;
  let frame: number | undefined;
  const look = () => {
    frame ??= requestAnimationFrame(() => {
      frame = undefined;
      const scroller = view?.querySelector(".scroller");
      if (scroller) onChange(scroller);
    });
  };
  const changes = new MutationObserver(look);
  if (view) changes.observe(view, { childList: true, subtree: true });
  const sizes = new ResizeObserver(look);
  sizes.observe(beside);
  view?.addEventListener("scroll", look, { capture: true, passive: true });
  look();
  return () => {
    if (frame !== undefined) cancelAnimationFrame(frame);
    changes.disconnect();
    sizes.disconnect();
    view?.removeEventListener("scroll", look, true);
  };
};

const Heading = ({ id, onlyTopic }: { readonly id: number; readonly onlyTopic: boolean }) => {
  const app = useApp();
  const message = app.store.messageStore.signalOf(id).value;
  if (message === undefined) return null;
  const place = placeOf(message);
  return (
    <>
      <p>
        <PlaceLinks place={place} onlyTopic={onlyTopic} />
      </p>
      {place.kind === "topic" && !app.isSpectator && (
        // An open menu of one topic mustn't become that of another.
        <TopicActs key={keyOf(place)} channelId={place.channelId} topic={place.topic} />
      )}
      <DayButton sentAt={message.timestamp} />
    </>
  );
};

/**
 * Where messages of several conversations are shown: the heading of those at the top, once their own has scrolled out
 * of view. It lies over the list, so nothing moves when it comes and goes.
 */
export const StuckHeading = ({ onlyTopic }: { readonly onlyTopic: boolean }) => {
  const frame = useRef<HTMLDivElement>(null);
  const bar = useRef<HTMLDivElement>(null);
  const top = useSignal<Top | undefined>(undefined);
  const scrollbar = useSignal(0);
  /** Where the finger is that drags the heading. */
  const finger = useRef(0);
  const scrollBy = (pixels: number) =>
    frame.current?.parentElement?.querySelector(".scroller")?.scrollBy({ top: pixels, behavior: "instant" });
  useEffect(() => {
    const beside = frame.current;
    if (beside === null) return;
    return watchList(beside, (scroller) => {
      if (bar.current === null || !(scroller instanceof HTMLElement)) return;
      const next = topOf(scroller, bar.current);
      if (next?.id !== top.peek()?.id || next?.pushed !== top.peek()?.pushed) top.value = next;
      scrollbar.value = scroller.offsetWidth - scroller.clientWidth;
    });
  }, []);
  const shown = top.value;
  return (
    <div ref={frame} class="stuck" style={{ marginInlineEnd: `${scrollbar.value}px` }} tabIndex={-1}>
      <div
        ref={bar}
        class={shown ? "place stuck-bar" : "place stuck-bar away"}
        style={{ transform: `translateY(${shown?.pushed ?? 0}px)` }}
        onWheel={({ deltaY }) => scrollBy(deltaY)}
        onTouchStart={({ touches }) => {
          finger.current = touches[0]?.clientY ?? 0;
        }}
        onTouchMove={({ touches }) => {
          const { clientY = finger.current } = touches[0] ?? {};
          scrollBy(finger.current - clientY);
          finger.current = clientY;
        }}
      >
        {shown && <Heading id={shown.id} onlyTopic={onlyTopic} />}
      </div>
    </div>
  );
};
