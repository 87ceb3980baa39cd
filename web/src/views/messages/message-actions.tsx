import { useSignal } from "@preact/signals";
import type { ComponentChildren, Ref } from "preact";
import { useRef } from "preact/hooks";
import { useApp } from "../../app/app";
import { focusWithLeastScroll } from "../../list/reading-focus";
import { Icon } from "../../ui/icon";
import type { Message } from "../../wire/wire";
import { words } from "../../words/en";
import { deferred } from "../lazy/lazy-views";
import { OpenMenu } from "../lazy/menu-button";
import { OpenEmojiPicker } from "../lazy/open-emoji-picker";

interface ActButtonProps {
  readonly children: ComponentChildren;
  readonly label: string;
  readonly onClick: () => void;
  readonly opens?: "menu" | "dialog";
  readonly isOpen?: boolean;
  readonly button?: Ref<HTMLButtonElement>;
}

const ActButton = ({ children, label, onClick, opens, isOpen, button }: ActButtonProps) => (
  <button
    ref={button ?? null}
    type="button"
    class="quiet"
    aria-label={label}
    title={label}
    {...(opens !== undefined && { "aria-haspopup": opens, "aria-expanded": isOpen ?? false })}
    onClick={onClick}
  >
    {children}
  </button>
);

interface MessageActionsProps {
  readonly message: Message;
  /** Whether the pointer or the focus has been on the message. Before, it only has an empty button for screen readers. */
  readonly isReached: boolean;
}

/** The actions on a message, visible on hover and focus. */
export const MessageActions = ({ message, isReached }: MessageActionsProps) => {
  const app = useApp();
  const parts = deferred.value;
  const isMenuOpen = useSignal(false);
  const isPicking = useSignal(false);
  const toolbar = useRef<HTMLDivElement>(null);
  const smile = useRef<HTMLButtonElement>(null);
  const dots = useRef<HTMLButtonElement>(null);
  const close = () => {
    isMenuOpen.value = false;
    isPicking.value = false;
    focusWithLeastScroll(toolbar.current?.closest("article"));
  };
  return (
    <div
      role="toolbar"
      aria-label={words.actions}
      class={isMenuOpen.value || isPicking.value ? "actions open" : "actions"}
      ref={toolbar}
    >
      {isReached && (
        <ActButton
          label={words.react}
          opens="dialog"
          isOpen={isPicking.value}
          button={smile}
          onClick={() => {
            isPicking.value = !isPicking.value;
          }}
        >
          <Icon name="smile" />
        </ActButton>
      )}
      {isReached &&
        parts?.actionsOn(app, message).first.map(({ icon, label, run }) => (
          <ActButton key={label} label={label} onClick={run}>
            <parts.AnyIcon name={icon} />
          </ActButton>
        ))}
      <ActButton
        label={words.moreActions}
        opens="menu"
        isOpen={isMenuOpen.value}
        button={dots}
        onClick={() => {
          isMenuOpen.value = !isMenuOpen.value;
        }}
      >
        {isReached && <Icon name="more" />}
      </ActButton>
      {isMenuOpen.value && (
        <OpenMenu
          anchor={dots}
          label={words.moreActions}
          actions={(parts) => parts.actionsOn(app, message).more()}
          onClose={close}
        />
      )}
      {isPicking.value && (
        <OpenEmojiPicker
          anchor={smile}
          onPick={(emoji) => {
            close();
            deferred.peek()?.actionsOn(app, message).react(emoji);
          }}
          onClose={close}
        />
      )}
    </div>
  );
};
