import type { ComponentChildren, RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { isPhone } from "../app/layers";
import { AnyIcon, type AnyIconName } from "./any-icon";
import { useLayer } from "./use-layer";

/** An action in a menu. */
export interface MenuAction {
  readonly icon: AnyIconName;
  readonly label: string;
  readonly run: () => void;
  /** Whether it is switched on, for actions that toggle. */
  readonly isOn?: boolean;
  /** Whether it is destructive. */
  readonly isDangerous?: boolean;
}

interface FloatingProps {
  /** The element that the menu is anchored to. */
  readonly anchor: RefObject<HTMLElement | null>;
  readonly class: string;
  readonly label: string;
  readonly role: "menu" | "dialog";
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

const gap = 4;
const edge = 8;

const placeBeside = (element: HTMLElement, anchor: HTMLElement): void => {
  element.style.top = "";
  element.style.left = "";
  // There the style sheet puts menus at the bottom of the window.
  if (isPhone()) return;
  const { width, height } = element.getBoundingClientRect();
  const at = anchor.getBoundingClientRect();
  const isRightToLeft = getComputedStyle(anchor).direction === "rtl";
  const below = at.bottom + gap + height <= window.innerHeight - edge;
  const top = below ? at.bottom + gap : Math.max(edge, at.top - gap - height);
  const left = isRightToLeft ? at.left : at.right - width;
  element.style.top = `${top}px`;
  element.style.left = `${Math.max(edge, Math.min(left, window.innerWidth - width - edge))}px`;
};

/** A popover next to the element that opened it; Escape and a click outside close it. */
export const Floating = ({ anchor, class: className, label, role, onClose, children }: FloatingProps) => {
  const element = useRef<HTMLDivElement>(null);
  const close = useRef(onClose);
  close.current = onClose;
  useLayer(onClose);
  useLayoutEffect(() => {
    const shown = element.current;
    const opener = anchor.current;
    if (shown === null || opener === null) return;
    shown.showPopover();
    const place = () => placeBeside(shown, opener);
    place();
    const observer = new ResizeObserver(place);
    observer.observe(shown);
    window.addEventListener("resize", place);
    const outside = (event: Event) => {
      if (!shown.contains(event.target as Node) && !opener.contains(event.target as Node)) close.current();
    };
    document.addEventListener("pointerdown", outside);
    return () => {
      observer.disconnect();
      window.removeEventListener("resize", place);
      document.removeEventListener("pointerdown", outside);
    };
  }, [anchor]);
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: both of its roles have names
    // biome-ignore lint/a11y/noStaticElementInteractions: both of its roles are interactive
    <div
      ref={element}
      popover="manual"
      class={`floating ${className}`}
      role={role}
      aria-label={label}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.preventDefault();
        event.stopPropagation();
        onClose();
      }}
    >
      {children}
    </div>
  );
};

interface MenuProps {
  readonly anchor: RefObject<HTMLElement | null>;
  readonly label: string;
  readonly actions: readonly MenuAction[];
  readonly onClose: () => void;
}

/** A menu, operated by pointer, arrow keys or first letter. */
export const Menu = ({ anchor, label, actions, onClose }: MenuProps) => {
  const list = useRef<HTMLDivElement>(null);
  const buttons = () => [...(list.current?.querySelectorAll("button") ?? [])];
  useLayoutEffect(() => {
    // After the popover is shown: hidden elements can't take the focus.
    queueMicrotask(() => buttons()[0]?.focus());
  }, []);
  const step = (to: (at: number, count: number) => number) => {
    const all = buttons();
    const at = all.indexOf(document.activeElement as HTMLButtonElement);
    all[(to(at, all.length) + all.length) % all.length]?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "ArrowDown") step((at) => at + 1);
    else if (event.key === "ArrowUp") step((at) => at - 1);
    else if (event.key === "Home") step(() => 0);
    else if (event.key === "End") step((_at, count) => count - 1);
    else if (event.key === "Tab") onClose();
    else if (event.key.length === 1 && event.key !== " " && !event.ctrlKey && !event.metaKey) {
      const all = buttons();
      const at = all.indexOf(document.activeElement as HTMLButtonElement);
      const following = [...all.slice(at + 1), ...all.slice(0, at + 1)];
      following
        .find((one) => one.textContent?.trim().toLowerCase().startsWith(event.key.toLowerCase()))
        ?.focus();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <Floating anchor={anchor} class="menu" role="menu" label={label} onClose={onClose}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the menu around it */}
      <div ref={list} role="presentation" onKeyDown={onKeyDown}>
        {actions.map(({ icon, label: text, run, isOn, isDangerous }) => (
          <button
            key={text}
            type="button"
            role={isOn === undefined ? "menuitem" : "menuitemcheckbox"}
            {...(isOn !== undefined && { "aria-checked": isOn })}
            class={isDangerous ? "menu-item dangerous" : "menu-item"}
            onClick={() => {
              onClose();
              run();
            }}
          >
            <AnyIcon name={icon} />
            <span class="menu-label">{text}</span>
            {isOn && <AnyIcon name="check" />}
          </button>
        ))}
      </div>
    </Floating>
  );
};
