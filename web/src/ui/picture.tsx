import { useSignal } from "@preact/signals";
import type { VNode } from "preact";
import { useMemo } from "preact/hooks";
import { useApp } from "../app/app";

interface PictureProps {
  readonly src: string;
  readonly class: string;
  readonly alt: string;
  readonly size?: number;
  /** What replaces it if it can't be loaded, for example offline. */
  readonly instead: VNode;
}

/** The last try that failed. */
interface Failure {
  readonly src: string;
  /** The state of the connection when it began. */
  readonly during: string;
  readonly count: number;
}

/** A small picture of people or emoji. */
export const Picture = ({ src, alt, size, instead, class: name }: PictureProps) => {
  const { connection } = useApp();
  const failed = useSignal<Failure | undefined>(undefined);
  const { src: brokenSrc, during, count = 0 } = failed.value ?? {};
  // Each change of the connection tries again, also if the failure is only noticed after it.
  const isBroken = brokenSrc === src && during === connection.value;
  const begunDuring = useMemo(() => connection.peek(), [src, count, isBroken]);
  return isBroken ? (
    instead
  ) : (
    <img
      // An element that failed while the connection changed would keep its failure.
      key={count}
      class={name}
      src={src}
      alt={alt}
      width={size}
      height={size}
      loading="lazy"
      onError={() => {
        failed.value = { src, during: begunDuring, count: count + 1 };
      }}
    />
  );
};
