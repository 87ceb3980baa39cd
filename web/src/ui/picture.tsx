import { useSignal } from "@preact/signals";
import type { VNode } from "preact";
import { useEffect } from "preact/hooks";
import { useApp } from "../app/app";

interface PictureProps {
  readonly src: string;
  readonly class: string;
  readonly alt: string;
  readonly size?: number;
  /** What stands for it where it can't be loaded, as without a connection. */
  readonly instead: VNode;
}

/** A small picture of people or emoji. */
export const Picture = ({ src, alt, size, instead, class: name }: PictureProps) => {
  const { connection } = useApp();
  const broken = useSignal("");
  // With every change of the connection it is tried again.
  useEffect(() => {
    broken.value = "";
  }, [broken, connection.value]);
  return broken.value === src ? (
    instead
  ) : (
    <img
      class={name}
      src={src}
      alt={alt}
      width={size}
      height={size}
      loading="lazy"
      onError={() => {
        broken.value = src;
      }}
    />
  );
};
