import type { ComponentProps } from "preact";
import type { Deferred } from "./lazy-views";
import { useDeferred } from "./use-deferred";

/** The emoji picker, as soon as its code is there. */
export const OpenEmojiPicker = (props: ComponentProps<Deferred["EmojiPicker"]>) => {
  const parts = useDeferred(props.onClose);
  return parts ? <parts.EmojiPicker {...props} /> : null;
};
