import { useLayoutEffect, useRef } from "preact/hooks";
import { useApp } from "../app";
import { fillIn } from "./message-html";

/** What a message says, as the server wrote it. */
export const Html = ({ html }: { readonly html: string }) => {
  const { store } = useApp();
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (element.current) fillIn(element.current, html, store.ownId);
  }, [html, store.ownId]);
  return <div class="words" dir="auto" ref={element} />;
};
