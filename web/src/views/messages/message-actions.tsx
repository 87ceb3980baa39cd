import { useSignal } from "@preact/signals";
import type { Ref } from "preact";
import { Suspense } from "preact/compat";
import { useRef } from "preact/hooks";
import { useApp } from "../../app/app";
import { Icon, type IconName } from "../../ui/icon";
import type { Message } from "../../wire/wire";
import { words } from "../../words/en";
import { deferred, lazyView } from "../lazy/lazy-views";
import { OpenMenu } from "../lazy/menu-button";

const EmojiPicker = lazyView((parts) => parts.EmojiPicker);

interface ActButtonProps {
  readonly icon: IconName | undefined;
  readonly label: string;
  readonly onClick: () => void;
  readonly opens?: "menu" | "dialog";
  readonly isOpen?: boolean;
  readonly button?: Ref<HTMLButtonElement>;
}

const ActButton = ({ icon, label, onClick, opens, isOpen, button }: ActButtonProps) => (
  <button
    ref={button ?? null}
    type="button"
    class="quiet"
    aria-label={label}
    title={label}
    {...(opens !== undefined && { "aria-haspopup": opens, "aria-expanded": isOpen ?? false })}
    onClick={onClick}
  >
    {icon && <Icon name={icon} />}
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
  const isMenuOpen = useSignal(false);
  const isPicking = useSignal(false);
  const toolbar = useRef<HTMLDivElement>(null);
  const smile = useRef<HTMLButtonElement>(null);
  const dots = useRef<HTMLButtonElement>(null);
  const close = () => {
    isMenuOpen.value = false;
    isPicking.value = false;
    toolbar.current?.closest("article")?.focus();
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
          icon="smile"
          label={words.react}
          opens="dialog"
          isOpen={isPicking.value}
          button={smile}
          onClick={() => {
            isPicking.value = !isPicking.value;
          }}
        />
      )}
      {isReached &&
        deferred.value
          ?.actionsOn(app, message)
          .first.map(({ icon, label, run }) => (
            <ActButton key={label} icon={icon} label={label} onClick={run} />
          ))}
      <ActButton
        icon={isReached ? "more" : undefined}
        label={words.moreActions}
        opens="menu"
        isOpen={isMenuOpen.value}
        button={dots}
        onClick={() => {
          isMenuOpen.value = !isMenuOpen.value;
        }}
      />
      {isMenuOpen.value && (
        <OpenMenu
          anchor={dots}
          label={words.moreActions}
          actions={(parts) => parts.actionsOn(app, message).more()}
          onClose={close}
        />
      )}
      {isPicking.value && (
        <Suspense fallback={null}>
          <EmojiPicker
            anchor={smile}
            onPick={(emoji) => {
              close();
              deferred.peek()?.actionsOn(app, message).react(emoji);
            }}
            onClose={close}
          />
        </Suspense>
      )}
    </div>
  );
};
