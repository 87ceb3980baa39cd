import { useSignal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { singleKeys } from "../keys/single-keys";

/** How much larger a picture is shown than when all of it fits the window. */
const most = 8;
const least = 1;
/** The factor of a key press. */
const step = 1.5;
/** A picture that already has its own size is doubled. */
const usual = 2;
/** Pixels of a drag; a shorter one is a click. */
const shortestDrag = 4;
/** Pinches on touchpads arrive as a wheel with small steps and the Control key. */
const paces = { pinch: 0.01, wheel: 0.002 };

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Zooms a picture by clicks, keys and the wheel, around the pointer, and moves it by dragging. */
export const useZoom = () => {
  const zoom = useSignal(least);
  const frame = useRef<HTMLDivElement>(null);
  /** The width at which all of the picture is in sight. */
  const fit = useRef(0);
  const anchor = useRef<{ readonly at: Point; readonly part: Point } | undefined>(undefined);
  const drag = useRef<{ last: Point; length: number } | undefined>(undefined);
  const image = () => frame.current?.querySelector("img") ?? undefined;

  const zoomTo = (wanted: number, { x, y }: Partial<Point> = {}) => {
    const [picture, window] = [image(), frame.current?.getBoundingClientRect()];
    if (picture === undefined || window === undefined) return;
    const box = picture.getBoundingClientRect();
    if (zoom.peek() === least) fit.current = box.width;
    const at = { x: x ?? window.left + window.width / 2, y: y ?? window.top + window.height / 2 };
    anchor.current = { at, part: { x: (at.x - box.left) / box.width, y: (at.y - box.top) / box.height } };
    zoom.value = Math.min(most, Math.max(least, wanted));
  };

  useLayoutEffect(() => {
    const box = image()?.getBoundingClientRect();
    if (box === undefined || anchor.current === undefined) return;
    const { at, part } = anchor.current;
    frame.current?.scrollBy(box.left + part.x * box.width - at.x, box.top + part.y * box.height - at.y);
    anchor.current = undefined;
  }, [zoom.value]);

  /** Between all of the picture and its own size. */
  const toggle = (around?: Point) => {
    const picture = image();
    if (zoom.peek() > least || picture === undefined) return zoomTo(least);
    const actual = picture.naturalWidth / picture.getBoundingClientRect().width;
    zoomTo(Math.max(usual, actual), around);
  };

  const keys: Readonly<Record<string, () => void>> = {
    "+": () => zoomTo(zoom.peek() * step),
    "=": () => zoomTo(zoom.peek() * step),
    "-": () => zoomTo(zoom.peek() / step),
    "0": () => zoomTo(least),
    z: () => toggle(),
  };
  return {
    isZoomed: zoom.value > least,
    frame,
    toggle,
    reset: () => {
      zoom.value = least;
    },
    /** Whether a key was one of this picture's. */
    pressKey: (key: string | undefined): boolean => {
      const act = key === undefined || !singleKeys.peek() ? undefined : keys[key];
      act?.();
      return act !== undefined;
    },
    onWheel: (event: WheelEvent) => {
      event.preventDefault();
      const pace = event.ctrlKey ? paces.pinch : paces.wheel;
      zoomTo(zoom.peek() * Math.exp(-event.deltaY * pace), event);
    },
    style: zoom.value > least ? { width: `${fit.current * zoom.value}px` } : {},
    // Fingers move it as they scroll anything else.
    onPointerDown: ({ pointerType, clientX: x, clientY: y }: PointerEvent) => {
      drag.current = pointerType === "mouse" ? { last: { x, y }, length: 0 } : undefined;
    },
    onPointerMove: ({ buttons, clientX: x, clientY: y }: PointerEvent) => {
      const held = drag.current;
      if (held === undefined || buttons === 0 || zoom.peek() === least) return;
      frame.current?.scrollBy(held.last.x - x, held.last.y - y);
      drag.current = {
        last: { x, y },
        length: held.length + Math.abs(held.last.x - x) + Math.abs(held.last.y - y),
      };
    },
    onClick: ({ detail, clientX: x, clientY: y }: MouseEvent) => {
      const isDrag = (drag.current?.length ?? 0) > shortestDrag;
      drag.current = undefined;
      // The second click of two does what the first one did; a key press has no place.
      if (!isDrag && detail <= 1) toggle(detail === 0 ? undefined : { x, y });
    },
  };
};
