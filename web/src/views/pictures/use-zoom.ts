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
  /** How far the mouse has moved the picture since the button was pressed, and where it is. */
  const drag = useRef({ x: 0, y: 0, length: 0 });
  const image = () => frame.current?.querySelector("img");

  const zoomTo = (wanted: number, { x, y }: Partial<Point> = {}) => {
    const box = image()?.getBoundingClientRect();
    if (!box) return;
    if (zoom.peek() === least) fit.current = box.width;
    const at = { x: x ?? innerWidth / 2, y: y ?? innerHeight / 2 };
    anchor.current = { at, part: { x: (at.x - box.left) / box.width, y: (at.y - box.top) / box.height } };
    zoom.value = Math.min(most, Math.max(least, wanted));
  };

  useLayoutEffect(() => {
    const box = image()?.getBoundingClientRect();
    if (!box || !anchor.current) return;
    const { at, part } = anchor.current;
    frame.current?.scrollBy(box.left + part.x * box.width - at.x, box.top + part.y * box.height - at.y);
    anchor.current = undefined;
  }, [zoom.value]);

  /** Between all of the picture and its own size. */
  const toggle = (around?: Point) => {
    const { naturalWidth = 0, width = 1 } = image() ?? {};
    zoomTo(zoom.peek() > least ? least : Math.max(usual, naturalWidth / width), around);
  };

  const zoomBy = (factor: number, around?: Point) => zoomTo(zoom.peek() * factor, around);
  const keys: Readonly<Record<string, () => void>> = {
    "+": () => zoomBy(step),
    "-": () => zoomBy(1 / step),
    "0": () => zoomTo(least),
    z: () => toggle(),
  };
  return {
    isZoomed: zoom.value > least,
    frame,
    reset: () => zoomTo(least),
    /** Whether a key was one of this picture's. */
    pressKey: (key: string | undefined): boolean => {
      // Without Shift, as on most keyboards.
      const act = singleKeys.peek() ? keys[key === "=" ? "+" : String(key)] : undefined;
      act?.();
      return act !== undefined;
    },
    onWheel: (event: WheelEvent) => {
      event.preventDefault();
      zoomBy(Math.exp(-event.deltaY * (event.ctrlKey ? paces.pinch : paces.wheel)), event);
    },
    style: zoom.value > least ? { width: `${fit.current * zoom.value}px` } : {},
    onPointerDown: ({ x, y }: PointerEvent) => {
      drag.current = { x, y, length: 0 };
    },
    onPointerMove: ({ buttons, pointerType, x, y }: PointerEvent) => {
      // Fingers move it as they scroll anything else.
      if (buttons === 0 || pointerType !== "mouse" || zoom.peek() === least) return;
      const { x: lastX, y: lastY, length } = drag.current;
      frame.current?.scrollBy(lastX - x, lastY - y);
      drag.current = { x, y, length: length + Math.hypot(lastX - x, lastY - y) };
    },
    onClick: (event: MouseEvent) => {
      // The second click of two does what the first one did; a key press has no place.
      if (event.detail === 0) toggle();
      else if (event.detail === 1 && drag.current.length <= shortestDrag) toggle(event);
    },
  };
};
