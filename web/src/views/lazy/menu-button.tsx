import { useSignal } from "@preact/signals";
import type { ComponentChildren, RefObject } from "preact";
import { useRef } from "preact/hooks";
import { Icon, type IconName } from "../../ui/icon";
import type { MenuAction } from "../../ui/menu";
import type { Deferred } from "./lazy-views";
import { useDeferred } from "./use-deferred";

interface OpenMenuProps {
  /** The element that opened it. */
  readonly anchor: RefObject<HTMLElement | null>;
  readonly label: string;
  /** Computed when the menu opens. */
  readonly actions: (parts: Deferred) => readonly MenuAction[];
  readonly onClose: () => void;
}

/** A menu that has been opened, as soon as its code is there. */
export const OpenMenu = ({ actions, ...menu }: OpenMenuProps) => {
  const parts = useDeferred(menu.onClose);
  return parts ? <parts.Menu {...menu} actions={actions(parts)} /> : null;
};

interface MenuButtonProps extends Pick<OpenMenuProps, "label" | "actions"> {
  readonly icon?: IconName;
  /** Shown instead of an icon. */
  readonly sign?: ComponentChildren;
  readonly class?: string;
}

/** A button that opens a menu. */
export const MenuButton = ({
  icon = "more",
  sign,
  label,
  actions,
  class: className = "",
}: MenuButtonProps) => {
  const isOpen = useSignal(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => {
    isOpen.value = false;
    button.current?.focus();
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        class={`quiet ${className}`}
        aria-label={label}
        title={label}
        aria-haspopup="menu"
        aria-expanded={isOpen.value}
        onClick={() => {
          isOpen.value = !isOpen.value;
        }}
      >
        {sign ?? <Icon name={icon} />}
      </button>
      {isOpen.value && <OpenMenu anchor={button} label={label} actions={actions} onClose={close} />}
    </>
  );
};
