import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import type { Run } from "../store/message-list";
import { Icon } from "../ui/icon";
import { words } from "../words/en";
import { isAtResults, isWriting, keepFocus } from "./reading-focus";
import { visibleTop } from "./visible-top";
import { indexOfId, maxRendered, movedTowards, type RenderedRange, windowAround } from "./window";

interface ScrollerProps {
  readonly label: string;
  readonly run: Run;
  /** Where to start: at a message, or at the newest one. */
  readonly start: number | "newest";
  /** Whether the user asked to be taken to the start: it takes the focus there, unless they are writing. */
  readonly isJump: boolean;
  /** Whether the start is where the user was before: at the top. */
  readonly isReturn: boolean;
  /** How many of the user's messages are on their way here: the list follows each more. */
  readonly outgoing: number;
  readonly row: (id: number, before: number | undefined) => ComponentChildren;
  readonly extend: (towards: "older" | "newer") => Promise<void>;
  /** Called when the list has grown long, with the first and last id in the document. */
  readonly onLong: (from: number, to: number) => void;
  readonly children?: ComponentChildren;
  /** Called with the scrolling element at first and whenever it scrolls or changes. */
  readonly onView: (element: HTMLElement) => void;
  /** Called with the first message in view, and whether the list is scrolled to its end. */
  readonly onPlace: (id: number, isAtEnd: boolean) => void;
  /** The user asked for the newest message. */
  readonly onNewest: () => void;
}

interface Bounds {
  readonly from: number;
  /** Infinity if new messages are shown too. */
  readonly to: number;
}

const shownWithin = ({ ids }: Run, bounds: Bounds | undefined, start: number | "newest"): RenderedRange =>
  bounds === undefined
    ? windowAround(start === "newest" ? ids.length - 1 : indexOfId(ids, start), ids.length)
    : {
        from: indexOfId(ids, bounds.from),
        to: bounds.to === Number.POSITIVE_INFINITY ? ids.length : indexOfId(ids, bounds.to + 1),
      };

/** Within this many pixels of an end, the list loads more. */
const near = 800;
const atEnd = 30;
/** A list counts as long from this many messages on. */
const long = 2500;

const rowsOf = (element: HTMLElement): readonly HTMLElement[] => [
  ...element.querySelectorAll<HTMLElement>("[data-id]"),
];

/**
 * A message list of any length. Only a few of its messages are in the document. The first visible message stays in
 * place whatever changes around it; at the bottom the list follows new messages while the user is looking.
 */
export const Scroller = (props: ScrollerProps) => {
  const { label, run, start, isJump, isReturn, outgoing, row, extend, onLong, children } = props;
  const { onView, onPlace, onNewest } = props;
  const element = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const anchor = useRef<{ id: number; top: number } | undefined>(undefined);
  const isAtEnd = useRef(start === "newest");
  const isAway = useSignal(false);
  const isFetching = useRef(false);
  const wereOutgoing = useRef(outgoing);
  const { ids } = run;
  /** Ids at both ends of what is rendered: indexes shift as older messages load. */
  const bounds = useSignal<Bounds | undefined>(undefined);
  const shown = shownWithin(run, bounds.value, start);
  const visible = ids.slice(shown.from, shown.to);
  const isEndShown = shown.to === ids.length && run.hasNewest;

  const keepBounds = (next: RenderedRange) => {
    const from = ids[next.from] ?? 0;
    const to = next.to === ids.length && run.hasNewest ? Number.POSITIVE_INFINITY : (ids[next.to - 1] ?? 0);
    if (bounds.peek()?.from !== from || bounds.peek()?.to !== to) bounds.value = { from, to };
  };
  const remember = () => {
    const scroller = element.current;
    if (!scroller) return;
    const covered = visibleTop(scroller);
    const below = scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight;
    isAtEnd.current = below < atEnd;
    isAway.value = !isEndShown || below > scroller.clientHeight / 2;
    const first = rowsOf(scroller).find((one) => one.getBoundingClientRect().bottom > covered);
    const top = scroller.getBoundingClientRect().top;
    anchor.current = first && { id: Number(first.dataset.id), top: first.getBoundingClientRect().top - top };
    if (anchor.current) onPlace(anchor.current.id, isAtEnd.current && isEndShown);
  };
  const restore = () => {
    const scroller = element.current;
    if (!scroller) return;
    if (isAtEnd.current && isEndShown && (document.hasFocus() || anchor.current === undefined)) {
      scroller.scrollTop = scroller.scrollHeight;
      return;
    }
    const { id, top } = anchor.current ?? { id: 0, top: 0 };
    const found = rowsOf(scroller).find((one) => Number(one.dataset.id) >= id);
    if (anchor.current === undefined || found === undefined) return;
    const now = found.getBoundingClientRect().top - scroller.getBoundingClientRect().top;
    if (Math.abs(now - top) > 0.5) scroller.scrollTop += now - top;
  };
  const goOn = () => {
    const scroller = element.current;
    if (!scroller || isFetching.current) return;
    const below = scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight;
    const towards = scroller.scrollTop < near ? "older" : below < near ? "newer" : undefined;
    if (towards === undefined) return;
    const isInside = towards === "older" ? shown.from > 0 : shown.to < ids.length;
    if (isInside) return keepBounds(movedTowards(shown, towards, ids.length));
    if (towards === "older" ? run.hasOldest : run.hasNewest) return;
    isFetching.current = true;
    void extend(towards).finally(() => {
      isFetching.current = false;
    });
  };
  useLayoutEffect(() => {
    const scroller = element.current;
    if (!scroller) return;
    keepBounds(shown);
    if (start === "newest") scroller.scrollTop = scroller.scrollHeight;
    else {
      const target = rowsOf(scroller).find((one) => Number(one.dataset.id) >= start);
      if (target)
        scroller.scrollTop +=
          target.getBoundingClientRect().top -
          visibleTop(scroller) -
          (isReturn ? 0 : scroller.clientHeight / 4);
    }
    remember();
    if ((isJump || isAtResults()) && !isWriting())
      rowsOf(scroller)
        .findLast((one) => start === "newest" || Number(one.dataset.id) <= start)
        ?.focus({ preventScroll: true });
    else keepFocus();
  }, []);
  useLayoutEffect(() => {
    // Other windows show the message too, but stay where they are.
    if (outgoing > wereOutgoing.current && document.hasFocus()) {
      isAtEnd.current = isEndShown;
      if (!isEndShown) onNewest();
    }
    wereOutgoing.current = outgoing;
    restore();
    remember();
    // While the user reads further up, nothing piles up below; at the bottom, what is far above is dropped.
    if (shown.to - shown.from > maxRendered + 60)
      keepBounds(
        isAtEnd.current
          ? { from: shown.to - maxRendered, to: shown.to }
          : { from: shown.from, to: shown.from + maxRendered },
      );
    if (ids.length > long) onLong(ids[shown.from] ?? 0, ids[shown.to - 1] ?? 0);
    if (element.current) onView(element.current);
  });
  useEffect(() => {
    goOn();
  });
  useEffect(() => {
    const observer = new ResizeObserver(() => {
      restore();
      if (element.current) onView(element.current);
    });
    if (content.current) observer.observe(content.current);
    if (element.current) observer.observe(element.current);
    return () => observer.disconnect();
  }, []);

  return (
    <>
      <div
        class="scroller"
        ref={element}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        role="feed"
        aria-label={label}
        aria-busy={false}
        onScroll={() => {
          remember();
          goOn();
          if (element.current) onView(element.current);
        }}
      >
        <div class="scroller-content" ref={content}>
          {visible.map((id, index) => row(id, visible[index - 1]))}
          {isEndShown && children}
        </div>
      </div>
      {isAway.value && (
        <div class="to-newest">
          <button
            type="button"
            class="plain"
            title={`${words.newest} (End)`}
            aria-label={words.newest}
            onClick={onNewest}
          >
            <Icon name="down" />
          </button>
        </div>
      )}
    </>
  );
};
