import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { Icon } from "../../../ui/icon";
import { adminWords } from "../../../words/en-administration";
import { isSameOrder, movedTo, placeAt } from "./ordering";

interface Item {
  readonly id: number;
}

interface OrderedListProps<A extends Item> {
  readonly items: readonly A[];
  readonly nameOf: (item: A) => string;
  readonly mayOrder: boolean;
  /** Called with the new and the old order once no key is pressed for a moment or the pointer is released. */
  readonly onOrder: (ids: readonly number[], before: readonly number[]) => Promise<void> | void;
  readonly draw: (item: A) => ComponentChildren;
  /** Whether the order is a local draft: every key press is then reported at once. */
  readonly isLocal?: boolean;
}

/** Key presses within this time are saved as one change. */
const restMilliseconds = 600;
/** The event for a change arrives within this time of its answer; otherwise the moved row loses the focus. */
const settleMilliseconds = 2000;

/** A list that is reordered by dragging handles, or by pressing arrow keys on them. */
export const OrderedList = <A extends Item>(props: OrderedListProps<A>) => {
  const { items, nameOf, mayOrder, draw, isLocal = false } = props;
  const latest = useRef(props);
  latest.current = props;
  const list = useRef<HTMLUListElement>(null);
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined);
  const began = useRef<readonly number[]>([]);
  const wanted = useSignal<readonly number[] | undefined>(undefined);
  const moving = useSignal<number | undefined>(undefined);
  const stored = items.map(({ id }) => id);
  const order = wanted.value ?? stored;
  const commit = async () => {
    clearTimeout(rest.current);
    const ids = wanted.peek();
    const before = began.current;
    if (ids !== undefined && !isSameOrder(ids, before)) {
      // Moves during a save continue from here.
      began.current = ids;
      await latest.current.onOrder(ids, before);
    }
    if (wanted.peek() === ids) wanted.value = undefined;
    rest.current = setTimeout(() => {
      moving.value = undefined;
    }, settleMilliseconds);
  };
  const move = (id: number, place: number) => {
    if (wanted.peek() === undefined) began.current = stored;
    wanted.value = movedTo(wanted.peek() ?? stored, id, place);
    moving.value = id;
  };
  // The order is saved even if the user leaves the page.
  useEffect(
    () => () => {
      void commit().then(() => clearTimeout(rest.current));
    },
    [],
  );
  // Elements that move in the document lose the focus.
  useLayoutEffect(() => {
    if (moving.value === undefined || document.activeElement !== document.body) return;
    rowOf(moving.value)?.querySelector<HTMLElement>(".handle")?.focus();
  }, [order.join()]);
  const rowOf = (id: number) => list.current?.querySelector<HTMLElement>(`:scope > [data-id="${id}"]`);
  const drag = (id: number, event: PointerEvent) => {
    if (event.button !== 0) return;
    event.preventDefault();
    const follow = ({ clientY }: PointerEvent) => {
      const middles = order
        .filter((one) => one !== id)
        .map((one) => rowOf(one)?.getBoundingClientRect())
        .map((box) => (box ? box.top + box.height / 2 : 0))
        .sort((a, b) => a - b);
      const place = placeAt(middles, clientY);
      if (place !== (wanted.peek() ?? stored).indexOf(id)) move(id, place);
    };
    const end = () => {
      window.removeEventListener("pointermove", follow);
      window.removeEventListener("pointerup", end);
      window.removeEventListener("pointercancel", end);
      void commit();
    };
    window.addEventListener("pointermove", follow);
    window.addEventListener("pointerup", end);
    window.addEventListener("pointercancel", end);
  };
  const onKeyDown = (id: number, event: KeyboardEvent) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    move(id, order.indexOf(id) + step);
    clearTimeout(rest.current);
    if (isLocal) void commit();
    else rest.current = setTimeout(() => void commit(), restMilliseconds);
  };
  const byId = new Map(items.map((item) => [item.id, item]));
  const name = moving.value === undefined ? undefined : byId.get(moving.value);
  return (
    <>
      <p class="unseen" role="status">
        {name && adminWords.nowAt(nameOf(name), order.indexOf(name.id) + 1, order.length)}
      </p>
      <ul ref={list} class="inbox-list">
        {order.flatMap((id) => {
          const item = byId.get(id);
          return item === undefined ? (
            []
          ) : (
            <li
              key={id}
              data-id={id}
              class={wanted.value && moving.value === id ? "channel-row dragged" : "channel-row"}
            >
              {mayOrder && items.length > 1 && (
                <button
                  type="button"
                  class="quiet handle"
                  aria-label={adminWords.moveOf(nameOf(item))}
                  title={adminWords.moveHint}
                  onPointerDown={(event) => drag(id, event)}
                  onKeyDown={(event) => onKeyDown(id, event)}
                >
                  <Icon name="menu" />
                </button>
              )}
              {draw(item)}
            </li>
          );
        })}
      </ul>
    </>
  );
};
