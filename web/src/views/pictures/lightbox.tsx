import { useSignal } from "@preact/signals";
import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { type App, useApp } from "../../app/app";
import type { Picture } from "../../app/dialog";
import { narrowOf } from "../../app/location";
import { placeOf } from "../../store/place";
import { AnyIcon } from "../../ui/any-icon";
import { picturesIn } from "../../ui/pictures";
import { dateAndTime } from "../../ui/time";
import { useLayer } from "../../ui/use-layer";
import type { Message } from "../../wire/wire";
import { words } from "../../words/en";
import { deferredWords } from "../../words/en-deferred";
import { pictureWords } from "../../words/en-pictures";
import { keyName } from "../keys/keymap";
import { useZoom } from "./use-zoom";

interface Found {
  readonly picture: Picture;
  readonly message: Message | undefined;
}

interface Opened {
  readonly first: Picture;
  /** What is on screen of the message that it was opened from. */
  readonly within: Element | null;
}

/** The loaded pictures of the view behind, in order, and where among them the opened one is. */
const picturesShown = (app: App, { first, within }: Opened): readonly [readonly Found[], number] => {
  const location = app.location.peek();
  const run = location.screen === "narrow" ? app.store.history.list(location.narrow).run.peek() : undefined;
  const found = (run?.ids ?? []).flatMap((id) => {
    const message = app.store.messageStore.get(id);
    return message ? picturesIn(message.content).map((picture) => ({ picture, message })) : [];
  });
  const messageId = Number(within?.closest("article")?.dataset.id);
  const at = found.findIndex(
    ({ picture, message }) => message.id === messageId && picture.original === first.original,
  );
  return at < 0 ? [[{ picture: first, message: undefined }], 0] : [found, at];
};

/** The picture viewer: one picture, with the previous and next. */
export const Lightbox = ({ onClose, ...opened }: Opened & { readonly onClose: () => void }) => {
  const app = useApp();
  const dialog = useRef<HTMLDialogElement>(null);
  const closeButton = useRef<HTMLButtonElement>(null);
  const [found, start] = useMemo(() => picturesShown(app, opened), []);
  const at = useSignal(start);
  useLayer(onClose);
  const zoom = useZoom();
  const isBroken = useSignal(false);
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // Not the first link: a second Enter would leave the conversation.
    closeButton.current?.focus();
    return () => element?.close();
  }, []);
  const shown = found[at.value];
  const source = shown?.message;
  const isGone = source !== undefined && app.store.messageStore.signalOf(source.id).value === undefined;
  useLayoutEffect(() => {
    if (isGone) onClose();
  }, [isGone, onClose]);
  const go = (to: number) => {
    at.value = Math.max(0, Math.min(found.length - 1, to));
    zoom.reset();
    isBroken.value = false;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const isRightToLeft = document.dir === "rtl";
    if (event.key === (isRightToLeft ? "ArrowLeft" : "ArrowRight")) go(at.value + 1);
    else if (event.key === (isRightToLeft ? "ArrowRight" : "ArrowLeft")) go(at.value - 1);
    else if (event.key === "Home") go(0);
    else if (event.key === "End") go(found.length - 1);
    else if (!zoom.pressKey(keyName(event))) return;
    event.preventDefault();
  };
  if (shown === undefined) return null;
  const { picture, message } = shown;
  const sender = message && app.names.userName(message.sender_id);
  return (
    <dialog
      ref={dialog}
      class="lightbox"
      aria-label={picture.name}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onKeyDown={onKeyDown}
    >
      <header>
        <div class="lightbox-about">
          <strong dir="auto">{picture.name}</strong>
          {message && (
            <span>
              {sender}, {dateAndTime(message.timestamp * 1000)}
            </span>
          )}
        </div>
        {found.length > 1 && <span role="status">{pictureWords.pictureOf(at.value + 1, found.length)}</span>}
        {message && (
          <a
            class="quiet"
            href={app.href({
              screen: "narrow",
              narrow: narrowOf(placeOf(message), app.store.ownId),
              near: message.id,
            })}
            aria-label={deferredWords.toMessage}
            title={deferredWords.toMessage}
            onClick={onClose}
          >
            <AnyIcon name="link" />
          </a>
        )}
        <a
          class="quiet"
          href={picture.original}
          download={picture.name}
          aria-label={pictureWords.download}
          title={pictureWords.download}
        >
          <AnyIcon name="download" />
        </a>
        <button
          ref={closeButton}
          type="button"
          class="quiet"
          aria-label={words.close}
          title={words.close}
          onClick={onClose}
        >
          <AnyIcon name="close" />
        </button>
      </header>
      <div
        class={zoom.isZoomed ? "lightbox-picture large" : "lightbox-picture"}
        ref={zoom.frame}
        onWheel={zoom.onWheel}
      >
        {isBroken.value ? (
          <p>{pictureWords.noPicture}</p>
        ) : (
          <button
            type="button"
            aria-label={zoom.isZoomed ? pictureWords.zoomOut : pictureWords.zoomIn}
            onPointerDown={zoom.onPointerDown}
            onPointerMove={zoom.onPointerMove}
            onClick={zoom.onClick}
          >
            <img
              key={picture.url}
              src={picture.url}
              alt={picture.name}
              style={zoom.style}
              draggable={false}
              onError={() => {
                isBroken.value = true;
              }}
            />
          </button>
        )}
      </div>
      {at.value > 0 && (
        <button
          type="button"
          class="quiet turn turn-back"
          aria-label={pictureWords.previousPicture}
          onClick={() => go(at.value - 1)}
        >
          <AnyIcon name="back" />
        </button>
      )}
      {at.value < found.length - 1 && (
        <button
          type="button"
          class="quiet turn turn-on"
          aria-label={pictureWords.nextPicture}
          onClick={() => go(at.value + 1)}
        >
          <AnyIcon name="forward" />
        </button>
      )}
    </dialog>
  );
};
