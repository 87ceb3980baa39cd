import { useLayoutEffect, useRef } from "preact/hooks";
import { useApp } from "../app/app";
import type { Dialog } from "../app/dialog";
import { fillIn } from "./message-html";
import { clickedPicture } from "./pictures";

/** The user or group that a mention refers to, as the card to open. */
const calledBy = (target: EventTarget | null): Dialog | undefined => {
  if (!(target instanceof Element)) return undefined;
  const person = target.closest<HTMLElement>(".user-mention[data-user-id]")?.dataset.userId;
  const group = target.closest<HTMLElement>(".user-group-mention[data-user-group-id]")?.dataset.userGroupId;
  if (group !== undefined) return { kind: "group", groupId: Number(group) };
  return person === undefined || person === "*" ? undefined : { kind: "person", userId: Number(person) };
};

interface HtmlProps {
  readonly html: string;
  /** Whether it is a `/me` message. */
  readonly isAction?: boolean;
}

/** A message's content, as the server rendered it. */
export const Html = ({ html, isAction = false }: HtmlProps) => {
  const { store, dialog } = useApp();
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (element.current) fillIn(element.current, html, store.ownId, isAction);
  }, [html, isAction, store.ownId]);
  const open = (event: MouseEvent | KeyboardEvent) => {
    // A click with a modifier key opens a new tab as usual.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    const picture = clickedPicture(event.target);
    const called = calledBy(event.target);
    if (picture === undefined && called === undefined) return;
    event.preventDefault();
    dialog.value = picture ? { kind: "picture", picture, within: element.current } : called;
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: what is pressed are links and pictures within
    <div
      class="words"
      dir="auto"
      ref={element}
      onClick={open}
      onKeyDown={(event) => {
        const isImage = event.target instanceof HTMLImageElement;
        if (isImage && (event.key === "Enter" || event.key === " ")) open(event);
      }}
    />
  );
};
