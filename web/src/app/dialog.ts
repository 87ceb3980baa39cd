import type { Place } from "../store/place";

/** A picture in a message that the viewer can open. */
export interface Picture {
  readonly name: string;
  /** The URL to display: the original, or a form that browsers can display. */
  readonly url: string;
  /** The file as it was uploaded. */
  readonly original: string;
}

/** A dialog, card or picture above the rest of the window. */
export type Dialog =
  /** What the URL of a dialog asks for. */
  | { readonly kind: "url"; readonly hash: string }
  | { readonly kind: "keys" | "formatting" | "filters" | "about" }
  /** Goes to any place, or only to people, or only to topics of the channel with this id. */
  | { readonly kind: "go"; readonly scope?: "people" | number }
  | { readonly kind: "time"; readonly start?: number; readonly choose: (at: number) => void }
  /** Chooses a time to write into a message. */
  | { readonly kind: "global-time"; readonly start?: number; readonly choose: (at: number) => void }
  /** Chooses a day to read from; at first that of a Unix time in seconds. */
  | { readonly kind: "date"; readonly from: number }
  | { readonly kind: "new-channel" }
  | { readonly kind: "invite" | "apps" }
  | { readonly kind: "status" }
  | { readonly kind: "person"; readonly userId: number }
  | { readonly kind: "group"; readonly groupId: number }
  /** A picture, and what is on screen of its message: others may have posted the same picture. */
  | { readonly kind: "picture"; readonly picture: Picture; readonly within: Element | null }
  /** Saves a text as a snippet. */
  | { readonly kind: "snippet"; readonly content: string }
  | { readonly kind: "widget"; readonly place: Place }
  | { readonly kind: "move"; readonly channelId: number; readonly topic: string; readonly messageId?: number }
  | { readonly kind: "summary"; readonly place: Place }
  | { readonly kind: "versions" | "source" | "readers" | "report" | "remind"; readonly messageId: number }
  | {
      readonly kind: "confirm";
      readonly text: string;
      /** The beginning of what is meant. */
      readonly about?: string;
      readonly label: string;
      /** The label of the button that changes nothing, if it isn't "Cancel". */
      readonly stay?: string;
      readonly run: () => void;
    };
