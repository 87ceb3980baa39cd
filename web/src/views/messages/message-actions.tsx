import { useSignal } from "@preact/signals";
import { lazy, Suspense } from "preact/compat";
import { useEffect, useRef } from "preact/hooks";
import type { Message } from "../../api/wire";
import { useApp } from "../../app";
import { Icon, type IconName } from "../../ui/icon";
import { words } from "../../words/en";
import { type Act, actsOn } from "./acts";

const EmojiPicker = lazy(() => import("../emoji/emoji-picker"));

interface ActButtonProps {
  readonly icon: IconName;
  readonly label: string;
  readonly onClick: () => void;
  readonly isOpen?: boolean;
}

const ActButton = ({ icon, label, onClick, isOpen }: ActButtonProps) => (
  <button
    type="button"
    class="quiet"
    aria-label={label}
    title={label}
    {...(isOpen !== undefined && { "aria-expanded": isOpen })}
    onClick={onClick}
  >
    <Icon name={icon} />
  </button>
);

const Menu = ({ acts, onClose }: { readonly acts: readonly Act[]; readonly onClose: () => void }) => {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector("button")?.focus();
    const outside = (event: Event) => {
      if (!list.current?.contains(event.target as Node)) onClose();
    };
    document.addEventListener("pointerdown", outside);
    return () => document.removeEventListener("pointerdown", outside);
  }, [onClose]);
  const step = (by: number) => {
    const buttons = [...(list.current?.querySelectorAll("button") ?? [])];
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
    buttons[(at + by + buttons.length) % buttons.length]?.focus();
  };
  return (
    <div
      class="menu"
      role="menu"
      tabIndex={-1}
      ref={list}
      aria-label={words.moreActions}
      onKeyDown={(event) => {
        if (event.key === "ArrowDown") step(1);
        else if (event.key === "ArrowUp") step(-1);
        else if (event.key === "Escape") onClose();
        else return;
        event.preventDefault();
        event.stopPropagation();
      }}
    >
      {acts.map(({ icon, label, run }) => (
        <button
          key={label}
          type="button"
          role="menuitem"
          onClick={() => {
            onClose();
            run();
          }}
        >
          <Icon name={icon} />
          {label}
        </button>
      ))}
    </div>
  );
};

/** What can be done with a message; seen where the pointer or the focus is. */
export const MessageActions = ({ message }: { readonly message: Message }) => {
  const app = useApp();
  const isMenuOpen = useSignal(false);
  const isPicking = useSignal(false);
  const { first, more, react } = actsOn(app, message);
  const toggle = useRef<HTMLDivElement>(null);
  const close = () => {
    isMenuOpen.value = false;
    isPicking.value = false;
    toggle.current?.closest("article")?.focus();
  };
  return (
    <div
      role="toolbar"
      aria-label={words.actions}
      class={isMenuOpen.value || isPicking.value ? "acts open" : "acts"}
      ref={toggle}
      onKeyDown={(event) => {
        if (event.key === "Escape" && (isMenuOpen.value || isPicking.value)) {
          event.stopPropagation();
          close();
        }
      }}
    >
      <ActButton
        icon="smile"
        label={words.react}
        isOpen={isPicking.value}
        onClick={() => {
          isPicking.value = !isPicking.value;
        }}
      />
      {first.map(({ icon, label, run }) => (
        <ActButton key={label} icon={icon} label={label} onClick={run} />
      ))}
      <ActButton
        icon="more"
        label={words.moreActions}
        isOpen={isMenuOpen.value}
        onClick={() => {
          isMenuOpen.value = !isMenuOpen.value;
        }}
      />
      {isMenuOpen.value && <Menu acts={more} onClose={close} />}
      {isPicking.value && (
        <Suspense fallback={null}>
          <EmojiPicker
            onPick={(emoji) => {
              close();
              react(emoji);
            }}
            onClose={close}
          />
        </Suspense>
      )}
    </div>
  );
};
