import type { ComponentType } from "preact";

/** What a screen is rendered with: the rest of the URL. */
interface ScreenProps {
  readonly rest: string;
}
export type Screen = ComponentType<ScreenProps>;
